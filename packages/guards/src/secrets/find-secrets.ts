import { assignedSecrets } from './assigned.ts';
import { isPlausible, looksDrawn, looksLikeDigest } from './plausible.ts';
import type { SecretShape } from './shape.ts';
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
  const lower = searched.toLowerCase();
  const shaped = SECRET_SHAPES.filter(
    ({ words }) => words === undefined || words.some((word) => lower.includes(word)),
  ).flatMap((shape) => Array.from(searched.matchAll(shape.pattern), (match) => placed(match, shape)));
  const found = [...shaped.flat(), ...assignedSecrets(searched)];
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return found.reduce<readonly FoundSecret[]>(
    (kept, next) => (next.start < (kept.at(-1)?.end ?? 0) ? kept : [...kept, next]),
    [],
  );
}

/** The text with each secret replaced by its kind. */
export const redact = (text: string): string =>
  findSecrets(text).reduceRight(
    (rest, { id, start, end }) => `${rest.slice(0, start)}[redacted: ${id}]${rest.slice(end)}`,
    text,
  );

const LONGEST = 1_000_000;

/** The position of the secret itself; none when it only looks like one. */
function placed(match: RegExpExecArray, { id, about, drawn, certain }: SecretShape): readonly FoundSecret[] {
  const [whole, ...groups] = match;
  const secret = groups.find((group) => group !== undefined) ?? whole;
  if (certain !== true && !isPlausible(secret)) return [];
  if (drawn === true && !looksDrawn(secret)) return [];
  if (id === 'random-token' && looksLikeDigest(secret)) return [];
  const start = match.index + whole.lastIndexOf(secret);
  return [{ id, about, start, end: start + secret.length }];
}
