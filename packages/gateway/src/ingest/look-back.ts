import { type Mark, markOf } from '@hookline/core/internal';
import type { Database, Query } from '../database/database.ts';
import { bodyOf, type StoredBody } from '../database/objects.ts';
import { ObjectsAway } from '../objects/store.ts';
import type { AppendRequest } from './append.ts';
import type { LookBack } from './check-links.ts';
import { readable } from './read-chunk.ts';

/** A stream in which so much was found is known to be broken: no time is spent on more. */
const ENOUGH_FINDINGS = 100;
const CHUNKS_AT_ONCE = 16;

/** Reads the marks of the lines that are stored before a chunk. */
export function createLookBack({ inOrg }: Pick<Database, 'inOrg'>, request: AppendRequest): LookBack {
  const { org, machine, stream, after, at } = request;
  return (atLeast) =>
    inOrg(org, async (query) => {
      const [found] = await query<{ epoch: number; seq: string }>(
        `select epoch, seq from stream where id = $1 and machine = $2 and head = decode($3, 'hex') and lines = $4 and findings < ${ENOUGH_FINDINGS}`,
        [stream, machine, after, at],
      );
      if (found === undefined) return null;
      const marks = await marksUpTo(query, { stream, seq: Number(found.seq), atLeast }).catch((error: unknown) => {
        if (error instanceof ObjectsAway) return null; // lines are taken all the same; verify checks them
        throw error;
      });
      if (marks === null) return null;
      return { marks: marks.flat(), isWhole: marks.length === Number(found.seq), isFirstEpoch: found.epoch === 1 };
    });
}

/** Chunk by chunk; chunks that are no longer there, because they were too old, end it. */
async function marksUpTo(
  query: Query,
  { stream, seq, atLeast }: { readonly stream: string; readonly seq: number; readonly atLeast: number },
): Promise<readonly (readonly Mark[])[]> {
  const chunks: (readonly Mark[])[] = [];
  for (let [last, lines] = [seq, 0]; last > 0 && lines < atLeast; last -= CHUNKS_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- older ones are read only when the newest do not suffice
    const rows = await query<StoredBody & Record<string, unknown>>(
      'select body, place from chunk where stream = $1 and seq > $2 and seq <= $3 order by seq',
      [stream, last - CHUNKS_AT_ONCE, last],
    );
    const bodies = await Promise.all(rows.map((row) => bodyOf(query, row)));
    const marks = bodies.map((body) => readable(body).flatMap((line) => markOf(line) ?? []));
    chunks.unshift(...marks);
    lines += marks.reduce((sum, each) => sum + each.length, 0);
    if (rows.length < Math.min(last, CHUNKS_AT_ONCE)) break;
  }
  return chunks;
}
