import type { FoundSecret } from './find-secrets.ts';
import { entropyOf, isPlausible } from './plausible.ts';

/** Values that look random and are assigned to a name that suggests a secret. */
export function assignedSecrets(text: string): readonly FoundSecret[] {
  const found = FORMS.flatMap(({ pattern, group, fits }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const value = match[group] ?? '';
      return fits(value) ? [spanned(match, value)] : [];
    }),
  );
  return found.filter(({ start, end }) => isPlausible(text.slice(start, end)));
}

function spanned(match: RegExpExecArray, value: string): FoundSecret {
  const start = match.index + match[0].lastIndexOf(value);
  return { id: 'assigned-secret', about: 'a secret value', start, end: start + value.length };
}

/** A password that a person chose, or better: not a word, not a name. */
const looksChosen = (value: string): boolean => {
  if (/^\W?[a-z]+(?:[-_. /][a-z]+)*$/i.test(value) || /^https?:\/\/[^@]*$/.test(value) || /[()<>{}\s]/.test(value))
    return false;
  return entropyOf(value) >= 2.6 && /\d|[^\w]/.test(value) && /[A-Za-z]/.test(value);
};

/** Without quotes only what does not look like a name in a program. */
const looksRandom = (value: string): boolean => {
  if (/^[A-Za-z]+(?:[._-][A-Za-z]+)*$/.test(value) || /^[./~]|^\d[\d.:-]*$/.test(value)) return false;
  return entropyOf(value) >= 3.2 && /\d/.test(value) && /[A-Za-z]/.test(value);
};

const NAME = String.raw`(?:secret|token|passw(?:or)?d|passphrase|passwd|pwd|pass(?=["']?\]?\s{0,4}[:=])|api[_-]?key|apikey|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?key|credentials?|auth[_-]?key)`;
const LEFT = String.raw`[\w.-]{0,40}${NAME}(?:[_-]?(?:id|key|value|base64|prod|live|v?\d+))?["']?\]?`;
const QUOTED = new RegExp(String.raw`${LEFT}\s{0,4}(?::=|=>|[:=])\s{0,4}(["'\x60])([^\s"'\x60]{8,256})\1`, 'gi');
const BARE = new RegExp(
  String.raw`${LEFT}(?:=|:[ \t]{1,4})([A-Za-z0-9+/_=.~!@#%^&*-]{12,256})(?=$|[\s;,&|)"'])`,
  'gim',
);
/** `define('password', '…')`. */
const LISTED = new RegExp(
  String.raw`\(\s{0,4}["'][\w.-]{0,40}${NAME}["']\s{0,4},\s{0,4}(["'])([^\s"']{8,256})\1`,
  'gi',
);
/** `<password>…</password>`. */
const TAGGED = new RegExp(String.raw`<[\w:.-]{0,40}${NAME}>\s{0,4}([^\s<>]{8,256})\s{0,4}</`, 'gi');
/** "the password is …". */
const SAID = /\b(?:password|passphrase|secret|token|api key)\s+(?:is|was|=)\s*:?\s*["'`]?([^\s"'`]{8,128})/gi;
/** `variable "api_token" { default = "…" }`. */
const DEFAULTED = new RegExp(
  String.raw`\bvariable\s{1,4}"[\w.-]{0,40}${NAME}[\w.-]{0,20}"\s{0,4}\{[^}]{0,200}?\bdefault\s{0,4}=\s{0,4}"([^\s"]{8,256})"`,
  'gi',
);

const FORMS: readonly {
  readonly pattern: RegExp;
  /** The group that is the value. */
  readonly group: number;
  readonly fits: (value: string) => boolean;
}[] = [
  { pattern: QUOTED, group: 2, fits: looksChosen },
  { pattern: BARE, group: 1, fits: looksRandom },
  { pattern: LISTED, group: 2, fits: looksChosen },
  { pattern: TAGGED, group: 1, fits: looksChosen },
  { pattern: SAID, group: 1, fits: (value) => looksChosen(value) && /\d/.test(value) },
  { pattern: DEFAULTED, group: 1, fits: looksChosen },
];
