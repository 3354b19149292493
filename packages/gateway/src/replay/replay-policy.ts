import { type AnyEvent, isCut, parseLine, type RecordedDecision } from '@hookline/core/internal';
import type { Database, Query } from '../database/database.ts';
import type { PublishedFiles } from '../policy/repository.ts';
import { decisionDetail } from '../questions/detail.ts';
import { sqlFilter } from '../questions/filter.ts';
import { type ReplayProgram, startReplayWorker } from './start-worker.ts';
import { createTally, type ReplayedHook } from './tally.ts';

/** `POST /v1/replay`: what the hooks of a policy would have done with events that happened. */
export interface ReplayAnswer {
  readonly policy: string;
  readonly version: number;
  /** Decisions that the filter finds, and how many of them were drawn. */
  readonly found: number;
  readonly drawn: number;
  /** Events that were run again. */
  readonly events: number;
  /** Events of which the gateway has no content (`ship` is not `full`), or only a part. */
  readonly withoutContent: number;
  /** False: the time was over before all that were drawn had run. */
  readonly isWhole: boolean;
  readonly hooks: readonly ReplayedHook[];
}

export interface ReplayRequest {
  readonly org: number;
  /** In the filter language of the other questions. */
  readonly q: string;
  readonly sample: number;
}

const AT_ONCE = 4;
const LONGEST_MS = 60_000;

/** What hooks are run with. */
export interface ReplayBounds {
  readonly program: ReplayProgram;
  readonly longestMs?: number;
}

/**
 * Runs the hooks of a policy over decisions of the record, all in shadow and in a process of their own: nothing is decided,
 * recorded or repeated. Throws a `ReplayFailed`.
 */
export async function replayPolicy(
  { inOrg }: Pick<Database, 'inOrg'>,
  files: PublishedFiles,
  { org, q, sample }: ReplayRequest,
  { program, longestMs = LONGEST_MS }: ReplayBounds,
): Promise<ReplayAnswer> {
  const { found, ids } = await inOrg(org, (query) => drawn(query, q, sample));
  const worker = await startReplayWorker(program, files, longestMs);
  try {
    const tally = createTally(worker.names);
    let [next, withoutContent, isOver] = [0, 0, false];
    const goOn = async (): Promise<void> => {
      while (next < ids.length && !isOver) {
        const id = ids[next++] ?? '';
        const asked = await inOrg(org, (query) => eventOf(query, id));
        const runs = asked === null ? null : await worker.run(asked.event);
        if (asked === null) withoutContent += 1;
        else if (runs === null) isOver = true;
        else tally.add(asked.decision, runs);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, goOn));
    const { policy, version } = worker;
    const counts = { found, drawn: ids.length, events: tally.events(), withoutContent };
    return { policy, version, ...counts, isWhole: !isOver, hooks: tally.hooks() };
  } finally {
    await worker.close();
  }
}

/** The same decisions each time, whatever their order: by a digest of their ids. */
async function drawn(
  query: Query,
  q: string,
  sample: number,
): Promise<{ readonly found: number; readonly ids: readonly string[] }> {
  const { where, values } = await sqlFilter(query, q);
  const rows = await query<{ id: string; found: string }>(
    `select d.id, count(*) over () as found from decision d where ${where} order by md5(d.id), d.id limit ${sample}`,
    values,
  );
  return { found: Number(rows[0]?.found ?? 0), ids: rows.map(({ id }) => id) };
}

interface AskedAgain {
  readonly decision: RecordedDecision;
  readonly event: AnyEvent;
}

/** Null: the gateway does not have the whole event. */
async function eventOf(query: Query, id: string): Promise<AskedAgain | null> {
  const detail = await decisionDetail(query, id);
  if (detail === null) return null;
  const { decision, raw } = detail;
  const isReduced = raw.some(({ line }) => 'reduced' in (parseLine(line) ?? {}));
  if (decision.payload === null || isReduced || isCut(decision.payload)) return null;
  // The record only has events that the engine accepted.
  return { decision, event: decision.payload as AnyEvent };
}
