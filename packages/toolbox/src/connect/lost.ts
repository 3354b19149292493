import {
  type AgentTable,
  type AnswerPart,
  type Dialect,
  dialectOfAgent,
  DIALECTS,
  type EventName,
  type HookPower,
  powersOf,
  say,
} from '@hookline/core/internal';

/** Something that hooks can do elsewhere and cannot do in an agent. */
export interface LostPower {
  /** Neutral name of the event. */
  readonly event: EventName;
  /** The part of an answer; null: hooks of this event never run. */
  readonly part: AnswerPart | null;
  /** What the agent does about it. */
  readonly instead: string;
}

/** How the agent is connected. */
interface Connected {
  /** Native names. */
  readonly events: readonly string[];
  readonly mayAllow: boolean;
}

/**
 * What hooks of all systems may do and lose in an agent that is connected like this: every answer that counts anywhere
 * is said to the agent, and what it is not told is lost.
 */
export function lostPowersOf(agent: AgentTable, connected: Connected): readonly LostPower[] {
  const dialect = dialectOfAgent(agent);
  const names = [...new Set(DIALECTS.flatMap(({ events }) => Object.values(events).flatMap(({ means }) => means)))];
  return unique(names.flatMap((event) => lostOn(event, { agent, dialect }, connected)));
}

interface Told {
  readonly agent: AgentTable;
  readonly dialect: Dialect;
}

function lostOn(event: EventName, { agent, dialect }: Told, { events, mayAllow }: Connected): readonly LostPower[] {
  const natives = Object.keys(agent.events).filter((name) => dialect.events[name]?.means.includes(event) === true);
  // Of several that tell the same event, one that is registered is enough.
  const native = natives.find((name) => events.includes(name)) ?? natives[0];
  if (native === undefined) return [{ event, part: null, instead: 'the agent has no such event' }];
  if (!events.includes(native)) return [{ event, part: null, instead: whyNotRegistered(agent, native) }];
  const told = { native, event: { ...EXAMPLE, hook_event_name: event }, project: '/' };
  return powersAnywhere(event).flatMap(({ example }) =>
    say({ agent, dialect }, told, example, { mayAllow, tellsFaults: false }).lost.map(({ part, why }) => ({
      event,
      part,
      instead: why.replace(`${native} of ${dialect.id} `, ''),
    })),
  );
}

/** What is told beside the name of the event: a call of a tool whose output has a known shape. */
const EXAMPLE = {
  session_id: 'example',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'true' },
  tool_response: { stdout: '', stderr: '' },
};

const powersAnywhere = (event: EventName): readonly HookPower[] =>
  DIALECTS.flatMap((dialect) =>
    Object.entries(dialect.events).flatMap(([name, { means }]) =>
      means.includes(event) ? powersOf(dialect, name) : [],
    ),
  );

function whyNotRegistered({ events }: AgentTable, native: string): string {
  const registered = events[native]?.registered;
  return registered === undefined || registered === true
    ? 'it is not registered'
    : `not registered: ${registered.because}`;
}

const unique = (lost: readonly LostPower[]): readonly LostPower[] => [
  ...new Map(lost.map((each) => [JSON.stringify(each), each])).values(),
];
