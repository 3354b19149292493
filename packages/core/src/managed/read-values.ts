import { isJsonObject } from '../model/index.ts';

/** What is wrong with a policy, in words for the person who writes it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** A value of a policy, and where it stands. */
export interface PolicyValue {
  readonly value: unknown;
  readonly at: string;
}

/** Throws what was expected, and what was found. */
export function wrong({ value, at }: PolicyValue, expected: string): never {
  const found = value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value).slice(0, 60);
  throw new PolicyError(`${at === '' ? 'the policy' : at}: ${expected} was expected, not ${found}`);
}

/** The value of a key; an object with unknown keys is refused, because a misspelt rule would have no effect. */
export function keysOf(written: PolicyValue, known: readonly string[]): (key: string) => PolicyValue {
  const { value, at } = written;
  if (!isJsonObject(value)) return wrong(written, 'an object');
  const stray = Object.keys(value).find((key) => !known.includes(key));
  if (stray !== undefined)
    throw new PolicyError(`${at === '' ? '' : `${at}.`}${stray}: no such key; known: ${known.join(', ')}`);
  return (key) => ({
    value: Object.hasOwn(value, key) ? value[key] : undefined,
    at: at === '' ? key : `${at}.${key}`,
  });
}

/** The value, or what stands for it where nothing is written. */
export const or = <Value>(written: PolicyValue, absent: Value, read: (written: PolicyValue) => Value): Value =>
  written.value === undefined || written.value === null ? absent : read(written);

export const text = (written: PolicyValue): string =>
  typeof written.value === 'string' && written.value !== '' ? written.value : wrong(written, 'a text');

export const flag = (written: PolicyValue): boolean =>
  typeof written.value === 'boolean' ? written.value : wrong(written, 'true or false');

/** A whole number within bounds. */
export const whole =
  (least: number, most: number) =>
  (written: PolicyValue): number =>
    typeof written.value === 'number' &&
    Number.isInteger(written.value) &&
    written.value >= least &&
    written.value <= most
      ? written.value
      : wrong(written, `a whole number from ${least} to ${most}`);

/** A part of a whole. */
export const share = (written: PolicyValue): number =>
  typeof written.value === 'number' && written.value >= 0 && written.value <= 1
    ? written.value
    : wrong(written, 'a share from 0 to 1');

export const oneWord =
  <Word extends string>(...words: readonly Word[]) =>
  (written: PolicyValue): Word =>
    words.find((word) => word === written.value) ?? wrong(written, words.map((word) => `"${word}"`).join(' or '));

export const time = (written: PolicyValue): string =>
  Number.isNaN(Date.parse(text(written))) ? wrong(written, 'a time such as "2030-01-31T00:00:00Z"') : text(written);

export const list =
  <Item>(item: (written: PolicyValue) => Item) =>
  (written: PolicyValue): readonly Item[] =>
    Array.isArray(written.value)
      ? written.value.map((value: unknown, index) => item({ value, at: `${written.at}[${index}]` }))
      : wrong(written, 'a list');

export const table =
  <Item>(item: (written: PolicyValue) => Item) =>
  (written: PolicyValue): Readonly<Record<string, Item>> =>
    isJsonObject(written.value)
      ? Object.fromEntries(
          Object.entries(written.value).map(([key, value]) => [key, item({ value, at: `${written.at}.${key}` })]),
        )
      : wrong(written, 'an object');
