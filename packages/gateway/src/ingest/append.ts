import { errorCode } from '@hookline/core/internal';
import { type PolicyInForce, type ShipLevel, SHIP_LEVELS, type StreamHead } from '@hookline/fleet';
import type { Database } from '../database/database.ts';
import { checkDigests, type ChunkFinding } from './check-lines.ts';
import type { Partitions } from './partitions.ts';
import { type Projection, projectLines, wordsIn } from './project-lines.ts';
import { type ReadChunk, readChunk } from './read-chunk.ts';
import type { WordNumber, Words } from './words.ts';

/** A chunk as a machine sends it. */
export interface AppendRequest {
  readonly org: number;
  readonly machine: string;
  readonly stream: string;
  readonly after: string;
  readonly at: number;
  readonly level: ShipLevel;
  readonly waiting: number;
  readonly version: string | null;
  /** The policy in force on the machine, as it says; null: it says nothing. */
  readonly inForce: PolicyInForce | null;
  readonly body: Buffer;
  readonly encoding: string | undefined;
}

/** `done`: committed. `elsewhere`: the stream's end is another one. `gone`: the machine has no such stream, or may not send. */
export type Appended =
  | (StreamHead & {
      readonly outcome: 'done';
      readonly findings: readonly ChunkFinding[];
      readonly projection: Projection;
    })
  | (StreamHead & { readonly outcome: 'elsewhere' })
  | { readonly outcome: 'gone' };

export interface AppendPorts {
  readonly database: Database;
  readonly words: Words;
  readonly partitions: Partitions;
}

/** Appends a chunk to a stream, if the stream ends where the chunk begins; when this returns `done`, it is on disk. */
export async function appendChunk(ports: AppendPorts, request: AppendRequest): Promise<Appended> {
  const chunk = readChunk(request.body, request.encoding);
  const findings = checkDigests(chunk.lines, request.level);
  const projection = projectLines(chunk.lines);
  await ports.partitions.ensure(new Set(projection.decisions.map(({ day }) => day)));
  const number = await ports.words.numbersFor(request.org, wordsIn(projection));
  const values = valuesOf(request, chunk, projection);
  const send = (what: Projection, found: readonly ChunkFinding[]): Promise<AppendRow | undefined> =>
    call(ports, [...values, ...rowsOf(what, found, number), ...policyRows(request, what)]);
  const row = await send(projection, findings).catch((error: unknown) => {
    if (!isBadValue(error)) throw error;
    // The record matters more than the rows about it: the lines are stored without them, and that is said.
    return send(NOTHING, [...findings, unprojected(error)]);
  });
  if (row === undefined) return { outcome: 'gone' };
  const end = { head: row.head, lines: Number(row.lines) };
  return row.outcome === 'done' ? { outcome: 'done', ...end, findings, projection } : { outcome: 'elsewhere', ...end };
}

interface AppendRow {
  readonly outcome: 'done' | 'elsewhere';
  readonly head: string;
  readonly lines: string;
}

async function call({ database }: AppendPorts, values: readonly unknown[]): Promise<AppendRow | undefined> {
  const { rows } = await database.pool.query<AppendRow>({ name: 'append', text: APPEND, values: [...values, 'hex'] });
  return rows[0];
}

const APPEND =
  'select outcome, encode(head, $15) as head, lines from append_with_policy($1, $2, $3, decode($4, $15), $5, decode($6, $15), $7, $8, $9, $10, $11, $12, $13, $14)';

const NOTHING: Projection = { decisions: [], runs: [], firstAt: null, lastAt: null, policy: null };

/** PostgreSQL's classes for values that it cannot hold. */
const isBadValue = (error: unknown): boolean => /^2[23]/.test(errorCode(error));

const unprojected = (error: unknown): ChunkFinding => ({
  line: 1,
  kind: 'unprojected',
  message: `the lines from here on are stored, but questions do not find them: ${(error as Error).message}`,
  text: '',
});

function valuesOf(
  request: AppendRequest,
  { head, lines, stored }: ReadChunk,
  { firstAt, lastAt }: Projection,
): readonly unknown[] {
  const { org, machine, stream, after, at, level, waiting, version } = request;
  const facts = { lines: lines.length, level: SHIP_LEVELS.indexOf(level), waiting, version, firstAt, lastAt };
  return [org, machine, stream, after, at, head, JSON.stringify(facts), stored, null];
}

/** What the machine says about its policy, and what its lines do. */
const policyRows = ({ inForce }: AppendRequest, { policy }: Projection): readonly (string | null)[] =>
  [inForce, policy].map((value) => (value === null ? null : JSON.stringify(value)));

/** Lists of rows as JSON; null: none. */
function rowsOf(
  { decisions, runs }: Projection,
  findings: readonly ChunkFinding[],
  number: WordNumber,
): readonly (string | null)[] {
  const numbered = decisions.map(({ project, hook, agent, tool, event, runs: timed, ...row }) => ({
    ...row,
    ...(project === undefined ? {} : { project: number('project', project) }),
    ...(hook === undefined ? {} : { hook: number('hook', hook) }),
    ...(agent === undefined ? {} : { agent: number('agent', agent) }),
    ...(tool === undefined ? {} : { tool: number('tool', tool) }),
    ...(event === undefined ? {} : { event: number('event', event) }),
    ...(timed === undefined ? {} : { runs: timed.flatMap(([name, ms]) => [number('hook', name), ms]) }),
  }));
  const failed = runs.map((run) => ({ ...run, hook: number('hook', run.hook) }));
  return [numbered, failed, findings].map((rows) => (rows.length === 0 ? null : JSON.stringify(rows)));
}
