import { type HashTree, MOST_CHECKPOINTS, type StreamCheckpointAnswer } from '@hookline/fleet';
import type { KnownMachine } from '../access/machines.ts';
import type { Database, Query } from '../database/database.ts';
import { DAILY_LOCK } from './daily.ts';
import { dailyRows, endsUnder, newestNumber, type EndUnder, treeOver } from './daily-rows.ts';
import { proofKey } from './sign.ts';

/** What a machine asks about its stream. */
interface CheckpointQuestion {
  readonly stream: string;
  /** The newest checkpoint that it knows; null: none. */
  readonly after: number | null;
}

/** Answers machines with what is signed about their streams; null: the machine has no such stream. */
export type AskCheckpoint = (
  machine: KnownMachine,
  asked: CheckpointQuestion,
) => Promise<StreamCheckpointAnswer | null>;

/** A tree, and where each stream stands in it. */
interface Known {
  readonly tree: HashTree;
  readonly ends: ReadonlyMap<string, EndUnder & { readonly index: number }>;
  readonly jws: string;
}

/** Many machines ask about the same checkpoint: each is read once, and the last few are kept. */
const MOST_TREES = 4;

export function createAskCheckpoint(database: Database): AskCheckpoint {
  const trees = new Map<string, Promise<Known>>();
  const treeOf = (org: number, number: number): Promise<Known> => {
    const name = `${org} ${number}`;
    const known = trees.get(name) ?? database.inOrg(org, (query) => knownTree(query, org, number));
    trees.delete(name); // put last
    trees.set(name, known);
    known.catch(() => trees.delete(name));
    for (const [oldest] of trees) if (trees.size > MOST_TREES) trees.delete(oldest);
    return known;
  };
  return async (machine, { stream, after }) => {
    const found = await database.inOrg(machine.org, (query) => foundFor(query, machine, { stream, after }));
    if (found === null) return null;
    const { number, ...rest } = found;
    const { x = '' } = await database.everywhere(proofKey);
    const end = number === null ? null : endIn(await treeOf(machine.org, number), stream);
    return { key: x, ...rest, end };
  };
}

interface Found extends Pick<StreamCheckpointAnswer, 'newest' | 'checkpoints'> {
  /** The newest checkpoint under which the stream is; null: none. */
  readonly number: number | null;
}

async function foundFor(
  query: Query,
  { org, id }: KnownMachine,
  { stream, after }: CheckpointQuestion,
): Promise<Found | null> {
  // One that is being made is waited for: what was confirmed before this answer must be under the next.
  await query('select pg_advisory_xact_lock_shared($1, $2)', [DAILY_LOCK, org]);
  const [own] = await query<{ number: number | null }>(
    `select (select max(c.number) from checkpoint c where c.stream = s.id) as number from stream s where s.id = $1 and s.machine = $2`,
    [stream, id],
  );
  if (own === undefined) return null;
  const newest = await newestNumber(query, org);
  const from = after === null || (newest ?? 0) - after > MOST_CHECKPOINTS ? (newest ?? 0) - 1 : after;
  const rows = await dailyRows(query, org, from, MOST_CHECKPOINTS);
  return { newest, number: own.number, checkpoints: rows.map(({ jws }) => jws) };
}

async function knownTree(query: Query, org: number, number: number): Promise<Known> {
  const ends = await endsUnder(query, org, number);
  const [row] = await dailyRows(query, org, number - 1, 1);
  return {
    tree: treeOver(ends),
    ends: new Map(ends.map((end, index) => [end.stream, { ...end, index }])),
    jws: row?.jws ?? '',
  };
}

function endIn({ tree, ends, jws }: Known, stream: string): StreamCheckpointAnswer['end'] {
  const end = ends.get(stream);
  if (end === undefined) return null;
  const { lines, head, index } = end;
  return { lines, head, index, count: tree.count, path: tree.pathOf(index), jws };
}
