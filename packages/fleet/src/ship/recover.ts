import { lineDigest } from '../protocol/line-digest.ts';
import { NO_HEAD, type StreamHead, type TailAnswer } from '../protocol/messages.ts';
import type { ShippedPoint } from './cursor.ts';
import { linesOf, type RecordFile, wholeLines, withRecordFiles } from './record-files.ts';

/** Asks for digests of a stream, oldest first, that end `before` so many lines. */
export type AskTail = (before: number | null) => Promise<TailAnswer>;

/** What the gateway has of a record. */
export interface RecoveredPoint extends ShippedPoint {
  /** Whether the gateway's last line is in this record: else the stream cannot be continued from it. */
  readonly isOurs: boolean;
}

/**
 * Finds out by the gateway's digests how far each file has been sent, where no cursor says so, or the gateway has less than
 * the cursor says.
 *
 * Lines of a file are always sent in their order, so what was sent of it is all up to its last line that the gateway has.
 */
export async function recoverPoint(recordFolder: string, askTail: AskTail): Promise<RecoveredPoint> {
  // Asked before the files are opened: what another process of this machine sends meanwhile must be in them.
  const page = await askTail(null);
  // A machine that has sent nothing yet may have millions of lines.
  if (page.head === NO_HEAD && page.lines === 0) return { head: NO_HEAD, lines: 0, files: {}, isOurs: true };
  return withRecordFiles(recordFolder, (files) => pointIn(files, page, askTail));
}

async function pointIn(files: readonly RecordFile[], newest: TailAnswer, askTail: AskTail): Promise<RecoveredPoint> {
  let page = newest;
  const end: StreamHead = { head: page.head, lines: page.lines };
  const places = placesOf(files);
  const first = firstOf(files);
  const isOurs = places.has(end.head);
  const counts = new Map<string, number>();
  for (;;) {
    for (const digest of page.digests) counts.set(digest, (counts.get(digest) ?? 0) + 1);
    // What came before the first line of the oldest file is in no file any more.
    if (page.from === 0 || page.digests.length === 0 || (first !== null && page.digests.includes(first))) break;
    // Where the last line is gone, so are those before it, but for a few of writers that stood still.
    if (!isOurs && !page.digests.some((digest) => places.has(digest))) break;
    page = await askTail(page.from);
  }
  const isRemoved = page.from > 0 && page.digests.length === 0;
  if (isRemoved) counts.set(end.head, Math.max(1, counts.get(end.head) ?? 0));
  const sent = sentOffsets(counts, places);
  return { ...end, files: isRemoved ? withRemoved(sent, files, places) : sent, isOurs };
}

/**
 * The gateway had older lines and has removed them since, so that it cannot tell which. Files are sent in their order: those
 * before the newest of which it has a line were sent.
 */
function withRemoved(
  sent: Readonly<Record<string, number>>,
  files: readonly RecordFile[],
  places: LinePlaces,
): Record<string, number> {
  const newest = files.findLastIndex(({ key }) => key in sent);
  const older = new Set(files.slice(0, Math.max(0, newest)).map(({ key }) => key));
  const all = { ...sent };
  for (const { key, end } of [...places.values()].flat())
    if (older.has(key) && !(key in sent)) all[key] = Math.max(all[key] ?? 0, end);
  return all;
}

/** Of a line that is in the record twice and at the gateway once, the first was sent. */
function sentOffsets(counts: ReadonlyMap<string, number>, places: LinePlaces): Record<string, number> {
  const sent: Record<string, number> = {};
  for (const [digest, count] of counts)
    for (const { key, end } of (places.get(digest) ?? []).slice(0, count)) sent[key] = Math.max(sent[key] ?? 0, end);
  return sent;
}

interface LinePlace {
  readonly key: string;
  /** The offset behind the line. */
  readonly end: number;
}

type LinePlaces = ReadonlyMap<string, readonly LinePlace[]>;

const READ_BYTES = 4 * 1024 * 1024;

/** Where each line stands; one that is in the record twice has two places. */
function placesOf(files: readonly RecordFile[]): LinePlaces {
  const places = new Map<string, LinePlace[]>();
  for (const file of files) {
    let at = 0;
    for (let part = wholeLines(file, 0, READ_BYTES); part.length > 0; part = wholeLines(file, at, READ_BYTES)) {
      for (const line of linesOf(part)) {
        at += line.length + 1;
        const digest = lineDigest(line);
        const known = places.get(digest);
        if (known === undefined) places.set(digest, [{ key: file.key, end: at }]);
        else known.push({ key: file.key, end: at });
      }
    }
  }
  return places;
}

const firstOf = ([oldest]: readonly RecordFile[]): string | null => oldest?.key.split(':')[0] ?? null;
