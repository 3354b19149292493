import { join } from 'node:path';
import type { HookRun, HooksOptions, AnyEvent, Outcome } from '../model/index.ts';
import type { RecordKey } from './digest.ts';
import { discreetEntry } from './discreet-entry.ts';
import type { EndEntry, RecordEntry, StartEntry } from './entry.ts';
import { backgroundEntry, endEntry, noteEntry, startEntry } from './entry.ts';
import { checkedKey, recordKeyOf } from './record-key.ts';
import type { RecordWriter } from './writer.ts';
import { openRecord } from './writer.ts';
import type { Settings } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';

/** Writes down every event, run and decision. */
export interface Recorder {
  /**
   * Before the first hook runs: with the ids of all that will. Where none will, nothing can be lost, and the end writes both; where
   * all of them are quick, the end writes both if it comes in the same turn of the event loop.
   */
  readonly planned: (decision: Decision, hooks: readonly string[], areQuick?: boolean) => void;
  readonly ended: (decision: Decision, outcome: Outcome) => void;
  readonly backgroundEnded: (decisionId: string, run: HookRun) => void;
  /** Something worth knowing that is no run. */
  readonly note: (decisionId: string, text: string) => void;
  readonly close: () => void;
}

/** What is written down about an event itself. */
export interface Decision {
  readonly decisionId: string;
  readonly event: AnyEvent;
  readonly place: { readonly project: string };
  /** On the monotonic clock. */
  readonly startedMs: number;
}

/** The record of a host: in the state folder, in a folder of its own, or none (null); a failure is told once and costs no decision. */
export function createRecorder(options: RecordingOptions, settings: Settings): Recorder | null {
  const { onRecordFailure } = options;
  const folder = recordFolderOf(options, settings);
  if (folder === null) return null;
  return recorderOf(
    openRecord(folder, {
      key: keyOf(options, settings.env),
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

/** Without its key the record is written all the same, and whoever verifies it with the key is told. */
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
  const held = new Map<string, StartEntry>();
  const writeHeld = (id: string): void => {
    const start = held.get(id);
    if (start === undefined) return;
    held.delete(id);
    writer.append(start);
  };
  return {
    planned: (decision, hooks, areQuick = false) => {
      const { decisionId } = decision;
      held.set(decisionId, startOf(decision, hooks, new Date()));
      if (hooks.length === 0) return;
      if (areQuick) setImmediate(writeHeld, decisionId);
      else writeHeld(decisionId);
    },
    ended: (decision, outcome) => {
      const start = held.get(decision.decisionId);
      const end = endOf(decision, outcome, new Date());
      if (start === undefined) writer.append(end);
      else writer.append(start, end);
      held.delete(decision.decisionId);
    },
    backgroundEnded: (id, run) => writer.append(backgroundEntry({ id, at: new Date() }, run)),
    note: (id, text) => writer.append(noteEntry(new Date(), text, id)),
    close: writer.close,
  };
}

/** Writes no secret down, and holds nothing open for those who still have something to tell after the end. */
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
  return { append, close };
}

const startOf = ({ decisionId, place, event }: Decision, hooks: readonly string[], at: Date): StartEntry =>
  startEntry({ id: decisionId, at }, place.project, event, hooks);

function endOf({ decisionId, startedMs }: Decision, outcome: Outcome, at: Date): EndEntry {
  const tookMs = monotonicMs() - startedMs;
  return endEntry({ id: decisionId, at }, outcome, Math.round(tookMs * 100) / 100);
}
