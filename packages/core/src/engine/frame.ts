import type { Dialect, EventRow, JsonObject, AnyEvent, MatchSubject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { furtherNames, nativeEvent, neutralInput } from './native-names.ts';

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
  /** Whether each dialect sees tools under its own names; absent: as given. */
  readonly toolNames?: 'given' | 'native';
  /** Whether code of the project may be imported by hooks of the user; absent: it may. */
  readonly isProjectTrusted?: boolean;
}

/** One event as one dialect knows it. */
export interface Frame {
  readonly dialect: Dialect;
  /** Native name of the event. */
  readonly native: string;
  readonly row: EventRow;
  /** In the dialect's own words, and as rewritten so far. */
  readonly event: AnyEvent;
  /** As the frame got it: in the host's words. */
  readonly given: AnyEvent;
  readonly subject: MatchSubject;
  /** The same under further names of the tool: a matcher that accepts one of them accepts the event. */
  readonly otherSubjects: readonly MatchSubject[];
  readonly place: Place;
  /** When the event was fired. */
  readonly now: Date;
}

/** The event in the eyes of a dialect, or null when it does not know such an event. */
export function frameOf(dialect: Dialect, event: AnyEvent, place: Place, now: Date): Frame | null {
  const native = nativeName(dialect, event);
  const row = native === null ? undefined : dialect.events[native];
  if (native === null || row === undefined) return null;
  const isNative = place.toolNames === 'native';
  const own = isNative ? nativeEvent(dialect, row, event, place.project) : event;
  const subject = subjectOf(row, native, own, place);
  const names = isNative ? furtherNames(dialect, event) : [];
  const otherSubjects = names.map((name) => subjectOf(row, native, { ...own, tool_name: name }, place));
  return { dialect, native, row, event: own, given: event, subject, otherSubjects, place, now };
}

const NATIVE_NAMES = new WeakMap<Dialect, ReadonlyMap<string, string>>();

/** The dialect's name for an event, or null when it does not know such an event. */
export function nativeName(dialect: Dialect, event: Pick<AnyEvent, 'hook_event_name'>): string | null {
  let names = NATIVE_NAMES.get(dialect);
  if (names === undefined) {
    names = new Map(
      Object.entries(dialect.events).flatMap(([native, row]) => row.means.map((neutral) => [neutral, native])),
    );
    NATIVE_NAMES.set(dialect, names);
  }
  return names.get(event.hook_event_name) ?? null;
}

/** The row of an event in a dialect's table, or undefined when it does not know such an event. */
export function rowOf(dialect: Dialect, event: Pick<AnyEvent, 'hook_event_name'>): EventRow | undefined {
  const native = nativeName(dialect, event);
  return native === null ? undefined : dialect.events[native];
}

/** The same frame after a hook has rewritten the event; matching is not done again. */
export const withEvent = (frame: Frame, event: AnyEvent): Frame =>
  event === frame.event ? frame : { ...frame, event };

/** The event of a frame in the host's words again, with all that hooks have rewritten. */
export function givenEvent(frame: Frame, rewritten: AnyEvent): AnyEvent {
  const { event, given } = frame;
  if (rewritten === event || event === given) return rewritten === event ? given : rewritten;
  const input = rewritten['tool_input'];
  const isNew = input !== event['tool_input'] && isJsonObject(input);
  const named = Object.keys(event).filter((name) => event[name] !== given[name]);
  return {
    ...rewritten,
    ...Object.fromEntries(named.map((name) => [name, given[name]])),
    ...(isNew ? { tool_input: givenInput(frame, input) } : {}),
  };
}

/** An input that a hook has written, in the host's words again. */
export const givenInput = (frame: Frame, input: JsonObject): JsonObject =>
  frame.event === frame.given ? input : neutralInput(frame.dialect, frame.given, input, frame.place.project);

/** The folder in which the event happened. */
export const cwdOf = (frame: Frame): string =>
  typeof frame.event['cwd'] === 'string' && frame.event['cwd'] !== '' ? frame.event['cwd'] : frame.place.project;

/** What the matchers of a dialect are tested against, in the words in which the event is given. */
export function subjectOf(row: EventRow, native: string, event: AnyEvent, place: Place): MatchSubject {
  return {
    text: subjectText(row, native, event),
    toolName: typeof event['tool_name'] === 'string' ? event['tool_name'] : null,
    toolInput: event['tool_input'] ?? null,
    project: place.project,
  };
}

function subjectText(row: EventRow, native: string, event: AnyEvent): string | null {
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
