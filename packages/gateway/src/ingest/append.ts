import { errorCode } from '@hookline/core/internal';
import type { PolicyInForce, ShipLevel, StreamHead } from '@hookline/fleet';
import type { Database } from '../database/database.ts';
import { APPEND, type AppendParts, appendValues } from './append-values.ts';
import { checkDigests, type ChunkFinding } from './check-lines.ts';
import { checkLinks } from './check-links.ts';
import { createLookBack } from './look-back.ts';
import type { Partitions } from './partitions.ts';
import { type Projection, projectLines, wordsIn } from './project-lines.ts';
import { readChunk } from './read-chunk.ts';
import type { Words } from './words.ts';

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
  const links = await checkLinks(createLookBack(ports.database, request), { ...request, lines: chunk.lines });
  const findings = [...checkDigests(chunk.lines, request.level), ...links];
  const projection = projectLines(chunk.lines);
  const send = async (what: Projection, found: readonly ChunkFinding[]): Promise<AppendRow | undefined> => {
    const row = await call(ports, request, { chunk, projection: what, findings: found });
    if (row?.outcome !== 'restarted') return row;
    // What is remembered of the database may be of another copy of it.
    ports.words.forget();
    ports.partitions.forget();
    return call(ports, request, { chunk, projection: what, findings: found });
  };
  const row = await send(projection, [...findings, ...toldBy(chunk.lines.length, projection)]).catch(
    (error: unknown) => {
      if (!isBadValue(error)) throw error;
      // The record matters more than the rows about it: the lines are stored without them, and that is said.
      return send(NOTHING, [...findings, unprojected(error)]);
    },
  );
  if (row === undefined) return { outcome: 'gone' };
  if (row.outcome === 'restarted') throw new Error('the connection to PostgreSQL was lost twice: it was started again');
  const end = { head: row.head, lines: Number(row.lines) };
  return row.outcome === 'done' ? { outcome: 'done', ...end, findings, projection } : { outcome: 'elsewhere', ...end };
}

/** What the machine itself has found about the gateway: people see it with what is wrong with the stream, the machine knows it. */
const toldBy = (line: number, { policy }: Projection): readonly ChunkFinding[] =>
  (policy?.refused ?? [])
    .filter(({ kind }) => kind === 'checkpoint_refused')
    .map(({ kind, why }) => ({ line, kind, message: why, text: '' }));

interface AppendRow {
  readonly outcome: 'done' | 'elsewhere' | 'restarted';
  readonly head: string;
  readonly lines: string;
}

async function call(
  { database, words, partitions }: AppendPorts,
  request: AppendRequest,
  parts: Pick<AppendParts, 'chunk' | 'projection' | 'findings'>,
): Promise<AppendRow | undefined> {
  const { server, number } = await words.numbersFor(request.org, wordsIn(parts.projection));
  await partitions.ensure(new Set(parts.projection.decisions.map(({ day }) => day)));
  const values = appendValues(server, { request, number, ...parts });
  const { rows } = await database.pool.query<AppendRow>({ name: 'append', text: APPEND, values });
  return rows[0];
}

const NOTHING: Projection = { decisions: [], runs: [], firstAt: null, lastAt: null, policy: null };

/** PostgreSQL's classes for values that it cannot hold. */
const isBadValue = (error: unknown): boolean => /^2[23]/.test(errorCode(error));

const unprojected = (error: unknown): ChunkFinding => ({
  line: 1,
  kind: 'unprojected',
  message: `the lines from here on are stored, but questions do not find them: ${(error as Error).message}`,
  text: '',
});
