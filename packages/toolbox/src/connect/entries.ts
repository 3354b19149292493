import {
  type AgentEventRow,
  type AgentTable,
  type Dialect,
  ENTRY_OPTION,
  type EntryWay,
  type JsonObject,
  markInAddress,
  markInArguments,
} from '@hookline/core/internal';
import type { AddedGroup } from './group-text.ts';

/** How an entry can reach this program. */
export interface EntryPrograms {
  /** The command: a program and its first arguments. */
  readonly command: readonly string[];
  /** The small client; null: there is none on this machine. */
  readonly client: string | null;
  /** The address of an entry at the resident server, with a secret of its own; null: it takes no requests. */
  readonly http: ((entry: RequestedEntry) => string) | null;
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
export interface PlannedEntry extends AddedGroup {
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
    .map(([event, row]) => entryOf({ agent, event, row, gates: gatesAction(dialect, event) }, choice, reach));

/** Whether a hook of the event can stop what is about to happen. */
const gatesAction = (dialect: Dialect, event: string): boolean => (dialect.events[event]?.block ?? null) !== null;

interface Registered {
  readonly agent: AgentTable;
  readonly event: string;
  readonly row: AgentEventRow;
  readonly gates: boolean;
}

function entryOf(
  { agent, event, row, gates }: Registered,
  choice: ConnectionChoice,
  { word, programs }: { readonly word: string; readonly programs: EntryPrograms },
): PlannedEntry {
  const { failClosed, failClosedNotOn } = agent.registration;
  const canFailClosed = failClosed !== null && !failClosedNotOn.includes(event);
  const closes = gates && choice.fail === 'closed' && canFailClosed;
  const way = wayOf(row, choice.via, programs, !gates || canFailClosed || choice.fail === 'open');
  const entry: RequestedEntry = {
    agent: agent.id,
    event,
    failsOpen: choice.fail === 'open',
    mayAllow: choice.mayAllow,
  };
  const handler: JsonObject = {
    ...HANDLERS[way](programs, entry, word),
    timeout: row.timeoutSeconds,
    ...(closes ? { [failClosed.key]: failClosed.value } : {}),
  };
  return { event, group: { hooks: [handler] }, way, failsClosed: gates ? closes : null };
}

type WriteHandler = (programs: EntryPrograms, entry: RequestedEntry, word: string) => JsonObject;

const HANDLERS: Readonly<Record<EntryWay, WriteHandler>> = {
  command: ({ command: [program = '', ...first] }, entry, word) => ({
    type: 'command',
    command: program,
    args: [...first, ...wordsOf(entry, word)],
  }),
  client: ({ client }, entry, word) => ({ type: 'command', command: client ?? '', args: wordsOf(entry, word) }),
  http: ({ http }, entry) => ({ type: 'http', url: http?.(entry) ?? '' }),
};

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
export function wordIn({ args, url }: JsonObject, agent: AgentTable): string | null {
  const mark =
    typeof url === 'string'
      ? markInAddress(url)
      : markInArguments(Array.isArray(args) ? (args as readonly unknown[]).map(String) : []);
  return mark?.agent === agent.id ? mark.word : null;
}

/** Whether a word stands in the arguments of an entry, and not in an address. */
export const isEntryWord = (word: string): boolean => WORD.test(word);

const WORD = /^[0-9a-f]{32}$/;
