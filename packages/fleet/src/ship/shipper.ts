import { type GatewayClient, Unreachable } from '../identity/client.ts';
import {
  type AppendAnswer,
  NO_HEAD,
  type OpenStreamAnswer,
  type ShipLevel,
  type StreamHead,
  type TailAnswer,
} from '../protocol/messages.ts';
import { type Batch, type BatchBounds, nextBatch } from './batch.ts';
import { type Position, readPosition, samePoint, type ShippedPoint, writePosition } from './cursor.ts';
import { countLines, type RecordFile, withRecordFiles } from './record-files.ts';
import { addReceipt, readReceipts } from './receipts.ts';
import { recoverPoint } from './recover.ts';
import { append, askHead, openStream, ShipRefused, tail, TryLater } from './requests.ts';

export interface ShipperOptions {
  readonly stateFolder: string;
  readonly recordFolder: string;
  readonly machine: string;
  readonly level: ShipLevel;
  readonly client: GatewayClient;
  readonly version: string;
  readonly bounds?: BatchBounds;
  /** Something that a person should know: a fork, a line that the gateway found altered. */
  readonly onAlarm: (text: string) => void;
  /** Called after each commit with what the gateway has for certain. */
  readonly onShipped?: (cursor: Position) => void;
}

/** What one round has done. */
export interface ShipRound {
  readonly shipped: number;
  readonly head: string;
  /** So long the gateway wants lines to be gathered. */
  readonly intervalSeconds: number | null;
}

/** Sends what waits, chunk by chunk, until nothing does, the signal aborts, or the gateway is away (throws). */
export async function shipRound(options: ShipperOptions, signal?: AbortSignal): Promise<ShipRound> {
  let cursor = await currentPosition(options);
  let [shipped, intervalSeconds]: [number, number | null] = [0, null];
  let isCompared = false;
  while (signal?.aborted !== true) {
    const sent = await withRecordFiles(options.recordFolder, (files) => sendAll(options, cursor, files, signal));
    if (sent === null) {
      // Where nothing is sent, no answer tells that the gateway was put back to an older copy of its database.
      if (isCompared || shipped > 0) break;
      isCompared = true;
      cursor = await compared(options, cursor);
      continue;
    }
    cursor = sent.cursor;
    shipped += sent.count;
    intervalSeconds = sent.intervalSeconds ?? intervalSeconds;
  }
  return { shipped, head: cursor.head, intervalSeconds };
}

/** How many lines the gateway does not have yet, as far as this machine knows. */
export function linesWaiting(stateFolder: string, recordFolder: string, machine: string): Promise<number> {
  const sent = readPosition(stateFolder, machine)?.files ?? {};
  return withRecordFiles(recordFolder, (files) =>
    files.reduce((sum, file) => sum + countLines(file, sent[file.key] ?? 0), 0),
  );
}

/** The cursor, once it is known what became of a chunk that was being sent when a shipper died. */
async function currentPosition(options: ShipperOptions): Promise<Position> {
  const known = readPosition(options.stateFolder, options.machine);
  if (known === null) return recovered(options, await openStream(options, {}), null);
  if (known.sending === null) return known;
  const theirs = await askHead(options, known.stream);
  return theirs === null ? reopened(options, known) : settled(options, known, theirs);
}

/** The cursor, when the gateway was asked whether it still has all that it has confirmed; one that is away is no news. */
async function compared(options: ShipperOptions, cursor: Position): Promise<Position> {
  try {
    const theirs = await askHead(options, cursor.stream);
    if (theirs === null) return await reopened(options, cursor);
    return samePoint(theirs, cursor) ? cursor : await settled(options, cursor, theirs);
  } catch (error) {
    if (error instanceof TryLater || error instanceof Unreachable) return cursor;
    throw error;
  }
}

/** The stream is not there: the gateway was put back to a copy from before it was opened, or the machine may not send. */
async function reopened(options: ShipperOptions, cursor: Position): Promise<Position> {
  const opened = await openStream(options, {});
  if (opened.stream === cursor.stream) throw new ShipRefused(`the gateway refused this machine's lines: ${NO_STREAM}`);
  options.onAlarm(`the gateway has lost stream ${cursor.stream} of this machine: what is missing there is sent again`);
  return recovered(options, opened, cursor);
}

const NO_STREAM = 'the machine has no such stream, or was revoked';

interface Sent {
  readonly cursor: Position;
  readonly count: number;
  readonly intervalSeconds: number | null;
}

/**
 * Sends all lines of some open files, as one chunk of any length would: hundreds of files are not opened for each chunk.
 * Where the gateway does not just take a chunk, the files are looked at again. Null: nothing waits in them.
 */
async function sendAll(
  options: ShipperOptions,
  from: Position,
  files: readonly RecordFile[],
  signal: AbortSignal | undefined,
): Promise<Sent | null> {
  let [cursor, count, intervalSeconds]: [Position, number, number | null] = [from, 0, null];
  do {
    const sent = await sendNext(options, cursor, files);
    if (sent === null) return count === 0 ? null : { cursor, count, intervalSeconds };
    ({ cursor, intervalSeconds } = sent);
    count += sent.count;
  } while (intervalSeconds !== null && signal?.aborted !== true);
  return { cursor, count, intervalSeconds };
}

