import type { Decision, Effect, Extra, Json, JsonObject, Outcome, Verdict } from '../model/index.ts';
import type { AnswerPart } from './answer.ts';

/** What an answer to a host has to contain, taken from one hook's verdict or from the outcome of several. */
export interface AnswerContent {
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
  /** The reason of a refusal that stops nothing; the model is told it. */
  readonly feedback: string | null;
  /** What went wrong with a hook although the action goes on; null when nothing did. */
  readonly fault: string | null;
}

/** The common part of a verdict and an outcome. */
export const answerContentOf = (decided: Verdict | Outcome): AnswerContent =>
  'hooks' in decided ? ofOutcome(decided) : ofVerdict(decided);

function ofOutcome(outcome: Outcome): AnswerContent {
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
    feedback: null,
    fault: decision === 'block' || faults.length === 0 ? null : faults.join('\n'),
  };
}

function ofVerdict(verdict: Verdict): AnswerContent {
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
    feedback: null,
    fault: decision === 'block' ? null : (fault?.message ?? null),
  };
}

/** The host that receives a refusal shows it to the user itself, so a message that repeats it is dropped. */
const refusalOf = (decision: Decision, reason: string | null): readonly string[] =>
  decision === 'block' && reason !== null && reason !== '' ? [`refused the action: ${reason}`] : [];

const news = (messages: readonly { readonly text: string }[], known: readonly string[]): readonly string[] =>
  messages.map(({ text }) => text).filter((text) => !known.some((other) => text.includes(other)));

/** The parts that this content has. */
export function partsOf(content: AnswerContent): readonly AnswerPart[] {
  const rewrites = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'] as const;
  return [
    ...(content.decision === 'none' ? [] : [content.decision]),
    ...rewrites.filter((part) => content[part] !== null),
    ...(content.context.length === 0 ? [] : ['context' as const]),
    ...(content.messages.length === 0 ? [] : ['message' as const]),
    ...(content.quiet ? ['quiet' as const] : []),
    ...(Object.keys(content.extra) as readonly (keyof AnswerContent['extra'])[]),
    ...(content.feedback === null ? [] : ['reason' as const]),
    ...(content.fault === null ? [] : ['fault' as const]),
  ];
}
