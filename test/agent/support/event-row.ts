import type { EventName } from '@hookline/core';
import type { Answer, RecordingHook } from './hook-files.ts';
import type { Asked, AskOptions, Workplace } from './workplace.ts';

/** One event of one dialect, made to happen in the agent with a real hook; the table in the docs is made of these rows. */
export interface EventRow {
  readonly event: EventName;
  readonly dialect: RecordingHook['dialect'];
  /** Native name of the event. */
  readonly native: string;
  readonly matcher?: string;
  /** What the hook, which is called `hook`, answers. */
  readonly answers?: Answer | readonly Answer[];
  readonly entry?: RecordingHook['entry'];
  /** Files, repositories and servers that the scene needs. */
  readonly prepare?: (place: Workplace) => void | Promise<void>;
  /** How the event is made to happen. */
  readonly scene: (place: Workplace) => Promise<Asked>;
  /** Part of what the hook was told when it was called first; the keys are shown in the table. */
  readonly sees: (place: Workplace) => Readonly<Record<string, unknown>>;
  /** What the answer makes the agent do, in a few words, and the proof of it. */
  readonly effect: { readonly does: string; readonly check: (asked: Asked, place: Workplace) => void };
}

/** A scene that is one call of `hookline ask` on the scripted model. */
export const asks =
  (options: AskOptions): EventRow['scene'] =>
  (place) =>
    place.ask(options);
