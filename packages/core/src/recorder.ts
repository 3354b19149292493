import { join } from 'node:path';
import type { HookRun, LifecycleEvent, Outcome } from './model/index.ts';
import type { EndEntry, StartEntry } from './record/entry.ts';
import { backgroundEntry, endEntry, startEntry } from './record/entry.ts';
import type { RecordWriter } from './record/writer.ts';
import { openRecord } from './record/writer.ts';
import type { Settings } from './settings.ts';
import { monotonicMs } from './text/clock.ts';

/** Writes down every event, run and decision. */
export interface Recorder {
  /** Before the first hook runs: with the ids of all that will. */
  readonly planned: (decision: Decision, hooks: readonly string[]) => void;
  readonly ended: (decision: Decision, outcome: Outcome) => void;
  /** Both at once, for a decision that took no waiting. */
  readonly decided: (decision: Decision, hooks: readonly string[], outcome: Outcome) => void;
  readonly backgroundEnded: (decisionId: string, run: HookRun) => void;
  readonly close: () => void;
}

/** What is written down about an event itself. */
export interface Decision {
  readonly decisionId: string;
  readonly event: LifecycleEvent;
  readonly place: { readonly project: string };
  /** On the monotonic clock. */
  readonly startedMs: number;
}

/** The record of a host: in the state folder, in a folder of its own, or none (null); a failure is told once and costs no decision. */
export function createRecorder(
  wanted: boolean | string,
  settings: Settings,
  onFailure?: (why: string) => void,
): Recorder | null {
  if (wanted === false) return null;
  const folder = typeof wanted === 'string' ? wanted : join(settings.stateFolder, 'record');
  return recorderOf(openRecord(folder, onFailure === undefined ? {} : { onFailure }));
}

function recorderOf(writer: RecordWriter): Recorder {
  return {
    planned: (decision, hooks) => writer.append(startOf(decision, hooks, new Date())),
    ended: (decision, outcome) => writer.append(endOf(decision, outcome, new Date())),
    decided: (decision, hooks, outcome) => {
      const now = new Date();
      writer.append(startOf(decision, hooks, now), endOf(decision, outcome, now));
    },
    backgroundEnded: (id, run) => writer.append(backgroundEntry({ id, at: new Date() }, run)),
    close: writer.close,
  };
}

const startOf = ({ decisionId, place, event }: Decision, hooks: readonly string[], at: Date): StartEntry =>
  startEntry({ id: decisionId, at }, place.project, event, hooks);

function endOf({ decisionId, startedMs }: Decision, outcome: Outcome, at: Date): EndEntry {
  const tookMs = monotonicMs() - startedMs;
  return endEntry({ id: decisionId, at }, outcome, Math.round(tookMs * 100) / 100);
}
