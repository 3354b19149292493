import { dirname } from 'node:path';
import type { AnyEvent, Dialect, EventRow, Hook, Json, JsonObject, MatchSubject, Verdict } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import { basesOf, givenInput, otherOwnNames, ownEvent } from './native-names.ts';
import { namingOf, nativesByEvent, nativesFor } from './natives.ts';
import type { EventSearches } from './rules/slow-searches.ts';
import { memoized } from '../text/memo.ts';

/** The machine and project of an event; the same for all hooks of one fire. */
export interface Place {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly nonInteractive: boolean;
  /** The shell of the user's account; absent: it is not known. */
  readonly accountShell?: string;
  /** Whether this process was itself started by a hook; then nothing runs. */
  readonly isInsideHook: boolean;
  /** Whether a background hook could wake the model. */
  readonly canWake: boolean;
  /** Whether each dialect sees tools under its own names; absent: as given. */
  readonly toolNames?: 'given' | 'native';
  /** Under `native`: a hook that accepts a tool by its given name sees it under that name. */
  readonly givenFirst?: boolean;
  /** The systems whose names for tools are known; absent: the dialect's own. */
  readonly systems?: readonly Dialect[];
  /** Whether code of the project may be imported by hooks of the user; absent: it may. */
  readonly isProjectTrusted?: boolean;
  /** The folder for files that hooks write in a session; absent: there is none. */
  readonly sessionFiles?: string;
  /** Runs the slow searches of this fire; absent: matchers run them synchronously. */
  readonly slow?: EventSearches | undefined;
}

/** One event as one dialect names it. */
export interface Frame {
  readonly dialect: Dialect;
  /** Native name of the event. */
  readonly native: string;
  readonly row: EventRow;
  /** The event as rewritten so far. */
  readonly event: AnyEvent;
  readonly subject: MatchSubject;
  /**
   * The same in the dialect's own names, once for each name of the tool, the one used in payloads first; empty where
   * the names are the event's.
   */
  readonly ownSubjects: readonly MatchSubject[];
  readonly place: Place;
  /** When the event was fired. */
  readonly now: Date;
}

/** One run of a hook: the hook, the event as its dialect names it, and whether anything waits for the run. */
export interface Reading {
  readonly hook: Hook;
  readonly frame: Frame;
  readonly background: boolean;
}

/** The event as a dialect names it, or null when the dialect has no such event. */
export function frameOf(dialect: Dialect, event: AnyEvent, place: Place, now: Date): Frame | null {
  const [native] = nativesFor(dialect, event, place);
  return native === undefined ? null : frameAs({ dialect, native }, event, place, now);
}

/** The same under one of the dialect's names for it. */
export function frameAs(
  { dialect, native }: Pick<Frame, 'dialect' | 'native'>,
  event: AnyEvent,
  place: Place,
  now: Date,
): Frame | null {
  const row = dialect.events[native];
  if (row === undefined) return null;
  const subject = subjectOf(row, native, event, place);
  return { dialect, native, row, event, subject, ownSubjects: ownSubjects(dialect, native, event, place), place, now };
}

/**
 * What the matchers of a dialect are tested against beside the event as given: the dialect's own names; empty where
 * they are the same.
 */
function ownSubjects(dialect: Dialect, native: string, event: AnyEvent, place: Place): readonly MatchSubject[] {
  const row = dialect.events[native];
  if (row === undefined) return NONE;
  const further = furtherSubjects(dialect, native, event, place);
  if (place.toolNames !== 'native') return [...byFormerNames(dialect, native, event, place), ...further];
  const naming = namingOf(dialect, place);
  const own = ownEvent(dialect, row, event, naming);
  if (own === event) return further;
  const others = otherOwnNames(dialect, event, naming).map((name) => ({ ...own, tool_name: name }));
  return [...[own, ...others].map((each) => subjectOf(row, native, each, place)), ...further];
}

/** The event under further names by which matchers of the dialect find its tool. */
function furtherSubjects(dialect: Dialect, native: string, event: AnyEvent, place: Place): readonly MatchSubject[] {
  const { tool_name: name } = event;
  const row = dialect.events[native];
  const isNamed = typeof name === 'string' && Object.hasOwn(dialect.alsoFoundAs ?? {}, name);
  if (row === undefined || !isNamed) return NONE;
  return (dialect.alsoFoundAs?.[name] ?? []).map((each) =>
    subjectOf(row, native, { ...event, tool_name: each }, place),
  );
}

const NONE: readonly MatchSubject[] = [];

/** The event under the former names of its tool, where the dialect's first name for the tool is the given one. */
function byFormerNames(dialect: Dialect, native: string, event: AnyEvent, place: Place): readonly MatchSubject[] {
  const { tool_name: name } = event;
  const row = dialect.events[native];
  if (row === undefined || typeof name !== 'string' || !Object.hasOwn(dialect.tools, name)) return NONE;
  const [first, ...former] = dialect.tools[name]?.names ?? [];
  if (first !== name || former.length === 0 || dialect.tools[name]?.fields !== undefined) return NONE;
  return former.map((each) => subjectOf(row, native, { ...event, tool_name: each }, place));
}

/** The frame in the dialect's own names, for a hook that matches by those. */
export function inOwnWords(frame: Frame): Frame {
  const { dialect, row, native, place } = frame;
  const event = ownEvent(dialect, row, frame.event, namingOf(dialect, place));
  return { ...frame, event, subject: subjectOf(row, native, event, place), ownSubjects: NONE };
}

