import { createHash, randomUUID } from 'node:crypto';
import { type ObjectsConfig, openObjects, prepareObjects, type ObjectsPlace, samePlace } from '../objects/open.ts';
import type { ObjectStore } from '../objects/store.ts';
import type { Query } from './database.ts';

const LOCK = 4_723_007;

/** Where this database stores bodies of chunks that are not in its tables; null: nowhere. All gateways and tasks go by the same. */
export async function storedObjects(
  ask: <T>(work: (query: Query) => Promise<T>) => Promise<T>,
  wanted: ObjectsConfig | undefined,
): Promise<ObjectStore | null> {
  const known = await ask(knownPlace);
  if (wanted === undefined || (known !== null && samePlace(wanted, known)))
    return known === null ? null : openObjects(known);
  // Committed before it is written there: a gateway that is killed in between knows its own mark again.
  const id = known?.id ?? (await ask(ownId));
  return ask(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK]); // gateways that start together take turns
    const place = await prepareObjects(wanted, { id, hasStored: (await knownPlace(query)) !== null });
    await query(
      `insert into setting (name, value) values ('objects', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(place)],
    );
    return openObjects(place);
  });
}

async function knownPlace(query: Query): Promise<ObjectsPlace | null> {
  const [row] = await query<{ value: string }>(`select value from setting where name = 'objects'`);
  return row === undefined ? null : (JSON.parse(row.value) as ObjectsPlace);
}

async function ownId(query: Query): Promise<string> {
  await query(`insert into setting (name, value) values ('objects-id', $1) on conflict (name) do nothing`, [
    randomUUID(),
  ]);
  const [row] = await query<{ value: string }>(`select value from setting where name = 'objects-id'`);
  return row?.value ?? '';
}

/** The columns by which a body is found. */
export interface StoredBody {
  readonly body: Buffer | null;
  /** Its key in the object store; null: it is in the row. */
  readonly place: string | null;
}

/** A key that nothing else has, not even another copy of this database that goes another way: it names the bytes. */
export const placeOf = (day: string, stream: string, seq: string, body: Buffer): string =>
  `${day}/${stream}-${seq}-${digestOf(body)}`;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a chunk, wherever they lie; null: they are gone, or are others. Throws `ObjectsAway`. */
export async function bodyOf({ objects }: Pick<Query, 'objects'>, { body, place }: StoredBody): Promise<Buffer | null> {
  if (body !== null || place === null || objects === null) return body;
  const bytes = await objects.get(place);
  return bytes !== null && place.endsWith(digestOf(bytes)) ? bytes : null;
}
