import { ROW_STATES } from '../decision-row.ts';

/** A word of a filter that asks for something. */
export type FilterTerm =
  | { readonly key: 'is'; readonly state: FilterState }
  | { readonly key: 'id' | TextKey | 'hook' | 'fault' | 'text'; readonly value: string }
  | { readonly key: 'since' | 'until'; readonly edge: number }
  | { readonly key: 'slow'; readonly isBelow: boolean; readonly edge: number };

export type TextKey = 'event' | 'tool' | 'project' | 'session' | 'agent';

/** What a decision can be searched by. */
const FILTER_STATES = [...ROW_STATES, 'shadow'] as const;
export type FilterState = (typeof FILTER_STATES)[number];

/** What is wrong with a word of a filter, and where it stands. */
interface FilterFlaw {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** A filter such as `is:block project:api since:7d text:"rm -rf"`: what all of its words ask for. */
export interface ParsedFilter {
  readonly terms: readonly FilterTerm[];
  readonly problems: readonly FilterFlaw[];
}

export function parseFilter(q: string, now: number = Date.now()): ParsedFilter {
  const problems: FilterFlaw[] = [];
  const terms: FilterTerm[] = [];
  for (const match of q.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const [whole, key = 'text', quoted, plain = ''] = match;
    // A word that is only begun is no search for a text with a colon.
    const begun = match[1] === undefined ? KEYS.find((each) => `${each}:` === plain.toLowerCase()) : undefined;
    const found = begun === undefined ? termOf(key.toLowerCase(), quoted ?? plain, now) : begunWords(begun, now);
    if (typeof found === 'string') problems.push({ from: match.index, to: match.index + whole.length, message: found });
    else terms.push(found);
  }
  return { terms, problems };
}

const TEXT_KEYS = ['id', 'event', 'tool', 'project', 'session', 'agent', 'hook', 'fault', 'text'] as const;
const KEYS = ['is', ...TEXT_KEYS, 'since', 'until', 'slow'];

function termOf(key: string, value: string, now: number): FilterTerm | string {
  if (key === 'is') return stateTerm(value);
  if (key === 'since' || key === 'until') return timeTerm(key, value, now);
  if (key === 'slow') return slowTerm(value);
  const plain = TEXT_KEYS.find((each) => each === key);
  return plain === undefined ? `expected one of ${KEYS.join(', ')} before the colon` : { key: plain, value };
}

function begunWords(key: string, now: number): string {
  const flaw = termOf(key, '', now);
  return typeof flaw === 'string' ? flaw : `${key}: expected a text after the colon`;
}

function stateTerm(value: string): FilterTerm | string {
  const state = FILTER_STATES.find((each) => each === value);
  return state === undefined ? `is: expected one of ${FILTER_STATES.join(', ')}` : { key: 'is', state };
}

const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

function timeTerm(key: 'since' | 'until', value: string, now: number): FilterTerm | string {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(value) ?? [];
  const edge = count === undefined ? timeOf(value) : now - Number(count) * (UNITS[unit] ?? 0);
  return Number.isNaN(edge) ? 'expected a time such as 15m, 7d or 2026-01-31' : { key, edge };
}

const timeOf = (value: string): number => (/^\d{10,}$/.test(value) ? Number(value) : Date.parse(value));

function slowTerm(value: string): FilterTerm | string {
  const [, sign = '>', count, unit = 'ms'] = /^([<>]?)=?(\d+(?:\.\d+)?)(ms|s)?$/.exec(value) ?? [];
  if (count === undefined) return 'slow: expected a duration such as >200ms';
  return { key: 'slow', isBelow: sign === '<', edge: Number(count) * (unit === 's' ? 1000 : 1) };
}
