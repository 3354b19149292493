import {
  type AgentTable,
  type AnswerPart,
  type Dialect,
  DIALECTS,
  type EventName,
  powersOf,
  writeAnswer,
} from '@hookline/core/internal';

/** Something that hooks can do elsewhere and cannot do in an agent. */
export interface LostPower {
  /** Neutral name of the event. */
  readonly event: EventName;
  /** The part of an answer; null: hooks of this event never run. */
  readonly part: AnswerPart | null;
  /** What happens instead. */
  readonly instead: string;
}

/** What hooks of all systems may do and lose in an agent that is connected with these events; from the tables alone. */
export function lostPowersOf(
  agent: AgentTable,
  choice: { readonly events: readonly string[]; readonly mayAllow: boolean },
): readonly LostPower[] {
  const own = DIALECTS.find(({ id }) => id === agent.dialect);
  if (own === undefined) return [];
  const names = [...new Set(DIALECTS.flatMap(({ events }) => Object.values(events).flatMap(({ means }) => means)))];
  return names.flatMap((event) => lostOn(event, agent, own, choice));
}

function lostOn(
  event: EventName,
  agent: AgentTable,
  own: Dialect,
  { events, mayAllow }: { readonly events: readonly string[]; readonly mayAllow: boolean },
): readonly LostPower[] {
  const native = Object.entries(own.events).find(
    ([name, { means }]) => means.includes(event) && Object.hasOwn(agent.events, name),
  )?.[0];
  if (native === undefined) return [{ event, part: null, instead: 'the agent has no such event' }];
  if (!events.includes(native)) return [{ event, part: null, instead: whyNotRegistered(agent, native) }];
  const lost = DIALECTS.flatMap((dialect) =>
    Object.entries(dialect.events)
      .filter(([, { means }]) => means.includes(event))
      .flatMap(([name]) => powersOf(dialect, name))
      .flatMap(({ part, example }) => (isSubstituted(part) ? [] : writeAnswer(own, native, example).unsupported)),
  ).map(({ part, why }) => ({ event, part, instead: why.replace(`${native} of ${own.id} `, '') }));
  return unique([...lost, ...substituted(event, native, agent, own, mayAllow)]);
}

const whyNotRegistered = (agent: AgentTable, native: string): string => {
  const registered = agent.events[native]?.registered;
  return registered === undefined || registered === true
    ? 'it is not registered'
    : `not registered: ${registered.because}`;
};

/** What the agent's table says about these replaces what its dialect says. */
const isSubstituted = (part: AnswerPart): boolean => part === 'allow' || part === 'ask' || part === 'updatedInput';

function substituted(
  event: EventName,
  native: string,
  { substitutes }: AgentTable,
  own: Dialect,
  mayAllow: boolean,
): readonly LostPower[] {
  const has = (part: AnswerPart): boolean =>
    DIALECTS.some((dialect) =>
      Object.entries(dialect.events).some(
        ([name, { means }]) => means.includes(event) && powersOf(dialect, name).some((power) => power.part === part),
      ),
    );
  const can = (part: AnswerPart): boolean => powersOf(own, native).some((power) => power.part === part);
  const stands = (part: 'ask' | 'updatedInput', isDone: boolean, instead: string): readonly LostPower[] =>
    has(part) && !(isDone && can(part)) ? [{ event, part, instead }] : [];
  return [
    ...stands('ask', substitutes.ask === 'ask', 'the action is refused'),
    ...stands(
      'updatedInput',
      substitutes.rewriteInput === 'rewrite',
      'the action is refused, and the reason names the rewritten input',
    ),
    ...(has('allow') && !mayAllow
      ? [{ event, part: 'allow' as const, instead: 'the agent’s own permissions decide (--may-allow passes it on)' }]
      : []),
  ];
}

const unique = (lost: readonly LostPower[]): readonly LostPower[] => [
  ...new Map(lost.map((each) => [JSON.stringify(each), each])).values(),
];
