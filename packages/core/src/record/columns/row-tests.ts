import { isAlive } from '../../process/alive.ts';
import { endedState, type RowState } from '../decision-row.ts';
import { type ColumnBlock, HAS_END, HAS_FAULT, HAS_SHADOW, IS_TORN, type RunColumn } from './block.ts';
import type { Dictionary, IndexedHook } from './dictionary.ts';
import { DECISIONS } from './entry-words.ts';
import type { FilterState, FilterTerm, TextKey } from './filter.ts';

/** Clears the marks of the rows of a block that do not fit: a mark for each row, 1 as long as the row fits. */
export type Sieve = (block: ColumnBlock, marks: Uint8Array) => void;

export function stateOf({ rows: { columns } }: ColumnBlock, row: number): RowState {
  const flags = columns.flags[row] ?? 0;
  if ((flags & IS_TORN) !== 0) return 'torn';
  if ((flags & HAS_END) === 0) {
    const pid = columns.pid[row] ?? 0;
    return pid > 0 && isAlive(pid, new Date(columns.at[row] ?? 0)) ? 'running' : 'interrupted';
  }
  return endedState(DECISIONS[columns.decision[row] ?? 0] ?? 'none', (flags & HAS_FAULT) !== 0);
}

/**
 * A sieve of all terms that columns can answer; those of texts are left to a scan of the lines. Each term goes through
 * its own column once: a long record has far more rows than a function can be called for while somebody waits.
 */
export function sieveOf(terms: readonly FilterTerm[]): Sieve {
  const sieves = terms.flatMap((term) => sieveOfTerm(term) ?? []);
  return (block, marks) => {
    for (const sieve of sieves) sieve(block, marks);
  };
}

function sieveOfTerm(term: FilterTerm): Sieve | null {
  switch (term.key) {
    case 'text':
      return null;
    case 'is':
      return stateSieve(term.state);
    case 'id':
      return ({ ids }, marks) => keep(marks, ids.size, (row) => ids.of(row)?.startsWith(term.value) ?? false);
    case 'since':
    case 'until':
      return timeSieve(term.key === 'since', term.edge);
    case 'slow':
      return slowSieve(term.isBelow, term.edge);
    case 'hook':
      return hookSieve(term.value);
    case 'fault':
      return faultSieve(term.value);
    case 'event':
    case 'tool':
    case 'project':
    case 'session':
    case 'agent':
      return textSieve(term.key, term.value);
  }
}

/** For tests that need more than a column: only rows that fit so far are asked. */
function keep(marks: Uint8Array, size: number, fits: (row: number) => boolean): void {
  for (let row = 0; row < size; row += 1) if (marks[row] === 1 && !fits(row)) marks[row] = 0;
}

const timeSieve =
  (isSince: boolean, edge: number): Sieve =>
  ({ rows: { columns, size } }, marks) => {
    const { at } = columns;
    const [least, most] = isSince ? [edge, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, edge];
    for (let row = 0; row < size; row += 1) {
      const own = at[row] ?? 0;
      if (!(own >= least && own <= most)) marks[row] = 0;
    }
  };

const slowSieve =
  (isBelow: boolean, edge: number): Sieve =>
  ({ rows: { columns, size } }, marks) => {
    const { durationMs, flags } = columns;
    for (let row = 0; row < size; row += 1) {
      const own = durationMs[row] ?? 0;
      const fits = isBelow ? own <= edge : own >= edge;
      if (!fits || ((flags[row] ?? 0) & HAS_END) === 0) marks[row] = 0;
    }
  };

