import type { Json, KeyRow } from '../model/index.ts';

/** What a plain word means in YAML 1.1, which many programs read, where a key wants a boolean or a number; null for any other. */
export function olderYamlValue(word: string, { type }: KeyRow): Json | null {
  if (type === 'boolean') return BOOLEANS[word] ?? null;
  if (type !== 'integer' && type !== 'positive-integer' && type !== 'positive-number') return null;
  return WITH_UNDERSCORES.test(word) ? Number(word.replaceAll('_', '')) : null;
}

const WITH_UNDERSCORES = /^[-+]?\d[\d]*(?:_\d+)+$/;

const spellings = (word: string): readonly string[] => [
  word,
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  word.toUpperCase(),
];

const BOOLEANS: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['yes', 'on'].flatMap((word) => spellings(word).map((each) => [each, true] as const)),
  ...['no', 'off'].flatMap((word) => spellings(word).map((each) => [each, false] as const)),
]);
