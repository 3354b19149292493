import { isAlive } from '../../process/alive.ts';
import { endedState, type RowState } from '../decision-row.ts';
import { type ColumnBlock, HAS_END, HAS_FAULT, HAS_SHADOW, IS_TORN, type RunColumn } from './block.ts';
import type { Dictionary, IndexedHook } from './dictionary.ts';
import { DECISIONS } from './entry-bytes.ts';
import type { FilterState, FilterTerm, TextKey } from './filter.ts';

/** For a block: whether a row of it fits. It is made for one look, since the columns of a block may grow. */
export type RowTest = (block: ColumnBlock) => (row: number) => boolean;

export function stateOf({ rows: { columns } }: ColumnBlock, row: number): RowState {
  const flags = columns.flags[row] ?? 0;
  if ((flags & IS_TORN) !== 0) return 'torn';
  if ((flags & HAS_END) === 0) {
    const pid = columns.pid[row] ?? 0;
    return pid > 0 && isAlive(pid, new Date(columns.at[row] ?? 0)) ? 'running' : 'interrupted';
  }
  return endedState(DECISIONS[columns.decision[row] ?? 0] ?? 'none', (flags & HAS_FAULT) !== 0);
}

/** A test of all terms that columns can answer; those of texts are left to a scan of the lines. */
export function rowTest(terms: readonly FilterTerm[]): RowTest {
  const tests = terms.flatMap((term) => testOf(term) ?? []);
  return (block) => {
    const here = tests.map((test) => test(block));
    const [first, second] = here;
    if (first === undefined) return () => true;
    if (second === undefined) return first;
    return here.length === 2 ? (row) => first(row) && second(row) : (row) => here.every((test) => test(row));
  };
}

function testOf(term: FilterTerm): RowTest | null {
  switch (term.key) {
    case 'text':
      return null;
    case 'is':
      return stateTest(term.state);
    case 'id':
      return ({ ids }) =>
        (row) =>
          ids.of(row)?.startsWith(term.value) ?? false;
    case 'since':
    case 'until':
      return timeTest(term.key === 'since', term.edge);
    case 'slow':
      return slowTest(term.isBelow, term.edge);
    case 'hook':
      return hookTest(term.value);
    case 'fault':
      return faultTest(term.value);
    case 'event':
    case 'tool':
    case 'project':
    case 'session':
    case 'agent':
      return textTest(term.key, term.value);
  }
}

const timeTest =
  (isSince: boolean, edge: number): RowTest =>
  ({ rows: { columns } }) => {
    const { at } = columns;
    return isSince ? (row) => (at[row] ?? 0) >= edge : (row) => (at[row] ?? 0) <= edge;
  };

const slowTest =
  (isBelow: boolean, edge: number): RowTest =>
  ({ rows: { columns } }) => {
    const { durationMs, flags } = columns;
    return (row) => {
      const own = durationMs[row] ?? 0;
      return ((flags[row] ?? 0) & HAS_END) !== 0 && (isBelow ? own <= edge : own >= edge);
    };
  };

function stateTest(state: FilterState): RowTest {
  const code = DECISIONS.findIndex((decision) => decision === state);
  return (block) => {
    const { flags, decision } = block.rows.columns;
    const has = (row: number, flag: number): boolean => ((flags[row] ?? 0) & flag) !== 0;
    // Most rows are told by their columns; only those without an end need a look at their process.
    if (state === 'shadow') return (row) => has(row, HAS_SHADOW);
    if (state === 'block' || state === 'ask') return (row) => decision[row] === code && has(row, HAS_END);
    if (state === 'running' || state === 'interrupted')
      return (row) => !has(row, HAS_END) && stateOf(block, row) === state;
    if (state === 'torn') return (row) => has(row, IS_TORN);
    return (row) => has(row, HAS_END) && stateOf(block, row) === state;
  };
}

const has = (text: string | null, value: string): boolean => text?.toLowerCase().includes(value.toLowerCase()) ?? false;

function textTest(key: TextKey, value: string): RowTest {
  const fits = remembered<string>((text) => has(text, value));
  return ({ rows: { columns }, dictionaries: { texts } }) => {
    const column = columns[key];
    return (row) => fits(texts, column[row] ?? 0);
  };
}

function hookTest(value: string): RowTest {
  const fits = remembered<IndexedHook>(({ id, name }) => has(id, value) || has(name, value));
  return (block) => anyRun(block, 'hook', (number) => fits(block.dictionaries.hooks, number));
}

function faultTest(value: string): RowTest {
  const fits = remembered<string>((code) => value === 'any' || code === value);
  return (block) => anyRun(block, 'fault', (number) => fits(block.dictionaries.texts, number));
}

function anyRun(
  { rows, runs }: ColumnBlock,
  name: RunColumn,
  fits: (number: number) => boolean,
): (row: number) => boolean {
  const { runFrom, runCount } = rows.columns;
  const column = runs.columns[name];
  return (row) => {
    const from = runFrom[row] ?? 0;
    const to = from + (runCount[row] ?? 0);
    for (let at = from; at < to; at += 1) if (fits(column[at] ?? 0)) return true;
    return false;
  };
}

/** Asks once for each value of a dictionary. */
function remembered<Value>(test: (value: Value) => boolean): (from: Dictionary<Value>, number: number) => boolean {
  const known: (boolean | undefined)[] = [];
  return (from, number) => known[number] ?? (known[number] = valueFits(from.value(number), test));
}

const valueFits = <Value>(value: Value | null, test: (value: Value) => boolean): boolean =>
  value !== null && test(value);
