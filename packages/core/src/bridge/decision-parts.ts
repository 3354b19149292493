import type { Decision, Effect, Extra, Json, JsonObject, Outcome, Verdict } from '../model/index.ts';

/** What a host is to be told, be it one hook's verdict or the outcome of several. */
export interface Saying {
  readonly decision: Decision;
  /** What a block is to do; null: whatever the event's own does. */
  readonly effect: Effect | null;
  readonly reason: string | null;
  readonly updatedInput: JsonObject | null;
  readonly updatedToolOutput: Json | null;
  readonly updatedPrompt: string | null;
  readonly context: readonly string[];
  /** Less those that only repeat a fault or the refusal. */
  readonly messages: readonly string[];
  readonly quiet: boolean;
  readonly extra: Extra;
  /** What went wrong with a hook although the action goes on; null when nothing did. */
  readonly fault: string | null;
}

/** The common part of a verdict and an outcome. */
export const sayingOf = (said: Verdict | Outcome): Saying => ('hooks' in said ? ofOutcome(said) : ofVerdict(said));

function ofOutcome(outcome: Outcome): Saying {
  const { decision, block, updatedInput, updatedToolOutput, updatedPrompt, extra, additionalContext } = outcome;
  const faults = outcome.hooks.flatMap(({ fault }) => (fault === null ? [] : [fault.message]));
  const reason = block === null ? outcome.reason : block.reason;
  return {
    decision,
    effect: block?.effect ?? null,
    reason,
    updatedInput,
    updatedToolOutput,
    updatedPrompt,
    context: additionalContext,
    messages: news(outcome.messages, [...faults, ...refusalOf(decision, reason)]),
    quiet: outcome.hooks.some(({ quiet }) => quiet),
    extra,
    fault: decision === 'block' || faults.length === 0 ? null : faults.join('\n'),
  };
}

function ofVerdict(verdict: Verdict): Saying {
  const { decision = 'none', effect = null, reason = null, fault, messages = [] } = verdict;
  const known = [...(fault === undefined ? [] : [fault.message]), ...refusalOf(decision, reason)];
  return {
    decision,
    effect,
    reason,
    updatedInput: verdict.updatedInput ?? null,
    updatedToolOutput: verdict.updatedToolOutput ?? null,
    updatedPrompt: verdict.updatedPrompt ?? null,
    context: verdict.context ?? [],
    messages: news(messages, known),
    quiet: verdict.quiet ?? false,
    extra: verdict.extra ?? {},
    fault: decision === 'block' ? null : (fault?.message ?? null),
  };
}

/** A refusal that a system also tells its user about is told again by the host that takes it. */
const refusalOf = (decision: Decision, reason: string | null): readonly string[] =>
  decision === 'block' && reason !== null && reason !== '' ? [`refused the action: ${reason}`] : [];

const news = (messages: readonly { readonly text: string }[], known: readonly string[]): readonly string[] =>
  messages.map(({ text }) => text).filter((text) => !known.some((other) => text.includes(other)));