async function sendNext(options: ShipperOptions, cursor: Position, files: readonly RecordFile[]): Promise<Sent | null> {
  const batch = nextBatch(files, cursor, options.level, options.bounds);
  if (batch === null) return null;
  const sending: Position = { ...cursor, sending: batch.after };
  writePosition(options.stateFolder, sending);
  const answer = await append(options, sending, batch, waitingAfter(files, batch));
  if (answer.status === 404) return { cursor: await reopened(options, sending), count: 0, intervalSeconds: null };
  if (answer.status === 409) {
    const theirs = answer.body as StreamHead;
    if (samePoint(theirs, cursor)) throw new TryLater('the gateway did not take a chunk that follows its head', null);
    const next = await settled(options, sending, theirs);
    return { cursor: next, count: samePoint(next, batch.after) ? batch.count : 0, intervalSeconds: null };
  }
  const { intervalSeconds = null, findings = [] } = answer.body as Partial<AppendAnswer>;
  for (const { line, kind, message } of findings)
    options.onAlarm(`the gateway found line ${cursor.lines + line} ${kind}: ${message}`);
  return { cursor: moved(options, sending, batch.after), count: batch.count, intervalSeconds };
}

/** How many lines will still wait: counted where few do, else by the mean length of those that are sent. */
function waitingAfter(files: readonly RecordFile[], { after, body, count }: Batch): number {
  const rest = files.map((file) => ({ file, from: after.files[file.key] ?? 0 }));
  const bytes = rest.reduce((sum, { file, from }) => sum + Math.max(0, file.size - from), 0);
  if (bytes > COUNTED_BYTES) return Math.round((bytes * count) / Math.max(1, body.length));
  return rest.reduce((sum, { file, from }) => sum + countLines(file, from), 0);
}

const COUNTED_BYTES = 4 * 1024 * 1024;

/** Only what is committed moves the cursor. */
function moved(options: ShipperOptions, cursor: Position, point: ShippedPoint): Position {
  const next: Position = { ...cursor, ...point, sending: null };
  // Before the cursor: what is settled again after a kill is noted twice, and not never.
  addReceipt(options.stateFolder, { ...point, stream: cursor.stream, from: cursor.lines });
  writePosition(options.stateFolder, next);
  options.onShipped?.(next);
  return next;
}

/** What the gateway's head means for a chunk that was being sent. */
async function settled(options: ShipperOptions, cursor: Position, theirs: StreamHead): Promise<Position> {
  // By which chunks the gateway came there is not known: another process may have sent them.
  if (cursor.sending !== null && samePoint(theirs, cursor.sending))
    return moved(options, { ...cursor, lines: theirs.lines }, cursor.sending);
  if (samePoint(theirs, cursor)) return moved(options, cursor, cursor);
  // Another shipper of this machine may have been faster.
  const onDisk = readPosition(options.stateFolder, options.machine);
  if (onDisk !== null && onDisk.stream === cursor.stream && samePoint(onDisk, theirs)) return onDisk;
  return recovered(options, { ...theirs, stream: cursor.stream, epoch: cursor.epoch }, cursor);
}

/** Looks the gateway's head up in this record; one that was never there means that the stream cannot be continued. */
async function recovered(
  options: ShipperOptions,
  { stream, epoch }: Pick<OpenStreamAnswer, 'stream' | 'epoch'>,
  last: Position | null,
): Promise<Position> {
  const askTail = (before: number | null): Promise<TailAnswer> => tail(options, stream, before);
  const { isOurs: isInRecord, ...point } = await recoverPoint(options.recordFolder, askTail);
  const { machine } = options;
  // A gateway never has less than it has confirmed, unless an older copy of its database was put back.
  const isPutBack = last !== null && (last.stream !== stream || point.lines < last.lines);
  const isOurs = isInRecord || (last !== null && !isPutBack && wasConfirmed(options, stream, point));
  if (isOurs) {
    if (isPutBack && last.stream === stream)
      options.onAlarm(
        `the gateway has ${point.lines} lines and had confirmed ${last.lines}: an older copy of its database was put back; what is missing is sent again`,
      );
    return moved(options, { v: 1, machine, stream, epoch, sending: null, ...point }, point);
  }
  const known = last ?? { head: NO_HEAD, lines: 0, files: {} };
  const why = whyForked(last, isPutBack);
  options.onAlarm(`${why}; a new epoch of it begins`);
  const opened = await openStream(options, { fork: { stream, known: { head: known.head, lines: known.lines }, why } });
  // What the old epoch has for certain is not sent again.
  const files = isPutBack ? point.files : known.files;
  const begin: ShippedPoint = { head: opened.head, lines: opened.lines, files };
  return moved(options, { v: 1, machine, stream: opened.stream, epoch: opened.epoch, sending: null, ...begin }, begin);
}

/** Another shipper of this machine sent up to there: the file with that line may have been rotated away since. */
const wasConfirmed = ({ stateFolder }: ShipperOptions, stream: string, point: StreamHead): boolean =>
  readReceipts(stateFolder, stream).some((receipt) => samePoint(receipt, point));

function whyForked(last: Position | null, isPutBack: boolean): string {
  if (isPutBack)
    return 'an older copy of the gateway was put back, and its last line is no longer on this machine: lines between are lost there';
  const found =
    last === null
      ? 'the last line that the gateway has is not in this record'
      : 'the gateway has lines that this machine never sent';
  return `${found}: the record was put back, removed or copied`;
}
