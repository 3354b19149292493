import { isJsonObject } from '../model/index.ts';

/** Checks whether a parsed value has the expected shape. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isFlag: Check = (value) => typeof value === 'boolean';
/** A string with a date and time. */
export const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);

/** An object whose own keys pass these checks; a missing key is checked as undefined, other keys do not matter. */
export function shaped(table: Readonly<Record<string, Check>>): Check {
  const rows = Object.entries(table);
  return (value) => {
    if (!isJsonObject(value)) return false;
    // A plain loop: every line of a record passes here.
    for (const [key, check] of rows) if (!check(Object.hasOwn(value, key) ? value[key] : undefined)) return false;
    return true;
  };
}
