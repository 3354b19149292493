import type { AnyEvent, Block, Decision, Ending, HookRun, JsonObject, Message, Outcome } from '../model/index.ts';
import type { PolicyException } from '../model/managed-policy.ts';
import { hasSecrets, withoutSecrets } from '../text/secrets.ts';
import { cutJson, cutText, isSmall } from './cut.ts';

/** An event was received, and these hooks are about to run. */
export interface StartEntry {
  readonly v: 1;
  readonly kind: 'start';
  /** Of the decision; links its entries. */
  readonly id: string;
  readonly at: string;
  readonly pid: number;
  readonly project: string;
  /** The connected agent that told the event; absent: a host of its own. */
  readonly agent?: string;
  readonly event: AnyEvent;
  readonly hooks: readonly string[];
}

/** The host has received its answer. */
export interface EndEntry {
  readonly v: 1;
  readonly kind: 'end';
  readonly id: string;
  readonly at: string;
  readonly outcome: RecordedOutcome;
  readonly hooks: readonly RecordedRun[];
  readonly durationMs: number;
}

/** A hook that nothing waited for has ended. */
export interface BackgroundEntry {
  readonly v: 1;
  readonly kind: 'background';
  readonly id: string;
  readonly at: string;
  readonly hook: RecordedRun;
}

/** A notable event that is not a run; belongs to a decision or to none. */
export interface NoteEntry {
  readonly v: 1;
  readonly kind: 'note';
  readonly id: string | null;
  readonly at: string;
  readonly text: string;
  /** How many entries are missing before it. */
  readonly lost?: number;
  /** How many older lines were removed although they had not been shipped. */
  readonly dropped?: number;
  /** The exception from a policy that comes into force with it. */
  readonly exception?: PolicyException;
}

export type RecordEntry = StartEntry | EndEntry | BackgroundEntry | NoteEntry;

type Rewritten = 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt';

/** A run as it is recorded: with its ending, where neither exit code nor signal give it. */
export interface RecordedRun extends HookRun {
  readonly ending?: Ending;
}

/** What is recorded of an ending beside exit code and signal. */
export const recordedEnding = (ending: Ending | undefined): Pick<RecordedRun, 'ending'> =>
  ending === undefined || SHOWN_BY_RUN.has(ending.how) ? {} : { ending };

const SHOWN_BY_RUN: ReadonlySet<Ending['how']> = new Set<Ending['how']>(['exited', 'killed', 'answered']);

/** The outcome as it is recorded: the decision, without repeating the payloads. */
export interface RecordedOutcome {
  readonly decision: Decision;
  readonly reason: string | null;
  readonly block: Block | null;
  readonly rewritten: readonly Rewritten[];
  readonly contexts: { readonly count: number; readonly texts: readonly string[] };
  readonly messages: readonly Message[];
  readonly extra: JsonObject;
}

/** What the entries of one decision share. */
export interface EntryFrame {
  readonly id: string;
  readonly at: Date;
}

const MAX_TEXT = 8_192;
const MAX_OUTPUT = 4_096;
const MAX_CONTEXTS = 100;
const REWRITTEN: readonly Rewritten[] = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'];

/** The entry before the first hook starts; long texts of the event are cut. */
export function startEntry(
  { id, at, toldBy }: EntryFrame & { readonly toldBy?: string | undefined },
  project: string,
  event: AnyEvent,
  hooks: readonly string[],
): StartEntry {
  const start = { v: 1, kind: 'start', id, at: isoOf(at), pid: process.pid, project } as const;
  return { ...start, ...(toldBy === undefined ? {} : { agent: toldBy }), event: cutEvent(event), hooks };
}

/** Its name is kept even when everything else is cut. */
function cutEvent(event: AnyEvent): AnyEvent {
  if (isSmall(event)) return event;
  const { hook_event_name: name, ...fields } = event;
  return { hook_event_name: name, ...(cutJson(fields) as JsonObject) };
}

/** The entry after the answer; `endings` are those of the hooks that were waited for, by their ids. */
export function endEntry(
  { id, at }: EntryFrame,
  outcome: Outcome,
  durationMs: number,
  endings?: ReadonlyMap<string, Ending>,
): EndEntry {
  return {
    v: 1,
    kind: 'end',
    id,
    at: isoOf(at),
    outcome: recorded(outcome),
    hooks: outcome.hooks.map((run) => cutRun(run, endings?.get(run.id))),
    durationMs,
  };
}

export function backgroundEntry({ id, at }: EntryFrame, hook: HookRun, ending?: Ending): BackgroundEntry {
  return { v: 1, kind: 'background', id, at: isoOf(at), hook: cutRun(hook, ending) };
}

