import { type Diagnostic, didYouMean, isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import type { CaseKeys } from './case-keys.ts';
import type { Locate, Path } from './case-document.ts';

/** The context for reading a part of a case file. */
export interface CaseReader {
  readonly display: string;
  readonly locate: Locate;
  readonly diagnostics: Diagnostic[];
}

/** Records a problem with its location. */
export function tell(
  reader: CaseReader,
  spot: { readonly path: Path; readonly part?: 'key' | 'value' },
  message: string,
  hint: string | null = null,
): void {
  const { line, column } = reader.locate(spot.path, spot.part);
  reader.diagnostics.push({ severity: 'error', file: reader.display, line, column, message, hint });
}

/** The object with its known keys; unknown ones are reported. Null, with a report, when it is not an object. */
export function readObject(reader: CaseReader, value: Json | undefined, path: Path, keys: CaseKeys): JsonObject | null {
  if (!isJsonObject(value)) {
    tell(
      reader,
      { path },
      `${nameOf(path)} must be a mapping, not ${shapeOf(value)}`,
      `known keys: ${Object.keys(keys).join(', ')}`,
    );
    return null;
  }
  const known = Object.keys(keys);
  for (const key of Object.keys(value).filter((each) => !known.includes(each))) {
    const meant = didYouMean(key, known);
    const guess = meant === null ? '' : `; did you mean "${meant}"?`;
    tell(
      reader,
      { path: [...path, key], part: 'key' },
      `unknown key "${key}"${guess}`,
      `known keys: ${known.join(', ')}`,
    );
  }
  return value;
}

/** A string, or undefined; anything else is reported. */
export function readText(reader: CaseReader, object: JsonObject, key: string, path: Path): string | undefined {
  const value = own(object, key);
  if (value === undefined || typeof value === 'string') return value;
  tell(reader, { path: [...path, key] }, `${key} must be a text, not ${shapeOf(value)}`);
  return undefined;
}

/** A string or a list of strings as a list; undefined when the key is missing. */
export function readTexts(
  reader: CaseReader,
  object: JsonObject,
  key: string,
  path: Path,
): readonly string[] | undefined {
  const value = own(object, key);
  if (value === undefined) return undefined;
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  tell(reader, { path: [...path, key] }, `${key} must be a text or a list of texts, not ${shapeOf(value)}`);
  return undefined;
}

/** One of the words, or undefined; anything else is reported. */
export function readWord<Word extends string>(
  reader: CaseReader,
  spot: { readonly value: Json | undefined; readonly path: Path },
  words: readonly Word[],
): Word | undefined {
  const { value, path } = spot;
  const found = words.find((word) => word === value);
  if (value === undefined || found !== undefined) return found;
  const meant = typeof value === 'string' ? didYouMean(value, words) : null;
  const guess = meant === null ? '' : `; did you mean "${meant}"?`;
  tell(reader, { path }, `${nameOf(path)} must be one of ${words.join(', ')}, not ${shapeOf(value)}${guess}`);
  return undefined;
}

export const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const nameOf = (path: Path): string => {
  const name = path.findLast((step) => typeof step === 'string');
  return name === undefined ? 'the file' : path.at(-1) === name ? String(name) : `an item of ${String(name)}`;
};

/** The kind of a value, in a word or two. */
export function shapeOf(value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 60;
