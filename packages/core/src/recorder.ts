import { join } from 'node:path';
import type { Fire } from './engine/engine.ts';
import type { Plan } from './engine/plan.ts';
import type { HookRun, Outcome } from './model/index.ts';
import { newDecisionId } from './record/decision-id.ts';
import { backgroundEntry, endEntry, startEntry } from './record/entry.ts';
import type { RecordWriter } from './record/writer.ts';
import { openRecord } from './record/writer.ts';
import type { Settings } from './settings.ts';
import { monotonicMs } from './text/clock.ts';

/** Writes down every event, run and decision. */
export interface Recorder {
  readonly newDecisionId: () => string;
  readonly planned: (request: Fire, plans: readonly Plan[]) => void;
  readonly ended: (request: Fire, outcome: Outcome) => void;
  readonly backgroundEnded: (decisionId: string, run: HookRun) => void;
  readonly close: () => void;
}

/** The record of a host: in the state folder, in a folder of its own, or none; a failure is told once and costs no decision. */
export function createRecorder(
  wanted: boolean | string,
  settings: Settings,
  onFailure?: (why: string) => void,
): Recorder {
  if (wanted === false) return NO_RECORD;
  const folder = typeof wanted === 'string' ? wanted : join(settings.stateFolder, 'record');
  return recorderOf(openRecord(folder, onFailure === undefined ? {} : { onFailure }));
}

const NO_RECORD: Recorder = {
  newDecisionId,
  planned: () => undefined,
  ended: () => undefined,
  backgroundEnded: () => undefined,
  close: () => undefined,
};

function recorderOf(writer: RecordWriter): Recorder {
  const startedAt = new Map<string, number>();
  return {
    newDecisionId,
    planned: (request, plans) => {
      const hooks = plans.flatMap(({ steps }) => steps.map(({ hook }) => hook.id));
      startedAt.set(request.decisionId, monotonicMs());
      writer.append(
        startEntry({ id: request.decisionId, at: new Date() }, request.place.project, request.event, hooks),
      );
    },
    ended: (request, outcome) => {
      const tookMs = monotonicMs() - (startedAt.get(request.decisionId) ?? monotonicMs());
      startedAt.delete(request.decisionId);
      writer.append(endEntry({ id: request.decisionId, at: new Date() }, outcome, Math.round(tookMs * 100) / 100));
    },
    backgroundEnded: (id, run) => writer.append(backgroundEntry({ id, at: new Date() }, run)),
    close: writer.close,
  };
}
