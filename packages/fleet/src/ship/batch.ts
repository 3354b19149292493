import { lineDigest } from '../protocol/line-digest.ts';
import { MOST_CHUNK_BYTES, type ShipLevel } from '../protocol/messages.ts';
import { reduceLine } from '../protocol/reduce-line.ts';
import type { ShippedPoint } from './cursor.ts';
import { linesOf, type RecordFile, wholeLines } from './record-files.ts';

/** Lines that are sent at once, and the point of the stream after them. */
export interface Batch {
  readonly body: Buffer;
  readonly count: number;
  readonly after: ShippedPoint;
}

export interface BatchBounds {
  readonly lines: number;
  readonly bytes: number;
}

/** Each chunk costs a few writes to the disk on both sides: a machine that was away for weeks has thousands of them to send. */
const BATCH: BatchBounds = { lines: 1_000, bytes: MOST_CHUNK_BYTES / 8 };

/** The next lines after a point, from the oldest file on; null: nothing waits. */
export function nextBatch(
  files: readonly RecordFile[],
  point: ShippedPoint,
  level: ShipLevel,
  bounds: BatchBounds = BATCH,
): Batch | null {
  const parts: Buffer[] = [];
  const offsets: Record<string, number> = keptOffsets(files, point);
  let [count, bytes, head] = [0, 0, point.head];
  for (const file of files) {
    const from = offsets[file.key] ?? 0;
    if (from >= file.size) continue;
    for (const line of linesOf(wholeLines(file, from, bounds.bytes))) {
      if (count >= bounds.lines || (count > 0 && bytes + line.length > bounds.bytes)) break;
      parts.push(reduceLine(line, level), BREAK);
      offsets[file.key] = (offsets[file.key] ?? 0) + line.length + 1;
      head = lineDigest(line);
      count += 1;
      bytes += line.length + 1;
    }
    if (count >= bounds.lines || bytes >= bounds.bytes) break;
  }
  if (count === 0) return null;
  return { body: Buffer.concat(parts), count, after: { head, lines: point.lines + count, files: offsets } };
}

const BREAK = Buffer.from('\n');

/** Offsets of files that are gone are forgotten. */
const keptOffsets = (files: readonly RecordFile[], point: ShippedPoint): Record<string, number> =>
  Object.fromEntries(files.flatMap(({ key }) => (key in point.files ? [[key, point.files[key] ?? 0]] : [])));
