import { entropyOf, isPlausible } from './plausible.ts';
import { SECRET_SHAPES } from './shapes.ts';

/** A secret in a text. */
export interface FoundSecret {
  readonly id: string;
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** Every secret in a text, in order, none inside another. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const searched = text.slice(0, LONGEST);
  const shaped = SECRET_SHAPES.flatMap(({ id, about, pattern }) =>
    Array.from(searched.matchAll(pattern), (match) => place(match, { id, about })),
  );
  const found = [...shaped, ...assigned(searched)].filter(
    ({ start, end, id }) => id === 'private-key' || isPlausible(searched.slice(start, end)),
  );
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return found.reduce<readonly FoundSecret[]>(
    (kept, next) => (next.start < (kept.at(-1)?.end ?? 0) ? kept : [...kept, next]),
    [],
  );
}

/** The text with each secret replaced by what it was. */
export const redact = (text: string): string =>
  findSecrets(text).reduceRight(
    (rest, { id, start, end }) => `${rest.slice(0, start)}[redacted: ${id}]${rest.slice(end)}`,
    text,
  );

const LONGEST = 1_000_000;

function place(match: RegExpExecArray, kind: Pick<FoundSecret, 'id' | 'about'>): FoundSecret {
  const [whole, secret] = match;
  const start = match.index + (secret === undefined ? 0 : whole.lastIndexOf(secret));
  return { ...kind, start, end: start + (secret ?? whole).length };
}

/** Values that look random and are given to a name that speaks of a secret. */
function assigned(text: string): readonly FoundSecret[] {
  const quoted = Array.from(text.matchAll(QUOTED)).filter(([, , value = '']) => looksChosen(value));
  const bare = Array.from(text.matchAll(BARE)).filter(([, value = '']) => looksRandom(value));
  const kind = { id: 'assigned-secret', about: 'a secret value' };
  return [
    ...quoted.map((match) => spanned(match, match[2] ?? '', kind)),
    ...bare.map((match) => spanned(match, match[1] ?? '', kind)),
  ];
}

function spanned(match: RegExpExecArray, value: string, kind: Pick<FoundSecret, 'id' | 'about'>): FoundSecret {
  const start = match.index + match[0].lastIndexOf(value);
  return { ...kind, start, end: start + value.length };
}

const NAME = String.raw`(?:secret|token|passw(?:or)?d|passphrase|passwd|pwd|api[_-]?key|apikey|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?key|credentials?|auth[_-]?key)`;
const LEFT = String.raw`[\w.-]{0,40}${NAME}(?:[_-]?(?:id|key|value|base64|prod|live|v?\d+))?["']?\]?`;
const QUOTED = new RegExp(String.raw`${LEFT}\s{0,4}(?::=|=>|[:=])\s{0,4}(["'\x60])([^\s"'\x60]{8,256})\1`, 'gi');
const BARE = new RegExp(
  String.raw`${LEFT}(?:=|:[ \t]{1,4})([A-Za-z0-9+/_=.~!@#%^&*-]{12,256})(?=$|[\s;,&|)"'])`,
  'gim',
);

/** A password somebody chose, or better: not a word, not a name. */
const looksChosen = (value: string): boolean => {
  if (/^[a-z]+(?:[-_. /][a-z]+)*$/i.test(value) || /^https?:\/\/[^@]*$/.test(value) || /[()<>{}\s]/.test(value))
    return false;
  return entropyOf(value) >= 2.6 && /\d|[^\w]/.test(value) && /[A-Za-z]/.test(value);
};

/** Without quotes only what no name in a program looks like. */
const looksRandom = (value: string): boolean => {
  if (/^[A-Za-z]+(?:[._-][A-Za-z]+)*$/.test(value) || /^[./~]|^\d[\d.:-]*$/.test(value)) return false;
  return entropyOf(value) >= 3.2 && /\d/.test(value) && /[A-Za-z]/.test(value);
};
