import type { Database } from '../database/database.ts';
import type { StoredBody } from '../database/objects.ts';
import { storedText } from '../ingest/stored-text.ts';

/** Lines as they stand in the records, of all machines of an organisation, chunk after chunk in the order of their arrival. */
export async function* exportLines(
  { inOrg, objects }: Pick<Database, 'inOrg' | 'objects'>,
  org: number,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer, void> {
  let after = { at: new Date(from), stream: '0', seq: '0' };
  for (;;) {
    const chunks = await inOrg(org, (query) =>
      query<StoredBody & { received_at: Date; stream: string; seq: string }>(
        `select date_trunc('milliseconds', received_at) as received_at, stream, seq, body, place from chunk
          where received_at >= $1 and received_at < $2 and (date_trunc('milliseconds', received_at), stream, seq) > ($1, $3::bigint, $4::bigint)
          order by 1, 2, 3 limit 100`,
        [after.at, new Date(to), after.stream, after.seq],
      ),
    );
    for (const chunk of chunks) yield await storedText({ objects }, chunk);
    const last = chunks.at(-1);
    if (last === undefined) return;
    after = { at: last.received_at, stream: last.stream, seq: last.seq };
  }
}
