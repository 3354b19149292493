import type { Query } from '../database/database.ts';
import { WORD_KINDS, type WordKind } from '../ingest/words.ts';

/** What is wrong with a filter's text, and where. */
export interface FilterProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** A filter as a condition on the table `decision` (as `d`), with its values from `$1` on. */
export interface SqlFilter {
  readonly where: string;
  readonly values: readonly unknown[];
  readonly problems: readonly FilterProblem[];
}

/** Reads the filter language of the studio; words that repeat are looked up first, so that their indexes are used. */
export async function sqlFilter(query: Query, q: string): Promise<SqlFilter> {
  const draft: Draft = { conditions: [], values: [], problems: [] };
  for (const match of q.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const [whole, key = 'text', quoted, plain = ''] = match;
    const problem = await addWord(query, draft, key.toLowerCase(), quoted ?? plain);
    if (problem !== null) draft.problems.push({ from: match.index, to: match.index + whole.length, message: problem });
  }
  return { where: ['true', ...draft.conditions].join(' and '), values: draft.values, problems: draft.problems };
}

interface Draft {
  readonly conditions: string[];
  readonly values: unknown[];
  readonly problems: FilterProblem[];
}

const STATES: Readonly<Record<string, string>> = {
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

const KEYS = ['is', 'id', 'machine', 'session', 'fault', 'since', 'until', 'slow', 'text', ...WORD_KINDS];

async function addWord(query: Query, draft: Draft, key: string, value: string): Promise<string | null> {
  const kind = WORD_KINDS.find((each) => each === key);
  if (kind !== undefined) return addKnownWord(query, draft, kind, value);
  const add = PLAIN[key];
  return add === undefined ? `expected one of ${KEYS.join(', ')} before the colon` : add(draft, value);
}

/** `project:app` means every project whose name contains it. */
async function addKnownWord(query: Query, draft: Draft, kind: WordKind, value: string): Promise<null> {
  const found = await query<{ id: number }>(`select id from word where kind = $1 and text ilike $2 limit 1000`, [
    WORD_KINDS.indexOf(kind),
    like(value),
  ]);
  const ids = found.map(({ id }) => id);
  if (ids.length === 1) draft.conditions.push(`d.${kind} = ${valueIn(draft, ids[0])}`);
  else draft.conditions.push(`d.${kind} = any(${valueIn(draft, ids)}::int[])`);
  return null;
}

const PLAIN: Readonly<Record<string, (draft: Draft, value: string) => string | null>> = {
  is: (draft, value) => {
    const condition = Object.hasOwn(STATES, value) ? STATES[value] : undefined;
    if (condition === undefined) return `is: expected one of ${Object.keys(STATES).join(', ')}`;
    draft.conditions.push(`(${condition})`);
    return null;
  },
  id: (draft, value) => add(draft, `starts_with(d.id, ?)`, value),
  machine: (draft, value) =>
    add(
      draft,
      `d.stream in (select s.id from stream s join machine m on m.id = s.machine where m.name ilike ?)`,
      like(value),
    ),
  session: (draft, value) => add(draft, `d.session ilike ?`, like(value)),
  fault: (draft, value) =>
    value === 'any'
      ? add(draft, 'd.faults > 0')
      : add(
          draft,
          `exists (select from run r where r.day = d.day and r.stream = d.stream and r.decision = d.id and r.fault = ?)`,
          value,
        ),
  since: (draft, value) => addTime(draft, value, 'd.at >= ?'),
  until: (draft, value) => addTime(draft, value, 'd.at <= ?'),
  slow: (draft, value) => addSlow(draft, value),
  text: (draft, value) => {
    const at = valueIn(draft, like(value));
    draft.conditions.push(`(d.about ilike ${at} or d.reason ilike ${at} or d.id ilike ${at} or d.session ilike ${at})`);
    return null;
  },
};

function add(draft: Draft, condition: string, ...values: readonly unknown[]): null {
  const [value] = values;
  draft.conditions.push(values.length === 0 ? condition : condition.replace('?', valueIn(draft, value)));
  return null;
}

function valueIn(draft: Draft, value: unknown): string {
  draft.values.push(value);
  return `$${draft.values.length}`;
}

const like = (value: string): string => `%${value.replaceAll('\0', '').replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

/** The day of a row is that of its time, or of its id, which is near it: so a bound of time also says which partitions are read. */
function addTime(draft: Draft, value: string, condition: string): string | null {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(value) ?? [];
  const edge = count === undefined ? timeOf(value) : Date.now() - Number(count) * (UNITS[unit] ?? 0);
  if (!(edge >= 0 && edge < LATEST)) return 'expected a time such as 15m, 7d or 2026-01-31';
  add(draft, condition, new Date(edge));
  if (condition.includes('>=')) add(draft, 'd.day >= ?', dayText(edge - NEAR_MS));
  else add(draft, 'd.day <= ?', dayText(edge + NEAR_MS));
  return null;
}

const NEAR_MS = 3 * 864e5;
const LATEST = Date.parse('9999-01-01');
const dayText = (time: number): string => new Date(Math.max(0, time)).toISOString().slice(0, 10);
const timeOf = (value: string): number => (/^\d{10,}$/.test(value) ? Number(value) : Date.parse(value));

function addSlow(draft: Draft, value: string): string | null {
  const [, sign = '>', count, unit = 'ms'] = /^([<>]?)=?(\d+(?:\.\d+)?)(ms|s)?$/.exec(value) ?? [];
  if (count === undefined) return 'slow: expected a duration such as >200ms';
  return add(draft, `d.ms ${sign === '<' ? '<=' : '>='} ?::real`, Number(count) * (unit === 's' ? 1000 : 1));
}
