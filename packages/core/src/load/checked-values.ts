import { isJsonObject } from '../model/index.ts';
import type { Json, JsonObject } from '../model/index.ts';

/** Values that were checked against their table: each has the type that the table gives. */
export type CheckedValues = Readonly<Record<string, Json>>;

/** A text; null when the key is absent. */
export const textIn = (values: CheckedValues, key: string): string | null => {
  const value = values[key];
  return typeof value === 'string' ? value : null;
};

/** A required string; the check guarantees that it is there. */
export const requiredTextIn = (values: CheckedValues, key: string): string => textIn(values, key) ?? '';

export const numberIn = (values: CheckedValues, key: string): number | null => {
  const value = values[key];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
};

export const isTrueIn = (values: CheckedValues, key: string): boolean => values[key] === true;

/** A list of texts; null when the key is absent. */
export const textsIn = (values: CheckedValues, key: string): readonly string[] | null => {
  const value = values[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
};

/** An object; an empty one when the key is absent. */
export const objectIn = (values: CheckedValues, key: string): JsonObject => {
  const value = values[key];
  return isJsonObject(value) ? value : {};
};

/** Named texts; none when the key is absent. */
export const textMapIn = (values: CheckedValues, key: string): Readonly<Record<string, string>> => {
  const value = values[key];
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
};
