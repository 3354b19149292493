import { isDeepStrictEqual } from 'node:util';
import { isObject } from './values.ts';

/** What cannot be seen from outside. It fits every expectation and counts as not compared. */
export const UNSEEN = Symbol('unseen');

/** One of several values; from outside they look the same. */
export class Either {
  readonly values: readonly unknown[];
  constructor(...values: readonly unknown[]) {
    this.values = values;
  }
}

/** Texts that the program joined by newlines. */
export class Joined {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Comparison {
  /** Where what was seen does not fit what was expected. */
  readonly problems: readonly string[];
  /** How many single expectations were held against something that was seen. */
  readonly compared: number;
  /** The keys about which nothing was seen. */
  readonly unseen: readonly string[];
}

const NOTHING: Comparison = { problems: [], compared: 0, unseen: [] };

/** Holds the `expect` of a conformance case against what was seen; test/conformance/README.md explains the rules. */
export function compare(expected: unknown, seen: unknown, path = ''): Comparison {
  if (seen === UNSEEN) return { ...NOTHING, unseen: [path] };
  if (seen instanceof Either) return compareEither(expected, seen, path);
  if (seen instanceof Joined) return compareJoined(expected, seen, path);
  if (isObject(expected)) {
    const parts = Object.entries(expected).map(([key, value]) =>
      key.startsWith('$') ? rule(key, value, seen, path) : compareKey(key, value, seen, path),
    );
    return joined(parts);
  }
  if (Array.isArray(expected)) return compareList(expected, seen, path);
  return one(Object.is(expected, seen), path, expected, seen);
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);

const one = (holds: boolean, path: string, expected: unknown, seen: unknown): Comparison => ({
  problems: holds ? [] : [`${path || 'it'}: expected ${shown(expected)}, saw ${shown(seen)}`],
  compared: 1,
  unseen: [],
});

const joined = (parts: readonly Comparison[]): Comparison => ({
  problems: parts.flatMap(({ problems }) => problems),
  compared: parts.reduce((sum, { compared }) => sum + compared, 0),
  unseen: parts.flatMap(({ unseen }) => unseen),
});

function compareKey(key: string, expected: unknown, seen: unknown, path: string): Comparison {
  const place = path === '' ? key : `${path}.${key}`;
  if (!isObject(seen)) return one(false, path, { [key]: expected }, seen);
  return compare(expected, seen[key], place);
}

function compareList(expected: readonly unknown[], seen: unknown, path: string): Comparison {
  if (!Array.isArray(seen) || seen.length !== expected.length) return one(false, path, expected, seen);
  if (expected.length === 0) return one(true, path, expected, seen);
  return joined(expected.map((item, index) => compare(item, seen[index], `${path}[${index}]`)));
}

function compareEither(expected: unknown, seen: Either, path: string): Comparison {
  const tries = seen.values.map((value) => compare(expected, value, path));
  return (
    tries.find(({ problems }) => problems.length === 0) ??
    one(false, path, expected, `one of ${seen.values.map(shown).join(', ')}`)
  );
}

/** One text is the whole, several are its lines. */
function compareJoined(expected: unknown, { text }: Joined, path: string): Comparison {
  const one = Array.isArray(expected) && expected.length === 1;
  return compare(expected, text === '' ? [] : one ? [text] : text.split('\n'), path);
}

function rule(name: string, wanted: unknown, seen: unknown, path: string): Comparison {
  const fits = (item: unknown, value: unknown): boolean => compare(item, value).problems.length === 0;
  const holds = (): boolean => {
    switch (name) {
      case '$match':
        return typeof seen === 'string' && new RegExp(String(wanted), 's').test(seen);
      case '$any':
        return Array.isArray(seen) && seen.some((item) => fits(wanted, item));
      case '$none':
        return !Array.isArray(seen) || !seen.some((item) => fits(wanted, item));
      case '$length':
        return Array.isArray(seen) && seen.length === wanted;
      case '$absent':
        return seen === undefined || seen === null;
      case '$exactly':
        return isDeepStrictEqual(wanted, seen);
      case '$max':
        return typeof seen === 'number' && seen <= Number(wanted);
      case '$min':
        return typeof seen === 'number' && seen >= Number(wanted);
      case '$not':
        return !fits(wanted, seen);
      case '$oneOf':
        return Array.isArray(wanted) && wanted.some((item) => fits(item, seen));
      default:
        throw new Error(`unknown rule ${name}`);
    }
  };
  if (name === '$any' && Array.isArray(seen)) return comparedAny(wanted, seen, path);
  return one(holds(), path, { [name]: wanted }, seen);
}

/** Of a list of which some item must fit, only what is seen of that item counts as compared. */
function comparedAny(wanted: unknown, seen: readonly unknown[], path: string): Comparison {
  const found = seen
    .map((item) => compare(wanted, item, path))
    .filter(({ problems }) => problems.length === 0)
    .toSorted((a, b) => b.compared - a.compared);
  return found[0] ?? one(false, path, { $any: wanted }, seen);
}