const nativeNames = memoized(
  (dialect: Dialect): ReadonlyMap<string, string> =>
    new Map([...nativesByEvent(dialect)].map(([neutral, [native = '']]) => [neutral, native])),
);

/** The dialect's name for an event, or null when the dialect has no such event. */
export const nativeName = (dialect: Dialect, event: Pick<AnyEvent, 'hook_event_name'>): string | null =>
  nativeNames(dialect).get(event.hook_event_name) ?? null;

/** The row of an event in a dialect's table, or undefined when the dialect has no such event. */
export function rowOf(dialect: Dialect, event: Pick<AnyEvent, 'hook_event_name'>): EventRow | undefined {
  const native = nativeName(dialect, event);
  return native === null ? undefined : dialect.events[native];
}

/** The same frame after a hook has rewritten the event; matching is not done again. */
export const withEvent = (frame: Frame, event: AnyEvent): Frame =>
  event === frame.event ? frame : { ...frame, event };

/** The event as the next hook sees it: with what this one has rewritten. Never mutates its argument. */
export function thread(
  event: AnyEvent,
  verdict: Pick<Verdict, 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt' | 'extra'>,
): AnyEvent {
  const { updatedInput = permittedInput(verdict), updatedToolOutput, updatedPrompt } = verdict;
  if (updatedInput === undefined && updatedToolOutput === undefined && updatedPrompt === undefined) return event;
  return carryWritten(event, {
    ...event,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : outputFields(event, updatedToolOutput)),
    ...(updatedPrompt === undefined ? {} : { prompt: updatedPrompt }),
  });
}

/** The input as it stands in an answer to a request for permission. */
function permittedInput({ extra }: Pick<Verdict, 'extra'>): JsonObject | undefined {
  const input = extra?.permission?.['updatedInput'];
  return isJsonObject(input) ? input : undefined;
}

/** The output of a tool that failed is its error. */
const outputFields = ({ hook_event_name }: AnyEvent, output: Json): Partial<AnyEvent> =>
  hook_event_name === 'PostToolUseFailure' ? { tool_response: output, error: output } : { tool_response: output };

/**
 * The answer of a hook that saw the event in its dialect's names, with rewritten inputs under the host's field names.
 */
export function inGivenWords({ dialect, event, place }: Frame, verdict: Verdict): Verdict {
  const { updatedInput, nextInput, extra } = verdict;
  const permitted = extra?.permission?.['updatedInput'];
  if (updatedInput === undefined && nextInput === undefined && !isJsonObject(permitted)) return verdict;
  const naming = namingOf(dialect, place);
  return {
    ...verdict,
    ...(updatedInput === undefined ? {} : { updatedInput: givenInput(dialect, event, updatedInput, naming) }),
    ...(nextInput === undefined ? {} : { nextInput: givenInput(dialect, event, nextInput, naming) }),
    ...(isJsonObject(permitted)
      ? {
          extra: {
            ...extra,
            permission: { ...extra?.permission, updatedInput: givenInput(dialect, event, permitted, naming) },
          },
        }
      : {}),
  };
}

/** The folder in which the event happened. */
export const cwdOf = (frame: Frame): string =>
  typeof frame.event['cwd'] === 'string' && frame.event['cwd'] !== '' ? frame.event['cwd'] : frame.place.project;

/** The folder in which the session was opened, or the sub-agent's own worktree. */
export const workDirOf = (frame: Frame): string => basesOf(frame.event, frame.place.project).root;

/** The folder in which a hook's program runs; without a hook, that of most. */
export function runFolderOf(frame: Frame, hook?: Pick<Hook, 'scope' | 'folder' | 'file'>): string {
  const own = hook === undefined ? undefined : frame.dialect.cwdByScope?.[hook.scope];
  if (own === 'hook-folder' && hook?.folder) return hook.folder;
  if (own === 'file-folder' && hook !== undefined) return dirname(hook.file);
  switch (frame.dialect.cwd) {
    case 'project':
      return frame.place.project;
    case 'work-dir':
      return workDirOf(frame);
    case 'event':
      return cwdOf(frame);
  }
}

/** What the matchers of a dialect are tested against, in the names in which the event is given. */
function subjectOf(row: EventRow, native: string, event: AnyEvent, place: Place): MatchSubject {
  const { root } = basesOf(event, place.project);
  return {
    text: subjectText(row, native, event),
    toolName: typeof event['tool_name'] === 'string' ? event['tool_name'] : null,
    toolInput: event['tool_input'] ?? null,
    project: place.project,
    home: place.home,
    cwd: typeof event['cwd'] === 'string' && event['cwd'] !== '' ? event['cwd'] : place.project,
    slow: place.slow,
    ...(root === place.project ? {} : { worktree: root }),
  };
}

function subjectText(row: EventRow, native: string, event: AnyEvent): string | null {
  switch (row.subject.from) {
    case 'nothing':
      return null;
    case 'event-name':
      return native;
    case 'constant':
      return row.subject.text;
    case 'field':
      return textOf(event[row.subject.field]) ?? textOf(event[row.subject.orField ?? '']) ?? row.subject.or ?? '';
    case 'basename':
      return textOf(event[row.subject.field])?.split(/[/\\]/).at(-1) ?? '';
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
