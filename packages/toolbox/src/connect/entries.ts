import {
  type AgentEventRow,
  type AgentTable,
  type Dialect,
  ENTRY_OPTION,
  type EntryWay,
  type JsonObject,
  markInAddress,
  markInArguments,
  markInLine,
  say,
} from '@hookline/core/internal';
import type { WrittenEntry } from './entry-format.ts';
import {
  closingLine,
  isClosingLine,
  isPlainClosingLine,
  NO_ANSWER,
  plainClosingLine,
  shellLine,
} from './shell-line.ts';

/** How an entry can reach this program. */
export interface EntryPrograms {
  /** The command: a program and its first arguments. */
  readonly command: readonly string[];
  /** The small client; null: there is none on this machine. */
  readonly client: string | null;
  /** The address of an entry at the resident server, with a secret of its own; null: it takes no requests. */
  readonly http: ((entry: RequestedEntry) => string) | null;
  /** A program like `timeout` of coreutils, which ends another one in time; absent: there is none on this machine. */
  readonly watch?: string;
}

/** What the address of an entry says. */
interface RequestedEntry {
  readonly agent: string;
  readonly event: string;
  readonly failsOpen: boolean;
  readonly mayAllow: boolean;
}

/** What a person chose for a connection. */
export interface ConnectionChoice {
  /** `auto`: the quickest way that an event has. */
  readonly via: EntryWay | 'auto';
  readonly fail: 'closed' | 'open';
  readonly mayAllow: boolean;
  /** Native names. */
  readonly events: readonly string[];
}

/** An entry that is to stand in the agent's file. */
export interface PlannedEntry extends WrittenEntry {
  readonly way: EntryWay;
  /** Whether the agent refuses when the entry fails; null: a failure of this entry lets nothing through. */
  readonly failsClosed: boolean | null;
}

/** The entries of a connection, in the order of the agent's table. */
export const entriesOf = (
  agent: AgentTable,
  dialect: Dialect,
  choice: ConnectionChoice,
  reach: { readonly word: string; readonly programs: EntryPrograms },
): readonly PlannedEntry[] =>
  Object.entries(agent.events)
    .filter(([event]) => choice.events.includes(event))
    .map(([event, row]) => entryOf({ agent, dialect, event, row }, choice, reach));

/** Whether a hook of the event can stop what is about to happen. */
const gatesAction = (dialect: Dialect, event: string): boolean => (dialect.events[event]?.block ?? null) !== null;

interface Registered {
  readonly agent: AgentTable;
  readonly dialect: Dialect;
  readonly event: string;
  readonly row: AgentEventRow;
}

function entryOf(
  registered: Registered,
  choice: ConnectionChoice,
  { word, programs }: { readonly word: string; readonly programs: EntryPrograms },
): PlannedEntry {
  const { agent, dialect, event, row } = registered;
  const { failClosed, failClosedNotOn, timeoutUnit } = agent.registration;
  const gates = gatesAction(dialect, event);
  const canFailClosed = failClosed !== null && !failClosedNotOn.includes(event);
  const closes = gates && choice.fail === 'closed' && canFailClosed;
  const way = wayOf(row, choice.via, programs, !gates || canFailClosed || choice.fail === 'open');
  const entry: RequestedEntry = {
    agent: agent.id,
    event,
    failsOpen: choice.fail === 'open',
    mayAllow: choice.mayAllow,
  };
  const written =
    way === 'http'
      ? { type: 'http', url: programs.http?.(entry) ?? '' }
      : {
          type: 'command',
          ...commandOf([...programOf(way, programs), ...wordsOf(entry, word)], {
            ...registered,
            closes,
            watch: programs.watch ?? null,
          }),
        };
  const handler: JsonObject = {
    ...written,
    timeout: row.timeoutSeconds * (timeoutUnit === 'milliseconds' ? 1000 : 1),
    ...(closes && typeof failClosed === 'object' ? { [failClosed.key]: failClosed.value } : {}),
  };
  return { event, handler, way, failsClosed: gates ? closes : null };
}

