import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEvent, Ending, HookRun, HooksOptions, Outcome, PolicyException } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';
import { DEFAULT_RETENTION, type Retention } from '../settings/record-settings.ts';
import { monotonicMs } from '../text/clock.ts';
import type { RecordKey } from './chain.ts';
import { discreetEntry, backgroundEntry, endEntry, noteEntry, startEntry } from './entry.ts';
import type { EndEntry, RecordEntry, StartEntry } from './entry.ts';
import { readAt } from './reader.ts';
import type { RecordWriter } from './writer.ts';
import { openRecord } from './writer.ts';

/** Records every event, run and decision. */
export interface Recorder {
  /**
   * Before the first hook runs, with the ids of all that will. Where none will, nothing can be lost, and the end
   * writes both; where all of them are quick, the end writes both if it comes in the same turn of the event loop.
   */
  readonly planned: (decision: OpenDecision, hooks: readonly string[], areQuick?: boolean) => void;
  readonly ended: (decision: OpenDecision, outcome: Outcome) => void;
  /** How a hook that is waited for has ended. */
  readonly ran: (decisionId: string, hook: string, ending: Ending) => void;
  readonly backgroundEnded: (decisionId: string, run: HookRun, ending: Ending) => void;
  /** A notable event that is not a run; `exception`: the one from a policy that comes into force. */
  readonly note: (decisionId: string, text: string, exception?: PolicyException) => void;
  /** Why hooks must not decide: what must be recorded cannot be; null: they may. */
  readonly refusal: () => string | null;
  readonly close: () => void;
}

/** What is recorded about an event itself. */
interface OpenDecision {
  readonly decisionId: string;
  readonly event: AnyEvent;
  readonly place: { readonly project: string };
  readonly toldBy?: string | undefined;
  /** On the monotonic clock. */
  readonly startedMs: number;
}

/**
 * The record of a host: in the state folder, in its own folder, or none (null); a failure is reported once and affects
 * no decision.
 */
export function createRecorder(
  options: RecordingOptions,
  settings: Settings,
  retention: Retention = DEFAULT_RETENTION,
): Recorder | null {
  const { onRecordFailure } = options;
  const folder = recordFolderOf(options, settings);
  if (folder === null) return null;
  return recorderOf(
    openRecord(folder, {
      key: keyOf(options, settings.env),
      retention,
      shippedFrom: options.record === undefined || options.record === true ? settings.stateFolder : null,
      sync: settings.env['HOOKLINE_RECORD_SYNC'] === '1',
      ...(onRecordFailure === undefined ? {} : { onFailure: onRecordFailure }),
    }),
  );
}

/** Where a host records; null when it does not. */
export function recordFolderOf({ record = true }: RecordingOptions, { stateFolder }: Settings): string | null {
  if (record === false) return null;
  return typeof record === 'string' ? record : join(stateFolder, 'record');
}

type RecordingOptions = Pick<HooksOptions, 'record' | 'recordKey' | 'onRecordFailure'>;

