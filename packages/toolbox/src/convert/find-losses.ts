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
import { type HookEvidence, IN_CONFIGURATION, type Seen } from '../evidence/evidence.ts';
import type { Pair } from './translate-matcher.ts';

/** A loss as text; most apply whatever the hook does, because they follow from its configuration alone. */
export const loss = (kind: LossKind, text: string, seen: Seen = IN_CONFIGURATION): Loss => ({
  kind,
  part: null,
  text,
  seen,
});

/** The target's name for an event; null when it has none. */
export const nativeOf = ({ events }: Dialect, event: EventName): string | null =>
  Object.entries(events).find(([, { means }]) => means.includes(event))?.[0] ?? null;

/** What a hook may answer on one event that the target does not accept. */
export function lostPowers(hook: Hook, { from, to }: Pair, native: string, evidence: HookEvidence): readonly Loss[] {
  // No host waits for its answer; one that wakes the model is waited for where nothing can be woken.
  if (hook.background && hook.wake === null) return [];
  const lost = [...powersOf(from, hook.event), ...besideRefusal(from, hook.event)]
    .filter((power) => isWithin(hook, from, power))
    .flatMap((power) =>
      writeAnswer(to, native, power.example).unsupported.map((unsupported) => ({ ...unsupported, power })),
    );
  return unique(
    lost.map(({ part, why, power }) => ({
      kind: 'power',
      part,
      text: `${TOLD[part] ?? part}: ${why}`,
      seen: evidence.ofPower(power),
    })),
  );
}

/** Where the reason of an exit may be on either stream, the output on the other one is context for the model. */
function besideRefusal({ answer, events }: Dialect, native: string): readonly HookPower[] {
  const { block = null, context } = events[native] ?? {};
  return answer.exitReasons.length < 2 || block === null || context === 'dropped'
    ? []
    : [{ part: 'context', example: { decision: 'block', effect: block, reason: 'because', context: ['a context'] } }];
}

/**
 * A model answers yes or no, code returns a few fields; only commands and servers can use all answers of their system.
 */
function isWithin({ handler, event }: Hook, { events }: Dialect, { part, example }: HookPower): boolean {
  switch (handler.kind) {
    case 'command':
    case 'http':
    case 'mcp_tool':
    case 'function':
      return true;
    case 'prompt':
    case 'agent':
      return part === 'block' && example.effect === events[event]?.block;
    case 'text':
      return part === 'initialUserMessage';
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

/** The fields that a hook would get on one event and the target does not send: those that it names, and the others. */
export function lostFields(hook: Hook, { from, to }: Pair, event: EventName, evidence: HookEvidence): readonly Loss[] {
  const fields = (missingFields(from, to, event) ?? []).map((name) => ({ name, seen: evidence.ofField(name) }));
  return [...new Set(fields.map(({ seen }) => seen))].map((place) => {
    const names = fields.filter(({ seen }) => seen === place).map(({ name }) => name);
    return loss('payload', `${to.id} does not give ${hook.event} hooks: ${names.join(', ')}`, place);
  });
}

/** Environment variables that the target's hooks do not inherit. */
export function lostEnvironment(hook: Hook, { from, to }: Pair, evidence: HookEvidence): readonly Loss[] {
  const { inherits } = to.environment;
  if (inherits === 'everything' || from.environment.inherits !== 'everything') return [];
  const text = `${to.id} lets ${hook.handler.kind} hooks inherit nothing but ${inherits.join(', ')}`;
  return [loss('environment', text, evidence.ofVariables(inherits))];
}

/** Equal losses once; one with evidence replaces one that is only possible. */
export function unique(losses: readonly Loss[]): readonly Loss[] {
  const found = new Map<string, Loss>();
  for (const each of losses) {
    const key = JSON.stringify([each.kind, each.part, each.text]);
    const known = found.get(key);
    if (known === undefined || known.seen === null) found.set(key, each);
  }
  return [...found.values()];
}
