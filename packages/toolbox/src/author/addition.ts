import type { Json, JsonObject } from '@hookline/core';

/** What is appended to a list inside a configuration file. */
export interface Addition {
  /** The content of a new file. */
  readonly empty: JsonObject | readonly Json[];
  /** What an existing file must have at its top. */
  readonly must: JsonObject;
  /** Keys of the path to the list; none: the file is the list. */
  readonly path: readonly string[];
  readonly value: JsonObject;
  /** Whether the existing content conflicts with the value. */
  readonly isTaken: (there: Json) => boolean;
  /** The conflicting content, for people. */
  readonly taken: string;
}

/** Why the value cannot be added to the existing content; null when it can. */
export function whyNot(there: Json, { empty, must, path, isTaken, taken }: Addition): string | null {
  if (Array.isArray(empty) !== Array.isArray(there) || typeof there !== 'object' || there === null)
    return `${Array.isArray(empty) ? 'a list' : 'an object'} was expected at the top of the file`;
  for (const [key, value] of Object.entries(must)) {
    const found = (there as JsonObject)[key];
    if (found !== value) return `${key} must be ${JSON.stringify(value)}, not ${JSON.stringify(found ?? null)}`;
  }
  const problem = path.length === 0 ? null : shapeProblem(there as JsonObject, path);
  if (problem !== null) return problem;
  return isTaken(there) ? `it holds ${taken} already` : null;
}

/** The keys on the path must lead to objects, and the last one to a list; what is missing or null can be created. */
function shapeProblem(top: JsonObject, path: readonly string[]): string | null {
  let value: Json = top;
  for (const [index, key] of path.entries()) {
    const next: Json = (value as JsonObject)[key] ?? null;
    if (next === null) return null;
    const isLast = index === path.length - 1;
    if (isLast !== Array.isArray(next) || typeof next !== 'object')
      return `${path.slice(0, index + 1).join('.')} must be ${isLast ? 'a list' : 'an object'}`;
    value = next;
  }
  return null;
}
