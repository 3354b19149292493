import { createHash } from 'node:crypto';
import { type ObjectsConfig, openObjects, prepareObjects, type ObjectsPlace, samePlace } from '../objects/open.ts';
import type { ObjectStore } from '../objects/store.ts';
import type { Query } from './database.ts';

/** Where this database stores bodies of chunks that are not in its tables; null: nowhere. All gateways and tasks go by the same. */
export async function storedObjects(query: Query, wanted: ObjectsConfig | undefined): Promise<ObjectStore | null> {
  const [row] = await query<{ value: string }>(`select value from setting where name = 'objects'`);
  const known = row === undefined ? null : (JSON.parse(row.value) as ObjectsPlace);
  if (wanted === undefined || (known !== null && samePlace(wanted, known)))
    return known === null ? null : openObjects(known);
  const place = await prepareObjects(wanted, known?.id ?? null);
  await query(
    `insert into setting (name, value) values ('objects', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(place)],
  );
  return openObjects(place);
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
