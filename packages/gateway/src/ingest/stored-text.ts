import type { Query } from '../database/database.ts';
import { bodyOf, type StoredBody } from '../database/objects.ts';
import { unpackChunk } from './read-chunk.ts';

const AT_ONCE = 16;

/** The texts of stored chunks: so many of them are opened at once that neither files nor connections run out. */
export async function storedTexts(
  query: Pick<Query, 'objects'>,
  chunks: readonly StoredBody[],
): Promise<readonly Buffer[]> {
  const texts: Buffer[] = [];
  for (let n = 0; n < chunks.length; n += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- a few at a time is the point
    texts.push(...(await Promise.all(chunks.slice(n, n + AT_ONCE).map((chunk) => storedText(query, chunk)))));
  return texts;
}

/** The text of a stored chunk, wherever its body lies. Throws `ObjectsAway`, and where it is gone or is another one. */
export async function storedText(query: Pick<Query, 'objects'>, chunk: StoredBody): Promise<Buffer> {
  const body = await bodyOf(query, chunk);
  if (body === null) throw new Error('stored lines are gone, or were changed: hookline gateway verify says which');
  return unpackChunk(body);
}
