import { errorText, type ManagedPolicy, type PolicyStatement } from '@hookline/core/internal';
import type { Database, Query } from '../database/database.ts';
import type { PolicyKey } from '../policy/keys.ts';
import { publishedPolicy, restamp, stampOf, statementOf } from '../policy/repository.ts';
import { figuresOf, foldReports } from './figures.ts';
import { look, shadowOf } from './rollout.ts';
import { GATEWAY, noteEvent, type PolicyRow, rowOf, writeRow } from './rows.ts';

/** Who conducts the roll-out of a repository's policy. */
export interface ConductOptions {
  readonly database: Database;
  readonly folder: string;
  /** Signs time stamps; null: the gateway can only say what should be done. */
  readonly online: PolicyKey | null;
  /** The organisation whose machines count. */
  readonly org: number;
  readonly onProblem: (text: string) => void;
}

const LOCK = 4_723_002;

/**
 * One round: reads what people and machines have said, looks at the gates if it is time, and signs what has changed. The row
 * in the database is the truth and the time stamp follows it, so a round that failed half-way is made good by the next one.
 * False: another gateway is at it.
 */
export function conduct(options: ConductOptions, isTimeToLook: boolean): Promise<boolean> {
  const { database, folder, org } = options;
  return database.inOrg(org, async (query) => {
    const [lock] = await query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [LOCK, org]);
    if (lock?.taken !== true) return false;
    if (isTimeToLook) await foldReports(query, org);
    const policy = publishedPolicy(folder);
    if (policy === null) return true;
    const stored = await rowOf(query, org, policy);
    const row = await adopted(options, query, policy, stored);
    const next = isTimeToLook ? await looked(options, query, policy, row) : row;
    const said = sayIt(options, policy, next);
    if (said !== stored.said || next !== stored) await writeRow(query, org, policy.org, { ...next, said });
    return true;
  });
}

const sameStatement = (one: PolicyStatement | null, other: PolicyStatement | null): boolean =>
  textOf(one) === textOf(other);

const textOf = (said: PolicyStatement | null): string =>
  said === null ? '' : `${said.version} ${said.stage} ${said.shadow.toSorted().join(' ')}`;

/** What somebody has signed by hand since counts: an emergency is not undone by a gateway that did not hear of it. */
async function adopted(
  { folder, org }: ConductOptions,
  query: Query,
  { version, org: policy }: ManagedPolicy,
  row: PolicyRow,
): Promise<PolicyRow> {
  const found = statementOf(folder);
  if (found === null || found.version !== version || sameStatement(found, row.said)) return row;
  await noteEvent(query, org, { who: GATEWAY, what: 'stamped_by_hand', detail: { policy, ...found } });
  const isMoved = found.stage !== row.stage;
  const state = row.state === 'done' ? 'done' : 'running';
  return {
    ...row,
    stage: found.stage,
    sinceMs: isMoved ? Date.now() : row.sinceMs,
    shadow: found.shadow,
    state,
    why: null,
    said: found,
  };
}

async function looked(
  options: ConductOptions,
  query: Query,
  policy: ManagedPolicy,
  row: PolicyRow,
): Promise<PolicyRow> {
  const { rollout, version, org: name } = policy;
  if (rollout === null || row.state !== 'running') return row;
  const { org, online, onProblem } = options;
  const [clock] = await query<{ now: Date }>('select now() as now');
  const about = { org, policy: name, version, rollout, stage: row.stage, sinceMs: row.sinceMs };
  const next = look(row, rollout, await figuresOf(query, about), clock?.now.getTime() ?? Date.now());
  if (next === row || (online === null && next.state !== 'halted')) return row;
  const what = next.state === 'halted' ? 'halted' : next.state === 'done' ? 'done' : 'advanced';
  await noteEvent(query, org, {
    who: GATEWAY,
    what,
    detail: { policy: name, version, stage: next.stage, why: next.why },
  });
  if (next.state === 'halted')
    onProblem(
      `roll-out ${rollout.id} of ${name} v${version} is halted: ${next.why ?? ''}${online === null ? `; this gateway has no online key: run hookline policy stamp with ${rollout.hooks.map((hook) => `--shadow ${hook}`).join(' ')}` : ''}`,
    );
  return next;
}

/** A time stamp is fresh for a day: it is signed again when half of that is over. */
const RENEW_MS = 12 * 3_600_000;

/** Signs what is to be said now, unless it is said already; returns what is said. */
function sayIt(
  { folder, online, onProblem }: ConductOptions,
  policy: ManagedPolicy,
  row: PolicyRow,
): PolicyStatement | null {
  if (online === null) return row.said;
  const wanted = wantedBy(policy, row);
  const isFresh = Date.parse(stampOf(folder)?.expires ?? '') - Date.now() > RENEW_MS;
  if (isFresh && sameStatement(wanted, statementOf(folder))) return row.said ?? wanted;
  try {
    restamp(folder, online, wanted);
    return wanted;
  } catch (error) {
    onProblem(`the time stamp of the policy could not be signed: ${errorText(error)}`);
    return row.said;
  }
}

/** What the row comes to for machines; it can name no stage beyond those that were signed, and no hook that is not there. */
function wantedBy({ version, rollout, hooks }: ManagedPolicy, row: PolicyRow): PolicyStatement {
  const names = new Set(hooks.map(({ name }) => name));
  const shadow = new Set([...row.shadow, ...shadowOf(row, rollout?.hooks ?? [])]);
  return { version, stage: row.stage, shadow: [...shadow].filter((name) => names.has(name)).toSorted() };
}
