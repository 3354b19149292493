import type { Mark } from '@hookline/core/internal';
import { setImmediate } from 'node:timers/promises';
import type { Query } from '../database/database.ts';
import { bodyOf, type StoredBody } from '../database/objects.ts';
import { readable } from '../ingest/read-chunk.ts';

/** Reads rows in a transaction of its own, of one organisation or of all. */
export type AskRows = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

/** A chunk as it is stored, with its lines. */
export interface StoredChunk {
  readonly seq: number;
  /** How many lines of the stream come before it. */
  readonly at: number;
  readonly after: string;
  readonly head: string;
  /** How much of the lines was sent, as a number; 0: all. */
  readonly level: number;
  /** What the row says; the lines themselves may differ. */
  readonly count: number;
  readonly lines: readonly Buffer[];
}

/** A stream as far as it is looked at. */
export interface StoredStream {
  readonly stream: string;
  readonly seq: number;
  /** What was there before the lines that are kept; null: nothing was removed. */
  readonly begin: StreamBeginning | null;
}

/** What is left of the lines of a stream that were removed because they were old. */
export interface StreamBeginning {
  readonly seq: number;
  readonly lines: number;
  readonly head: string;
  /** The chain marks of the last of them. */
  readonly tail: readonly Mark[];
}

const CHUNKS_AT_ONCE = 50;

/** The chunks of a stream in their order, after one that was removed, up to one that is known to be there. */
export async function* storedChunks(
  ask: AskRows,
  { stream, seq: upTo, begin }: StoredStream,
): AsyncGenerator<StoredChunk, void> {
  for (let after = begin?.seq ?? 0; ;) {
    const rows = await ask(async (query) => {
      const found = await query<ChunkRow & Record<string, unknown>>(
        `select seq, at, lines, level, encode(after, 'hex') as after, encode(head, 'hex') as head, body, place
           from chunk where stream = $1 and seq > $2 and seq <= $3 order by seq limit ${CHUNKS_AT_ONCE}`,
        [stream, after, upTo],
      );
      return Promise.all(found.map(async (row) => chunkOf(row, await bodyOf(query, row))));
    });
    for (const row of rows) {
      yield row;
      await setImmediate(); // a gateway answers others between two chunks
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

interface ChunkRow extends StoredBody {
  readonly seq: string;
  readonly at: string;
  readonly lines: number;
  readonly level: number;
  readonly after: string;
  readonly head: string;
}

const chunkOf = ({ seq, at, lines, level, after, head }: ChunkRow, body: Buffer | null): StoredChunk => ({
  seq: Number(seq),
  at: Number(at),
  after,
  head,
  level,
  count: lines,
  lines: readable(body),
});
