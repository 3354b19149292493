import type { Query } from '../database/database.ts';
import { bodyOf, type StoredBody } from '../database/objects.ts';
import { unpackChunk } from './read-chunk.ts';

/** The text of a stored chunk, wherever its body lies. Throws `ObjectsAway`, and where it is gone or is another one. */
export async function storedText(query: Pick<Query, 'objects'>, chunk: StoredBody): Promise<Buffer> {
  const body = await bodyOf(query, chunk);
  if (body === null) throw new Error('stored lines are gone, or were changed: hookline gateway verify says which');
  return unpackChunk(body);
}
