import type { Query } from '../database/database.ts';

/** For how many days what machines have sent is kept; null: for ever. */
export interface KeepRule {
  /** The lines themselves, by the day of their arrival. */
  readonly lines: number | null;
  /** The rows by which questions find decisions, by the day of the decision. */
  readonly decisions: number | null;
}

/** A rule that cannot be carried out. */
export class WrongRule extends Error {}

const MOST_DAYS = 36_500;
const FOR_EVER: KeepRule = { lines: null, decisions: null };

/** The rule of this database: all its gateways go by the same. */
export async function keepRule(query: Query): Promise<KeepRule> {
  const [row] = await query<{ value: string }>(`select value from setting where name = 'keep'`);
  return row === undefined ? FOR_EVER : (JSON.parse(row.value) as KeepRule);
}

/** Who changes it, and why. */
export interface KeepChange {
  readonly rule: KeepRule;
  readonly who: string;
  readonly why: string;
}

/** Changes the rule, and notes it for every organisation, because it is about the lines of all. Throws a `WrongRule`. */
export async function changeKeepRule(query: Query, { rule, who, why }: KeepChange): Promise<void> {
  checkRule(rule);
  await query(
    `insert into setting (name, value) values ('keep', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(rule)],
  );
  await noteForAll(query, { who, what: 'keep_changed', detail: { ...rule, why } });
}

function checkRule({ lines, decisions }: KeepRule): void {
  for (const days of [lines, decisions])
    if (days !== null && (!Number.isInteger(days) || days < 1 || days > MOST_DAYS))
      throw new WrongRule(`expected whole days from 1 to ${MOST_DAYS}`);
  if (lines !== null && (decisions === null || decisions > lines))
    throw new WrongRule('a decision is read from its lines: they must be kept at least as long as decisions');
}

async function noteForAll(
  query: Query,
  { who, what, detail }: { readonly who: string; readonly what: string; readonly detail: object },
): Promise<void> {
  const orgs = await query<{ id: number }>('select id from org order by id');
  for (const { id } of orgs) await query('select note_audit($1, $2, $3, $4)', [id, who, what, JSON.stringify(detail)]);
}