const programOf = (way: 'client' | 'command', { command, client }: EntryPrograms): readonly string[] =>
  way === 'client' ? [client ?? ''] : command;

interface StartedEntry extends Registered {
  readonly closes: boolean;
  readonly watch: string | null;
}

/** The program and its words, as the agent starts them. */
function commandOf(words: readonly string[], started: StartedEntry): JsonObject {
  const { commands } = started.agent.registration;
  const [program = '', ...args] = words;
  return commands === 'arguments' ? { command: program, args } : { command: lineOf(words, started) };
}

function lineOf(words: readonly string[], started: StartedEntry): string {
  const { agent, row, closes, watch } = started;
  const { failClosed } = agent.registration;
  if (!closes) return shellLine(words);
  if (failClosed === 'shell-line') return closingLine(words, row.timeoutSeconds);
  if (failClosed !== 'plain-line') return shellLine(words);
  return plainClosingLine(words, { timeoutSeconds: row.timeoutSeconds, watch, answer: refusalOf(started) });
}

/** A refusal of this event in the agent's words. */
function refusalOf({ agent, dialect, event }: Registered): string {
  const own = dialect.events[event];
  const [name] = own?.means ?? [];
  const effect = own?.block ?? null;
  if (name === undefined || effect === null) return '';
  const told = { native: event, event: { hook_event_name: name }, project: '/' };
  const refusal = { decision: 'block', effect, reason: NO_ANSWER } as const;
  const answer = say({ agent, dialect }, told, refusal, { mayAllow: false, tellsFaults: false }).stdout.trimEnd();
  return `${dialect.answer.controlLine ?? ''}${answer}`;
}

const wordsOf = ({ agent, event, failsOpen, mayAllow }: RequestedEntry, word: string): readonly string[] => [
  'hook',
  agent,
  event,
  ENTRY_OPTION,
  word,
  ...(failsOpen ? ['--fail', 'open'] : []),
  ...(mayAllow ? ['--may-allow'] : []),
];

/** From the quickest to the slowest. */
const WAYS: readonly EntryWay[] = ['http', 'client', 'command'];

/** A request has no program that could answer when the server is gone: only where the agent refuses then, or nothing is decided. */
function wayOf(row: AgentEventRow, via: EntryWay | 'auto', programs: EntryPrograms, isSafeByHttp: boolean): EntryWay {
  const isThere: Readonly<Record<EntryWay, boolean>> = {
    http: programs.http !== null && isSafeByHttp,
    client: programs.client !== null,
    command: true,
  };
  const usable = WAYS.filter((way) => row.ways.includes(way) && isThere[way]);
  const first = via === 'auto' ? 0 : WAYS.indexOf(via);
  // Where an event does not have the way that was asked for, the next slower one stands in.
  return usable.find((way) => WAYS.indexOf(way) >= first) ?? 'command';
}

/** The word, or the secret, of an entry that `connect` has written for this agent; null: it is another entry. */
export function wordIn(handler: JsonObject, agent: AgentTable): string | null {
  const mark = markIn(handler);
  return mark?.agent === agent.id ? mark.word : null;
}

function markIn({ args, command, url }: JsonObject): ReturnType<typeof markInLine> {
  if (typeof url === 'string') return markInAddress(url);
  if (Array.isArray(args)) return markInArguments((args as readonly unknown[]).map(String));
  return typeof command === 'string' ? markInLine(command) : null;
}

/** Whether an entry makes its agent refuse when it fails. */
export function isClosing(handler: JsonObject, { registration: { failClosed } }: AgentTable): boolean {
  if (failClosed === null) return false;
  if (typeof failClosed === 'object') return handler[failClosed.key] === failClosed.value;
  const { command } = handler;
  return typeof command === 'string' && (isClosingLine(command) || isPlainClosingLine(command));
}

/** Whether a word stands in the arguments of an entry, and not in an address. */
export const isEntryWord = (word: string): boolean => WORD.test(word);

const WORD = /^[0-9a-f]{32}$/;
