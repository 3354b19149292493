import type { Dialect } from '../model/index.ts';
import { EVENT_NAMES } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';

/**
 * Throws a TypeError for an unknown dialect id, and for an unusable table, with the reason. `plainest` is a table with
 * only the cells that every table must have.
 */
export function checkDialects(
  given: readonly (string | Dialect)[],
  known: readonly Dialect[],
  plainest: Dialect,
): void {
  const tables = given.filter((item) => typeof item !== 'string');
  const ids = [...known, ...tables].map(({ id }) => id);
  for (const item of given) {
    const problem = typeof item === 'string' ? idProblem(item, ids) : tableProblem(item, [...known, plainest]);
    if (problem !== null) throw new TypeError(problem);
  }
  const twice = tables.find(({ id }, index) => tables.findIndex((other) => other.id === id) < index);
  if (twice !== undefined) throw new TypeError(`the dialect "${twice.id}" is given twice`);
}

function idProblem(id: string, known: readonly string[]): string | null {
  if (known.includes(id)) return null;
  const meant = didYouMean(id, known);
  return `unknown dialect "${id}"${meant === null ? `; known are ${known.join(', ')}` : `; did you mean "${meant}"?`}`;
}

// This id is used for the host's own functions, and an id is the part before the first colon of a hook's id.
const ID = /^(?!host$)[a-z][a-z0-9-]*$/;

/** A table may come from untyped JavaScript, so whatever would fail in the middle of an event is rejected here. */
function tableProblem(table: Dialect, known: readonly Dialect[]): string | null {
  const { id, events } = table;
  if (typeof id !== 'string' || !ID.test(id))
    return `the id of a dialect must be lower-case letters, digits and hyphens, and not "host": ${JSON.stringify(id)}`;
  const missing = cellsOfAll(known).find(([cell, type]) => typeOf(table[cell]) !== type);
  if (missing !== undefined) return `the dialect "${id}" must have ${missing[1]} in its cell "${missing[0]}"`;
  for (const [native, row] of Object.entries(events)) {
    const stray = row.means.find((name) => !EVENT_NAMES.includes(name));
    if (stray !== undefined)
      return `the event "${native}" of the dialect "${id}" means "${stray}", which is not an event`;
  }
  return null;
}

type CellType = 'a list' | 'an object' | 'a string' | 'a boolean' | 'nothing';

/** The cells that every known dialect has, with the type that all of them share. */
function cellsOfAll([first, ...others]: readonly Dialect[]): readonly (readonly [keyof Dialect, CellType])[] {
  if (first === undefined) return [];
  return (Object.keys(first) as readonly (keyof Dialect)[])
    .map((cell) => [cell, typeOf(first[cell])] as const)
    .filter(([cell, type]) => others.every((other) => typeOf(other[cell]) === type));
}

function typeOf(value: unknown): CellType {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? 'a boolean' : 'nothing';
}
