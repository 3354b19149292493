import type { Dialect, EventRow, LifecycleEvent, MatchSubject } from '../model/index.ts';

/** The machine and project around an event: the same for all hooks of one fire. */
export interface Place {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly nonInteractive: boolean;
  /** Whether this process was itself started by a hook: then nothing runs. */
  readonly isInsideHook: boolean;
  /** Whether a background hook could wake the model. */
  readonly canWake: boolean;
}

/** One event as one dialect knows it. */
export interface Frame {
  readonly dialect: Dialect;
  /** Native name of the event. */
  readonly native: string;
  readonly row: EventRow;
  readonly event: LifecycleEvent;
  readonly subject: MatchSubject;
  readonly place: Place;
  /** When the event was fired. */
  readonly now: Date;
}

/** The event in the eyes of a dialect, or null when it does not know such an event. */
export function frameOf(dialect: Dialect, event: LifecycleEvent, place: Place, now: Date): Frame | null {
  const native = nativeName(dialect, event);
  const row = native === null ? undefined : dialect.events[native];
  if (native === null || row === undefined) return null;
  return { dialect, native, row, event, subject: subjectOf(row, native, event, place), place, now };
}

/** The same frame after a hook has rewritten the event; matching is not done again. */
export const withEvent = (frame: Frame, event: LifecycleEvent): Frame =>
  event === frame.event ? frame : { ...frame, event };

/** The folder in which the event happened. */
export const cwdOf = (frame: Frame): string =>
  typeof frame.event['cwd'] === 'string' && frame.event['cwd'] !== '' ? frame.event['cwd'] : frame.place.project;

const NATIVE_NAMES = new WeakMap<Dialect, ReadonlyMap<string, string>>();

function nativeName(dialect: Dialect, event: LifecycleEvent): string | null {
  let names = NATIVE_NAMES.get(dialect);
  if (names === undefined) {
    names = new Map(
      Object.entries(dialect.events).flatMap(([native, row]) => row.means.map((neutral) => [neutral, native])),
    );
    NATIVE_NAMES.set(dialect, names);
  }
  return names.get(event.hook_event_name) ?? null;
}

function subjectOf(row: EventRow, native: string, event: LifecycleEvent, place: Place): MatchSubject {
  return {
    text: subjectText(row, native, event),
    toolName: typeof event['tool_name'] === 'string' ? event['tool_name'] : null,
    toolInput: event['tool_input'] ?? null,
    project: place.project,
  };
}

function subjectText(row: EventRow, native: string, event: LifecycleEvent): string | null {
  switch (row.subject.from) {
    case 'nothing':
      return null;
    case 'event-name':
      return native;
    case 'field':
      return textOf(event[row.subject.field]) ?? row.subject.or ?? '';
    case 'basename':
      return textOf(event[row.subject.field])?.split(/[/\\]/).at(-1) ?? '';
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
