import { parseLine, type RecordedDecision, timeline } from '@hookline/core/internal';
import type { Query } from '../database/database.ts';
import type { StoredBody } from '../database/objects.ts';
import { linesIn } from '../ingest/read-chunk.ts';
import { storedTexts } from '../ingest/stored-text.ts';
import { type DecisionListRow, listRow, SELECT_ROWS, type StoredDecision } from './rows.ts';

/** `GET /v1/decisions/:id` */
export interface DecisionWithLines {
  readonly decision: RecordedDecision;
  readonly row: DecisionListRow;
  /** The lines as they stand in the record, with their places in the stream. */
  readonly raw: readonly { readonly place: string; readonly line: string }[];
}

const MOST_CHUNKS = 50;
const NOTHING = Buffer.alloc(0);

/** A decision with all its lines, read out of the chunks; null: there is none. */
export async function decisionDetail(query: Query, id: string): Promise<DecisionWithLines | null> {
  const [row] = await query<StoredDecision & Record<string, unknown>>(
    SELECT_ROWS(`select * from decision d where d.id = $1 order by d.at desc limit 1`),
    [id],
  );
  if (row === undefined) return null;
  const chunks = await query<StoredBody & { at: string }>(
    `select at, body, place from chunk where stream = $1 and seq between $2 and $3
      and (seq < $2 + ${MOST_CHUNKS} or seq > $3 - ${MOST_CHUNKS}) order by seq`,
    [row.stream, row.chunk, row.last_chunk],
  );
  const texts = await storedTexts(query, chunks);
  const raw = chunks.flatMap(({ at }, n) =>
    linesIn(texts[n] ?? NOTHING).flatMap((line, index) => {
      const text = line.toString();
      return text.includes(id) && parseLine(text)?.id === id
        ? [{ place: `${row.stream}:${Number(at) + index + 1}`, line: text }]
        : [];
    }),
  );
  const [decision] = timeline(
    raw.flatMap(({ line }) => parseLine(line) ?? []),
    () => false,
  );
  return decision === undefined ? null : { decision, row: listRow(row), raw };
}
