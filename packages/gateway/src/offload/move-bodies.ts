import { errorText } from '@hookline/core/internal';
import { type Database, isLost } from '../database/database.ts';
import { placeOf } from '../database/objects.ts';
import type { ObjectStore } from '../objects/store.ts';

/** Moves bodies of chunks out of PostgreSQL as long as a gateway runs. */
export interface BodyMover {
  readonly close: () => Promise<void>;
}

interface MoverOptions {
  readonly database: Database;
  readonly onProblem: (text: string) => void;
}

const EVERY_MS = 60_000;
/** What is newer is asked for more often: it stays where it is. */
const OLDER_SECONDS = 3_600;
const LOCK = 4_723_006;
const AT_ONCE = 200;

export function startBodyMover({ database, onProblem }: MoverOptions, everyMs = EVERY_MS): BodyMover {
  const { objects } = database;
  if (objects === null) return { close: () => Promise.resolve() };
  const stop = new AbortController();
  let last = Promise.resolve();
  let told = '';
  const round = async (): Promise<void> => {
    try {
      await moveBodies(database, objects, { signal: stop.signal });
      told = '';
    } catch (error) {
      const problem = `chunks stay in PostgreSQL for now: ${errorText(error)}`;
      if (!isLost(error) && problem !== told) onProblem(problem);
      told = problem;
    }
  };
  const timer = setInterval(() => {
    last = last.then(round);
  }, everyMs).unref();
  return {
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await last;
    },
  };
}

interface MovedChunk {
  readonly day: string;
  readonly stream: string;
  readonly seq: string;
  readonly at: Date;
  readonly body: Buffer;
}

/** Moves all bodies that are old enough; one gateway of a database at a time. Returns how many. */
export async function moveBodies(
  { pool, everywhere }: Pick<Database, 'pool' | 'everywhere'>,
  objects: ObjectStore,
  { olderSeconds = OLDER_SECONDS, signal }: { readonly olderSeconds?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const client = await pool.connect();
  let moved = 0;
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken !== true) return 0;
    while (signal?.aborted !== true) {
      const chunks = await everywhere((query) =>
        query<MovedChunk & Record<string, unknown>>(
          `select day::text, stream, seq, received_at as at, body from chunk
            where received_at >= coalesce((select value::timestamptz from setting where name = 'objects-moved'), '-infinity')
              and received_at < now() - make_interval(secs => $1) and body is not null
            order by received_at limit ${AT_ONCE}`,
          [olderSeconds],
        ),
      );
      if (chunks.length === 0) break;
      await move({ everywhere }, objects, chunks);
      moved += chunks.length;
    }
    return moved;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** In the store first: at every moment a body is in one of the two, or in both. */
async function move(
  { everywhere }: Pick<Database, 'everywhere'>,
  objects: ObjectStore,
  chunks: readonly MovedChunk[],
): Promise<void> {
  const places = chunks.map(({ day, stream, seq, body }) => placeOf(day, stream, seq, body));
  for (const [n, { body }] of chunks.entries()) await objects.put(places[n] ?? '', body);
  await everywhere(async (query) => {
    await query(
      `update chunk c set body = null, place = u.place
         from unnest($1::date[], $2::bigint[], $3::bigint[], $4::text[]) as u(day, stream, seq, place)
        where c.day = u.day and c.stream = u.stream and c.seq = u.seq and c.body is not null`,
      [chunks.map(({ day }) => day), chunks.map(({ stream }) => stream), chunks.map(({ seq }) => seq), places],
    );
    // To the millisecond, and so never beyond one that is still to be moved.
    await query(
      `insert into setting (name, value) values ('objects-moved', $1) on conflict (name) do update set value = excluded.value`,
      [chunks.at(-1)?.at.toISOString()],
    );
  });
}

/** Removes what the store has of days whose lines were removed. */
export async function removeObjects(objects: ObjectStore | null, days: readonly string[]): Promise<void> {
  if (objects === null) return;
  for (const day of days) for await (const key of objects.list(day)) await objects.remove(key);
}