function stateSieve(state: FilterState): Sieve {
  if (state === 'shadow') return flagSieve(HAS_SHADOW, HAS_SHADOW);
  if (state === 'torn') return flagSieve(IS_TORN, IS_TORN);
  // Most rows are told by their columns; only those without an end need a look at their process.
  if (state === 'running' || state === 'interrupted')
    return (block, marks) => {
      flagSieve(HAS_END, 0)(block, marks);
      keep(marks, block.rows.size, (row) => stateOf(block, row) === state);
    };
  const fitting = codesOf(state);
  return ({ rows: { columns, size } }, marks) => {
    const { flags, decision } = columns;
    for (let row = 0; row < size; row += 1) {
      const flag = flags[row] ?? 0;
      const code = (decision[row] ?? 0) * 2 + ((flag & HAS_FAULT) === 0 ? 0 : 1);
      if ((flag & HAS_END) === 0 || (flag & IS_TORN) !== 0 || fitting[code] !== 1) marks[row] = 0;
    }
  };
}

/** Which decisions, each without and with a fault, are drawn as this state once they have ended. */
const codesOf = (state: FilterState): Uint8Array =>
  Uint8Array.from(
    DECISIONS.flatMap((decision) =>
      [false, true].map((hasFault) => (endedState(decision, hasFault) === state ? 1 : 0)),
    ),
  );

const flagSieve =
  (flag: number, wanted: number): Sieve =>
  ({ rows: { columns, size } }, marks) => {
    const { flags } = columns;
    for (let row = 0; row < size; row += 1) if (((flags[row] ?? 0) & flag) !== wanted) marks[row] = 0;
  };

const has = (text: string | null, value: string): boolean => text?.toLowerCase().includes(value.toLowerCase()) ?? false;

function textSieve(key: TextKey, value: string): Sieve {
  const asked = new FittingValues<string>((text) => has(text, value));
  return ({ rows: { columns, size }, dictionaries: { texts } }, marks) => {
    const column = columns[key];
    const known = asked.of(texts);
    for (let row = 0; row < size; row += 1) {
      if (marks[row] === 0) continue;
      const number = column[row] ?? 0;
      if ((known[number] || asked.ask(texts, number)) === FAILS) marks[row] = 0;
    }
  };
}

function hookSieve(value: string): Sieve {
  const asked = new FittingValues<IndexedHook>(({ id, name }) => has(id, value) || has(name, value));
  return (block, marks) => runSieve(block, 'hook', { asked, dictionary: block.dictionaries.hooks }, marks);
}

function faultSieve(value: string): Sieve {
  const asked = new FittingValues<string>((code) => value === 'any' || code === value);
  return (block, marks) => runSieve(block, 'fault', { asked, dictionary: block.dictionaries.texts }, marks);
}

/** Keeps rows with any run that fits. */
function runSieve<Value>(
  { rows, runs }: ColumnBlock,
  name: RunColumn,
  { asked, dictionary }: { readonly asked: FittingValues<Value>; readonly dictionary: Dictionary<Value> },
  marks: Uint8Array,
): void {
  const { runFrom, runCount } = rows.columns;
  const column = runs.columns[name];
  const known = asked.of(dictionary);
  for (let row = 0; row < rows.size; row += 1) {
    if (marks[row] === 0) continue;
    const from = runFrom[row] ?? 0;
    const to = from + (runCount[row] ?? 0);
    let any = 0;
    for (let at = from; at < to && any === 0; at += 1) {
      const number = column[at] ?? 0;
      if ((known[number] || asked.ask(dictionary, number)) === FITS) any = 1;
    }
    marks[row] = any;
  }
}

const [FITS, FAILS] = [1, 2];

/** Which values of a dictionary fit: each is asked once, when a row has it. */
class FittingValues<Value> {
  readonly #test: (value: Value) => boolean;
  #known = new Uint8Array(0);

  constructor(test: (value: Value) => boolean) {
    this.#test = test;
  }

  /** By number: `FITS`, `FAILS`, or 0 where it was not asked yet. */
  of({ size }: Dictionary<Value>): Uint8Array {
    if (this.#known.length < size) {
      const grown = new Uint8Array(size);
      grown.set(this.#known);
      this.#known = grown;
    }
    return this.#known;
  }

  ask(dictionary: Dictionary<Value>, number: number): number {
    const value = dictionary.value(number);
    const answer = value !== null && this.#test(value) ? FITS : FAILS;
    this.#known[number] = answer;
    return answer;
  }
}
