import { checkpointDigest, type DailyCheckpoint, readDailyCheckpoint } from '@hookline/fleet';
import type { Database, Query } from '../database/database.ts';
import { type DailyRow, dailyRows, endsUnder, treeOver } from './daily-rows.ts';
import { storedKey } from './sign.ts';

/** What is known of the daily checkpoints of one organisation. */
export interface DailyReport {
  readonly org: string;
  readonly count: number;
  /** Null: there is none yet. */
  readonly newest: Pick<DailyRow, 'number' | 'day' | 'jws'> | null;
  readonly findings: readonly string[];
}

/** Reads rows in a transaction of its own. */
type InTransaction = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

/** Checks those of an organisation; null: of all that have machines. */
export async function checkAllDaily(
  { everywhere, inOrg }: Pick<Database, 'everywhere' | 'inOrg'>,
  org: number | null,
  kept: readonly string[] = [],
): Promise<readonly DailyReport[]> {
  const { orgs, key } = await everywhere(async (query) => ({
    orgs: await query<{ id: number; name: string }>(
      `select id, name from org o where ($1::int is null and exists (select from machine m where m.org = o.id)) or id = $1 order by id`,
      [org],
    ),
    key: (await storedKey(query))?.x ?? '',
  }));
  const reports: DailyReport[] = [];
  for (const each of orgs) reports.push(await checkDaily((work) => inOrg(each.id, work), each, key, kept));
  return org === null ? [...reports, ...strangers(kept, key, reports)] : reports;
}

/** What was kept of organisations of which nothing is stored: a database that was emptied must not be whole. */
function strangers(kept: readonly string[], key: string, known: readonly DailyReport[]): readonly DailyReport[] {
  const findings = new Map<string, string[]>();
  for (const jws of kept) {
    const said = readDailyCheckpoint(jws, key);
    // One that is not signed by this key was told for each that is known.
    if (said === null ? known.length > 0 : known.some(({ org }) => org === said.org)) continue;
    const org = said?.org ?? 'unknown';
    findings.set(org, [...(findings.get(org) ?? []), said === null ? NOT_SIGNED : notStored(jws, key)]);
  }
  return Array.from(findings, ([org, each]) => ({ org, count: 0, newest: null, findings: each }));
}

const NOT_SIGNED = 'a checkpoint that was kept elsewhere is not signed by the key of this gateway';
const notStored = (jws: string, key: string): string =>
  `${wordsOf(jws, key)}, which was kept elsewhere, is not the one that is stored`;

const ROWS_AT_ONCE = 100;

/**
 * Checks that every checkpoint is signed by the gateway's key, follows the one before, is about the ends that are stored for it,
 * and names a row of the audit that is still there. `kept`: texts that somebody has kept elsewhere, each must still be there.
 */
async function checkDaily(
  ask: InTransaction,
  { id, name }: { readonly id: number; readonly name: string },
  key: string,
  kept: readonly string[] = [],
): Promise<DailyReport> {
  const findings: string[] = [];
  const missing = new Set(keptOf(kept, name, key, findings));
  let last: DailyRow | null = null;
  let count = 0;
  for (;;) {
    const after: number = last?.number ?? 0;
    const rows: readonly DailyRow[] = await ask((query) => dailyRows(query, id, after, ROWS_AT_ONCE));
    for (const row of rows) {
      findings.push(...(await ask((query) => problemsOf(query, { id, name, key }, row, last))));
      missing.delete(row.jws);
      last = row;
      count += 1;
    }
    if (rows.length === 0) break;
  }
  for (const jws of missing) findings.push(notStored(jws, key));
  return { org: name, count, newest: last, findings };
}

const wordsOf = (jws: string, key: string): string => {
  const said = readDailyCheckpoint(jws, key);
  return said === null ? 'a checkpoint' : `checkpoint ${said.number} of ${said.day}`;
};

/** Those of other organisations are looked at with theirs. */
function keptOf(kept: readonly string[], org: string, key: string, findings: string[]): readonly string[] {
  return kept.filter((jws) => {
    const said = readDailyCheckpoint(jws, key);
    if (said === null) findings.push(NOT_SIGNED);
    return said?.org === org;
  });
}

interface SignedBy {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

async function problemsOf(
  query: Query,
  { id, name, key }: SignedBy,
  { number, day, jws }: DailyRow,
  before: DailyRow | null,
): Promise<readonly string[]> {
  const what = `checkpoint ${number} of ${day}`;
  const said = readDailyCheckpoint(jws, key);
  if (said === null) return [`${what} is not signed by the key of this gateway`];
  const problems: string[] = [];
  if (said.org !== name || said.number !== number || said.day !== day)
    problems.push(`${what} is stored for another one: ${said.org}, ${said.number}, ${said.day}`);
  if (number !== (before?.number ?? 0) + 1 || said.previous !== (before === null ? null : checkpointDigest(before.jws)))
    problems.push(`${what} does not follow ${before === null ? 'the beginning' : `checkpoint ${before.number}`}`);
  const tree = treeOver(await endsUnder(query, id, number));
  if (tree.root !== said.root || tree.count !== said.streams)
    problems.push(
      `the ${tree.count} ends of streams that are stored for ${what} are not those that were signed (${said.streams})`,
    );
  return (await hasAudit(query, id, said))
    ? problems
    : [...problems, `the row of the audit that ${what} names is gone, or was changed`];
}

async function hasAudit(query: Query, org: number, { audit }: DailyCheckpoint): Promise<boolean> {
  if (audit === null) return true;
  const rows = await query(`select from audit where org = $1 and digest = decode($2, 'hex')`, [org, audit]);
  return rows.length > 0;
}
