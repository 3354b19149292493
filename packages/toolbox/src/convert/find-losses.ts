import {
  writeAnswer,
  type Dialect,
  type EventName,
  type Hook,
  type HookPower,
  powersOf,
  type AnswerPart,
  missingFields,
} from '@hookline/core/internal';
import type { Loss, LossKind } from './conversion.ts';
import type { Pair } from './translate-matcher.ts';

/** A loss in words. */
export const loss = (kind: LossKind, text: string, part: AnswerPart | null = null): Loss => ({ kind, part, text });

/** The target's name for an event; null when it has none. */
export const nativeOf = ({ events }: Dialect, event: EventName): string | null =>
  Object.entries(events).find(([, { means }]) => means.includes(event))?.[0] ?? null;

/** What a hook may say on one event and the target does not take. */
export function lostPowers(hook: Hook, { from, to }: Pair, native: string): readonly Loss[] {
  // Nobody waits for its answer; one that wakes the model is waited for where nothing can be woken.
  if (hook.background && hook.wake === null) return [];
  const lost = powersOf(from, hook.event)
    .filter((power) => isWithin(hook, from, power))
    .flatMap(({ example }) => writeAnswer(to, native, example).unsupported);
  return unique(lost.map(({ part, why }) => loss('power', `${TOLD[part] ?? part}: ${why}`, part)));
}

/** A model says yes or no, code returns a few fields; only commands and servers have all words of their system. */
function isWithin({ handler, event }: Hook, { events }: Dialect, { part, example }: HookPower): boolean {
  switch (handler.kind) {
    case 'command':
    case 'http':
    case 'function':
      return true;
    case 'prompt':
    case 'agent':
      return part === 'block' && example.effect === events[event]?.block;
    case 'python':
    case 'module':
      return ['block', 'updatedInput', 'updatedToolOutput', 'context'].includes(part);
  }
}

const TOLD: Readonly<Partial<Record<AnswerPart, string>>> = {
  block: 'a refusal',
  effect: 'what a refusal does',
  reason: 'a refusal without a reason',
  ask: 'a question to the user',
  allow: 'a permission',
  updatedInput: 'a rewritten input',
  updatedToolOutput: 'a rewritten output',
  updatedPrompt: 'a rewritten prompt',
  context: 'context for the model',
  message: 'a message to the user',
  quiet: 'output that is not shown',
};

/** The fields that a hook would get on one event and the target does not tell. */
export function lostFields(hook: Hook, { from, to }: Pair, event: EventName): readonly Loss[] {
  const fields = missingFields(from, to, event) ?? [];
  return fields.length === 0
    ? []
    : [loss('payload', `${to.id} does not give ${hook.event} hooks: ${fields.join(', ')}`)];
}

/** What the processes of the target's hooks do not inherit. */
export function lostEnvironment(hook: Hook, { from, to }: Pair): readonly Loss[] {
  const { inherits } = to.environment;
  if (inherits === 'everything' || from.environment.inherits !== 'everything') return [];
  return [loss('environment', `${to.id} lets ${hook.handler.kind} hooks inherit nothing but ${inherits.join(', ')}`)];
}

/** Equal losses once. */
export const unique = (losses: readonly Loss[]): readonly Loss[] => [
  ...new Map(losses.map((each) => [JSON.stringify(each), each])).values(),
];
