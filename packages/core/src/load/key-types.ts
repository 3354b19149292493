import { isJsonObject } from '../model/index.ts';
import type { KeyRow, KeyType } from '../model/index.ts';

/** Whether a value is valid for the row of its key; `expected` describes a valid one. */
export interface KeyTypeRule {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The rule of a row: its type, narrowed by its words, range and length. */
export function keyRule({ type, words, range, length, nullable }: KeyRow): KeyTypeRule {
  const base = words === undefined ? TYPES[type] : oneOf(words);
  const isInRange = (value: unknown): boolean =>
    range === undefined || (typeof value === 'number' && value >= range[0] && value <= range[1]);
  const isOfLength = (value: unknown): boolean =>
    length === undefined || (typeof value === 'string' && isBetween(Array.from(value).length, length));
  const limits = [
    range === undefined ? '' : ` from ${range[0]} to ${range[1]}`,
    length === undefined ? '' : ` of ${length[0]} to ${length[1]} characters`,
  ];
  return {
    expected: `${base.expected}${limits.join('')}${nullable === true ? ' or null' : ''}`,
    accepts: (value) =>
      (nullable === true && value === null) || (base.accepts(value) && isInRange(value) && isOfLength(value)),
  };
}

const isBetween = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

const oneOf = (words: readonly string[]): KeyTypeRule => ({
  expected: words.map((word) => JSON.stringify(word)).join(' or '),
  accepts: (value) => typeof value === 'string' && words.includes(value),
});

const isText = (value: unknown): value is string => typeof value === 'string';
const isFilled = (value: unknown): boolean => isText(value) && value.trim() !== '';
const areTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isPositive = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0;

const TYPES: Readonly<Record<KeyType, KeyTypeRule>> = {
  text: { expected: 'a text', accepts: isText },
  'filled-text': { expected: 'a text that is not blank', accepts: isFilled },
  boolean: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  'positive-number': { expected: 'a positive number', accepts: isPositive },
  numeric: {
    expected: 'a positive number',
    accepts: (value) => isPositive(value) || (isFilled(value) && isPositive(Number(value))),
  },
  'positive-integer': {
    expected: 'a positive whole number',
    accepts: (value) => isPositive(value) && Number.isSafeInteger(value),
  },
  'whole-number': {
    expected: 'a whole number that is not negative',
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  integer: { expected: 'a whole number', accepts: Number.isSafeInteger },
  texts: { expected: 'a list of texts', accepts: areTexts },
  'text-map': {
    expected: 'an object whose values are texts',
    accepts: (value) => isJsonObject(value) && Object.values(value).every(isText),
  },
  object: { expected: 'an object', accepts: isJsonObject },
  list: { expected: 'a list', accepts: Array.isArray },
  'text-or-texts': {
    expected: 'a text, or a list of texts, that names a program',
    accepts: (value) => isFilled(value) || (areTexts(value) && isFilled(value[0])),
  },
};
