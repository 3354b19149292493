import {
  AGENTS,
  type AgentTable,
  dialectOfAgent,
  didYouMean,
  type HeardName,
  type KnownAgent,
  namedEvent,
} from '@hookline/core/internal';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import type { OptionRow } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import type { Environment } from '../../print/output.ts';

export const FAIL = {
  name: 'fail',
  value: 'closed|open',
  completes: ['closed', 'open'],
  about: 'What an error of hookline means: refuse, the default, or go on.',
} satisfies OptionRow;
export const MAY_ALLOW = {
  name: 'may-allow',
  about: 'Pass a permission of a hook on, so that the agent does not ask its user.',
} satisfies OptionRow;
export const ENTRY = {
  name: 'entry',
  value: 'WORD',
  about:
    'A word of this entry alone: others cannot write one like it, and an event that a second entry tells of runs hooks once.',
} satisfies OptionRow;

/** One entry in the configuration of an agent: whose, for which event, and what its user has chosen. */
export interface Entry extends KnownAgent {
  /** As given, in the agent's words; undefined: the payload names it. */
  readonly event: string | undefined;
  /** Its own, by which it is told from the others of the agent; empty: it has none. */
  readonly word: string;
  readonly failsOpen: boolean;
  readonly mayAllow: boolean;
}

/** Reads the words of an entry; throws a wrong call. */
export function entryOf(given: Arguments, env: Environment): Entry {
  const [id = '', event] = given.words;
  const agent = AGENTS.find((each) => each.id === id);
  if (agent === undefined) throw wrongCall(`unknown agent "${id}"`, { word: id, known: AGENTS.map((each) => each.id) });
  const dialect = dialectOfAgent(agent);
  if (event !== undefined && namedEvent(dialect, event) === null) throw unknownEvent(agent, event);
  return {
    agent,
    dialect,
    event,
    word: valueOf(given, ENTRY) ?? '',
    failsOpen: failsOpen(given, env),
    mayAllow: isGiven(given, MAY_ALLOW),
  };
}

function unknownEvent(agent: AgentTable, event: string): Error {
  const known = Object.keys(agent.events);
  const meant = didYouMean(event, known);
  return wrongCall(`${agent.title} has no event "${event}"${meant === null ? '' : `; did you mean ${meant}?`}`);
}

function failsOpen(given: Arguments, env: Environment): boolean {
  const word = valueOf(given, FAIL) ?? 'closed';
  if (word !== 'closed' && word !== 'open') throw wrongCall(`--fail: expected closed or open, found "${word}"`);
  return word === 'open' || env['HOOKLINE_ON_ERROR'] === 'proceed';
}

/** The event that an entry was registered for; null where it names none. */
export const aboutOf = ({ dialect, event }: Entry): HeardName | null =>
  event === undefined ? null : namedEvent(dialect, event);

/** The agent waits this long for an answer to an event; without an event, the longest of all. */
export function timeoutMs({ agent }: Entry, about: HeardName | null): number {
  const own = about === null ? undefined : agent.events[about.native];
  const seconds = own?.timeoutSeconds ?? Math.max(...Object.values(agent.events).map((row) => row.timeoutSeconds));
  return seconds * 1000;
}
