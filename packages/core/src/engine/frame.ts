import { dirname, resolve } from 'node:path';
import type { AnyEvent, Dialect, EventRow, Hook, MatchSubject, Verdict } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { basesOf, givenInput, otherOwnNames, ownEvent } from './native-names.ts';
import { namingOf, nativesByEvent, nativesFor } from './natives.ts';
import type { Place } from './place.ts';
import { memoized } from '../text/memo.ts';

export type { Place } from './place.ts';

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
  const further = (each: AnyEvent): readonly MatchSubject[] => furtherSubjects(dialect, native, each, place);
  if (place.toolNames !== 'native') return [...byFormerNames(dialect, native, event, place), ...further(event)];
  const naming = namingOf(dialect, place);
  const isNeutral = row.toolNames !== undefined;
  const own = ownEvent(dialect, isNeutral ? { ...row, toolNames: 'neutral' } : row, event, naming);
  if (own === event) return further(event);
  const names = isNeutral ? [] : otherOwnNames(dialect, event, naming);
  const others = names.map((name) => ({ ...own, tool_name: name }));
  const subjects = [own, ...others].map((each) => subjectOf(row, native, each, place));
  return [...subjects, ...further(own)];
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

/** Whether hooks that accept both see the names of the host. */
export const isGivenFirst = ({ place, dialect }: Frame): boolean =>
  place.givenFirst === true && dialect.seesTools === undefined;

/** Whether hooks accept tools under no other names than their dialect's. */
export const isOwnOnly = ({ place, dialect }: Frame): boolean =>
  place.toolNames === 'native' && dialect.seesTools === 'only-own';

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
export function runFolderOf(frame: Frame, hook?: Pick<Hook, 'scope' | 'folder' | 'file' | 'cwd'>): string {
  const usual = usualFolder(frame, hook);
  return hook?.cwd === undefined ? usual : resolve(usual, hook.cwd);
}

function usualFolder(frame: Frame, hook?: Pick<Hook, 'scope' | 'folder' | 'file'>): string {
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
    case 'input':
      return isJsonObject(event['tool_input']) ? (textOf(event['tool_input'][row.subject.field]) ?? '') : '';
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