/** Without its key the record is still written, and verification with the key reports it. */
function keyOf({ recordKey, onRecordFailure }: RecordingOptions, env: Settings['env']): RecordKey {
  try {
    return recordKey === undefined ? recordKeyOf(env) : checkedKey(Buffer.from(recordKey), 'recordKey');
  } catch (error) {
    onRecordFailure?.(
      `the record is written without its key: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

function recorderOf(record: RecordWriter): Recorder {
  const writer = discreet(record);
  const starts = createHeldStarts(writer);
  const endings = new Map<string, Map<string, Ending>>();
  return {
    planned: (decision, hooks, areQuick = false) => {
      const { decisionId } = decision;
      starts.hold(decisionId, startOf(decision, hooks, new Date()));
      if (hooks.length === 0) return;
      if (areQuick && !writer.isStrict()) starts.writeSoon(decisionId);
      else starts.write(decisionId);
    },
    ended: (decision, outcome) => {
      const start = starts.take(decision.decisionId);
      const end = endOf(decision, outcome, endings.get(decision.decisionId));
      if (start === undefined) writer.append(end);
      else writer.append(start, end);
      endings.delete(decision.decisionId);
    },
    ran: (id, hook, ending) => {
      const known = endings.get(id);
      if (known === undefined) endings.set(id, new Map([[hook, ending]]));
      else known.set(hook, ending);
    },
    backgroundEnded: (id, run, ending) => writer.append(backgroundEntry({ id, at: new Date() }, run, ending)),
    note: (id, text, exception) =>
      writer.append({ ...noteEntry(new Date(), text, id), ...(exception === undefined ? {} : { exception }) }),
    refusal: writer.refusal,
    close: writer.close,
  };
}

/** Starts of decisions that are not written yet: where a decision ends at once, both are written by one call. */
interface HeldStarts {
  readonly hold: (id: string, start: StartEntry) => void;
  readonly write: (id: string) => void;
  /** Writes it at the next turn of the event loop, unless it has been taken by then. */
  readonly writeSoon: (id: string) => void;
  readonly take: (id: string) => StartEntry | undefined;
}

function createHeldStarts(writer: RecordWriter): HeldStarts {
  const held = new Map<string, StartEntry>();
  // One callback for all: events that follow each other without a turn of the event loop must not pile up callbacks.
  const waiting = new Set<string>();
  let isScheduled = false;
  const take = (id: string): StartEntry | undefined => {
    const start = held.get(id);
    held.delete(id);
    waiting.delete(id);
    return start;
  };
  const write = (id: string): void => {
    const start = take(id);
    if (start !== undefined) writer.append(start);
  };
  const writeWaiting = (): void => {
    isScheduled = false;
    for (const id of waiting) write(id);
  };
  return {
    hold: (id, start) => void held.set(id, start),
    write,
    writeSoon: (id) => {
      waiting.add(id);
      if (!isScheduled) setImmediate(writeWaiting);
      isScheduled = true;
    },
    take,
  };
}

/** Records no secrets, and keeps no files open for writes after the end. */
function discreet(writer: RecordWriter): RecordWriter {
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    writer.close();
  };
  const append = (...entries: readonly RecordEntry[]): boolean => {
    const isWritten = writer.append(...entries.map(discreetEntry));
    if (isClosed) writer.close();
    return isWritten;
  };
  return { ...writer, append, close };
}

const startOf = ({ decisionId, place, event, toldBy }: OpenDecision, hooks: readonly string[], at: Date): StartEntry =>
  startEntry({ id: decisionId, at, toldBy }, place.project, event, hooks);

function endOf(
  { decisionId, startedMs }: OpenDecision,
  outcome: Outcome,
  endings: ReadonlyMap<string, Ending> | undefined,
): EndEntry {
  const tookMs = monotonicMs() - startedMs;
  return endEntry({ id: decisionId, at: new Date() }, outcome, Math.round(tookMs * 100) / 100, endings);
}

const VARIABLE = 'HOOKLINE_RECORD_KEY_FILE';
const FEWEST_BYTES = 16;
const MAX_BYTES = 4_096;

/** The key file that the user's environment names; null when it names none. Throws when the file has no key. */
export function recordKeyOf(env: Readonly<Record<string, string | undefined>>): Uint8Array | null {
  const file = env[VARIABLE] ?? '';
  return file === '' ? null : checkedKey(bytesOf(file), `${VARIABLE} names ${file}, which`);
}

function bytesOf(file: string): Uint8Array {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK); // must not block on a pipe
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(`${VARIABLE} names ${file}, which cannot be read (${why})`, { cause: error });
  }
  try {
    if (fstatSync(descriptor).isFile()) return readAt(descriptor, 0, MAX_BYTES + 2);
    throw new Error(`${VARIABLE} names ${file}, which is not a file; expected one that holds a key`);
  } finally {
    closeSync(descriptor);
  }
}

/** A key of sufficient length, without the line break at its end. */
function checkedKey(bytes: Uint8Array, what: string): Uint8Array {
  const key = Buffer.from(bytes.at(-1) === LINE_BREAK ? bytes.subarray(0, -1) : bytes);
  if (key.length >= FEWEST_BYTES && key.length <= MAX_BYTES) return key;
  throw new Error(`${what} has ${key.length} bytes; expected a key of ${FEWEST_BYTES} to ${MAX_BYTES} bytes`);
}

const LINE_BREAK = 0x0a;
