import { type FilterTerm, parseFilter } from '@hookline/core/internal';
import type { FilterProblem } from '@hookline/studio';
import type { Query } from '../database/database.ts';
import { WORD_KINDS, type WordKind } from '../ingest/words.ts';

/** A filter as a condition on the table `decision` (as `d`), with its values from `$1` on. */
export interface SqlFilter {
  readonly where: string;
  readonly values: readonly unknown[];
  readonly problems: readonly FilterProblem[];
  /** It asks for states, words and times only: the indexes say what is best to read, whatever the values are. */
  readonly isPlain: boolean;
}

/** Reads the filter language of the studio, and `machine:` beside it; words that repeat are looked up first, so that their indexes are used. */
export async function sqlFilter(query: Query, q: string): Promise<SqlFilter> {
  const machines: string[] = [];
  // What stands in the place of a word for a machine is as long, so that problems of others are where they were.
  const rest = q.replaceAll(/(?<![^\s])machine:(?:"([^"]*)"|(\S+))/gi, (word, quoted?: string, plain?: string) => {
    machines.push(quoted ?? plain ?? '');
    return ' '.repeat(word.length);
  });
  const { terms, problems } = parseFilter(rest);
  const draft: Draft = { conditions: [], values: [] };
  for (const machine of machines) add(draft, MACHINE, like(machine));
  for (const term of terms) await addTerm(query, draft, term);
  const isPlain = machines.length === 0 && terms.every(({ key }) => PLAIN.has(key));
  return { where: ['true', ...draft.conditions].join(' and '), values: draft.values, problems, isPlain };
}

const PLAIN: ReadonlySet<string> = new Set(['is', 'since', 'until', ...WORD_KINDS]);

const MACHINE = `d.stream in (select s.id from stream s join machine m on m.id = s.machine where m.name ilike ?)`;

interface Draft {
  readonly conditions: string[];
  readonly values: unknown[];
}

type TermOf<Key extends FilterTerm['key']> = Extract<FilterTerm, { readonly key: Key }>;

const STATES: Readonly<Record<TermOf<'is'>['state'], string>> = {
  running: 'd.verdict is null',
  interrupted: 'd.verdict is null',
  pass: 'd.verdict = 0 and d.faults = 0',
  allow: 'd.verdict = 1 and d.faults = 0',
  ask: 'd.verdict = 2',
  block: 'd.verdict = 3',
  fault: 'd.verdict < 2 and d.faults > 0',
  torn: 'false',
  shadow: 'd.shadow',
};

async function addTerm(query: Query, draft: Draft, term: FilterTerm): Promise<void> {
  if (term.key === 'is') draft.conditions.push(`(${STATES[term.state]})`);
  else if (term.key === 'slow') add(draft, `d.ms ${term.isBelow ? '<=' : '>='} ?::real`, term.edge);
  else if ('edge' in term) addTime(draft, term.key, term.edge);
  else {
    const kind = WORD_KINDS.find((each) => each === term.key);
    if (kind === undefined) addText(draft, term.key, term.value);
    else await addKnownWord(query, draft, kind, term.value);
  }
}

/** `project:app` means every project whose name contains it. */
async function addKnownWord(query: Query, draft: Draft, kind: WordKind, value: string): Promise<void> {
  const found = await query<{ id: number }>(`select id from word where kind = $1 and text ilike $2 limit 1000`, [
    WORD_KINDS.indexOf(kind),
    like(value),
  ]);
  const ids = found.map(({ id }) => id);
  if (ids.length === 1) draft.conditions.push(`d.${kind} = ${valueIn(draft, ids[0])}`);
  else draft.conditions.push(`d.${kind} = any(${valueIn(draft, ids)}::int[])`);
}

function addText(
  draft: Draft,
  key: Exclude<FilterTerm['key'], 'is' | 'since' | 'until' | 'slow'>,
  value: string,
): void {
  if (key === 'id') add(draft, `starts_with(d.id, ?)`, plain(value));
  else if (key === 'session') add(draft, `d.session ilike ?`, like(value));
  else if (key === 'fault' && value === 'any') draft.conditions.push('d.faults > 0');
  else if (key === 'fault') add(draft, FAULT, plain(value));
  else {
    const at = valueIn(draft, like(value));
    draft.conditions.push(`(d.about ilike ${at} or d.reason ilike ${at} or d.id ilike ${at} or d.session ilike ${at})`);
  }
}

const FAULT = `exists (select from run r where r.day = d.day and r.stream = d.stream and r.decision = d.id and r.fault = ?)`;

const add = (draft: Draft, condition: string, value: unknown): void =>
  void draft.conditions.push(condition.replace('?', valueIn(draft, value)));

function valueIn(draft: Draft, value: unknown): string {
  draft.values.push(value);
  return `$${draft.values.length}`;
}

/** PostgreSQL has no text with a null character. */
const plain = (value: string): string => value.replaceAll('\0', '');
const like = (value: string): string => `%${plain(value).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function addTime(draft: Draft, key: 'since' | 'until', edge: number): void {
  const time = Math.min(Math.max(edge, 0), LATEST);
  add(draft, key === 'since' ? 'd.at >= ?' : 'd.at <= ?', new Date(time));
  add(draft, `d.day ${key === 'since' ? '>=' : '<='} ?`, dayBound(key, time));
}

/** The day of a row is that of its time, or of its id, which is near it: so a bound of time also says which partitions are read. */
export const dayBound = (key: 'since' | 'until', time: number): string =>
  new Date(Math.min(Math.max(0, key === 'since' ? time - NEAR_MS : time + NEAR_MS), LATEST)).toISOString().slice(0, 10);

const NEAR_MS = 3 * 864e5;
const LATEST = Date.parse('9999-01-01');
