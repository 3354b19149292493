import { parseLine } from '../chain.ts';
import { type RecordedDecision, timeline } from '../timeline.ts';
import { IS_TORN } from './block.ts';
import { idOf, LineReader, placeOf, type RowRef } from './indexed-file.ts';

/** A decision as its lines stand in the record. */
export interface OpenedRow {
  /** Of a stretch that is no entry nothing but the place and the text is known. */
  readonly isTorn: boolean;
  readonly decision: RecordedDecision;
  readonly raw: readonly { readonly place: string; readonly line: string }[];
}

/** Reads the lines of rows; one whose file is gone meanwhile is left out. */
export function openRows(folder: string, refs: readonly RowRef[]): readonly OpenedRow[] {
  const reader = new LineReader(folder);
  try {
    return refs.flatMap((ref) => openRow(ref, reader) ?? []);
  } finally {
    reader.close();
  }
}

function openRow(ref: RowRef, reader: LineReader): OpenedRow | null {
  const refs = [ref, ...(ref.file.parts.get(ref.row) ?? [])];
  const raw = refs.flatMap(({ file, row }) => {
    const lines = file.block.linesOf(row);
    const found = reader.readAll(file, lines);
    return lines.flatMap((line, index) => {
      const bytes = found[index];
      return bytes === undefined ? [] : { place: placeOf(file, line), line: bytes.toString() };
    });
  });
  if (raw.length === 0) return null;
  const id = idOf(ref);
  const entries = ref.file.block.has(ref.row, IS_TORN) ? [] : raw.flatMap(({ line }) => parseLine(line) ?? []);
  // A line that was edited meanwhile may be another one, or none.
  const decision = timeline(entries).find((each) => Buffer.from(each.id).toString() === id);
  return { isTorn: decision === undefined, decision: decision ?? tornDecision(id, ref), raw };
}

const tornDecision = (id: string, { file: { block }, row }: RowRef): RecordedDecision => ({
  id,
  at: new Date(block.rows.get('at', row)).toISOString(),
  event: null,
  session: null,
  project: null,
  agent: null,
  payload: null,
  status: 'interrupted',
  outcome: null,
  durationMs: null,
  planned: [],
  hooks: [],
  background: [],
  notes: [],
});