export function noteEntry(at: Date, text: string, id: string | null = null): NoteEntry {
  return { v: 1, kind: 'note', id, at: at.toISOString(), text: cutText(text, MAX_TEXT) };
}

/** A note that entries are missing here, and why. */
export const lostEntry = (at: Date, lost: number, why: string, whose = ''): NoteEntry => ({
  ...noteEntry(at, `${lost} ${lost === 1 ? 'entry' : 'entries'}${whose} were lost here: ${why}`),
  lost,
});

/** A note that older lines are gone that the fleet has not got. */
export const droppedEntry = (at: Date, dropped: number): NoteEntry => ({
  ...noteEntry(
    at,
    `${dropped} ${dropped === 1 ? 'line' : 'lines'} were removed before they were shipped: the spool is full`,
  ),
  dropped,
});

// Formatting a date takes longer than everything else here, and most entries are in the same second as the previous
// one.
let last = { second: 0, text: '1970-01-01T00:00:00' };

function isoOf(at: Date): string {
  const time = at.getTime();
  const second = Math.floor(time / 1000);
  if (second !== last.second) last = { second, text: at.toISOString().slice(0, -'.000Z'.length) };
  return `${last.text}.${String(time - second * 1000).padStart(3, '0')}Z`;
}

function recorded(outcome: Outcome): RecordedOutcome {
  const { decision, reason, block, additionalContext, messages, extra } = outcome;
  return {
    decision,
    reason: cutOrNull(reason),
    block: block === null ? null : { ...block, reason: cutOrNull(block.reason) },
    rewritten: REWRITTEN.filter((key) => outcome[key] !== null),
    contexts: {
      count: additionalContext.length,
      texts: additionalContext.slice(0, MAX_CONTEXTS).map((text) => cutText(text, MAX_TEXT)),
    },
    messages: messages.map((message) => ({ ...message, text: cutText(message.text, MAX_TEXT) })),
    extra: cutJson(extra) as JsonObject,
  };
}

const cutOrNull = (text: string | null): string | null => (text === null ? null : cutText(text, MAX_TEXT));

function cutRun(run: HookRun, ending: Ending | undefined): RecordedRun {
  const cut = (text: string): string => cutText(text, MAX_OUTPUT);
  const fault = run.fault === null ? null : { ...run.fault, message: cut(run.fault.message) };
  return {
    ...run,
    name: cut(run.name),
    stdout: cut(run.stdout),
    stderr: cut(run.stderr),
    fault,
    notes: run.notes.map(cut),
    ...(run.shadow === undefined ? {} : { shadow: { ...run.shadow, reason: cutOrNull(run.shadow.reason) } }),
    ...recordedEnding(ending !== undefined && 'why' in ending ? { ...ending, why: cut(ending.why) } : ending),
  };
}

/**
 * The entry with secrets removed from the texts of others; its own keywords stay, since a secret equal to one would
 * make the entry invalid.
 */
export function discreetEntry(entry: RecordEntry): RecordEntry {
  if (!hasSecrets()) return entry;
  switch (entry.kind) {
    case 'start':
      return { ...entry, event: discreetEvent(entry.event) };
    case 'end':
      return { ...entry, outcome: discreetOutcome(entry.outcome), hooks: entry.hooks.map(discreetRun) };
    case 'background':
      return { ...entry, hook: discreetRun(entry.hook) };
    case 'note':
      return { ...entry, text: withoutSecrets(entry.text) };
  }
}

function discreetEvent(event: AnyEvent): AnyEvent {
  const { hook_event_name: name, ...fields } = event;
  return { hook_event_name: name, ...withoutSecrets(fields) };
}

function discreetOutcome(outcome: RecordedOutcome): RecordedOutcome {
  const { reason, block, contexts, messages, extra } = outcome;
  return {
    ...outcome,
    reason: withoutSecrets(reason),
    block: block === null ? null : { ...block, reason: withoutSecrets(block.reason) },
    contexts: { ...contexts, texts: withoutSecrets(contexts.texts) },
    messages: messages.map((message) => ({ ...message, text: withoutSecrets(message.text) })),
    extra: withoutSecrets(extra),
  };
}

function discreetRun(run: RecordedRun): RecordedRun {
  const { name, stdout, stderr, fault, why, notes, ending, shadow } = run;
  return {
    ...run,
    name: withoutSecrets(name),
    stdout: withoutSecrets(stdout),
    stderr: withoutSecrets(stderr),
    fault: fault === null ? null : { ...fault, message: withoutSecrets(fault.message) },
    why: withoutSecrets(why),
    notes: withoutSecrets(notes),
    ...(ending === undefined ? {} : { ending: withoutSecrets(ending) }),
    ...(shadow === undefined ? {} : { shadow: { ...shadow, reason: withoutSecrets(shadow.reason) } }),
  };
}
