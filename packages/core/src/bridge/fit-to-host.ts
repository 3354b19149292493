import { usualReason } from '../engine/answers/refusal.ts';
import type { RefusalPower } from './refusal.ts';
import { powersToRefuse, refusalFor } from './refusal.ts';
import type { AnswerContent } from './answer-content.ts';
import type { AnswerTarget, Unsupported } from './answer.ts';
import { unsupported } from './answer.ts';
import { fieldFor } from './field-keys.ts';

/** The content of an answer after everything the host cannot do is removed or replaced. */
export interface FittedContent {
  readonly content: AnswerContent;
  /** How the refusal is expressed; null when there is none, or none that the host would obey. */
  readonly power: RefusalPower | null;
  readonly unsupported: readonly Unsupported[];
}

/** Finds this host's way to refuse, or the nearest substitute where it has none. */
export function fitToHost(content: AnswerContent, target: AnswerTarget): FittedContent {
  if (content.decision !== 'block') return { content, power: null, unsupported: [] };
  const powers = powersToRefuse(target.dialect, target.row, target.event);
  const wanted = content.effect ?? target.row.block;
  const isThere = powers.some(({ effect }) => effect === wanted);
  if (!isThere && wanted === 'withhold_output' && rewritesOutput(target)) return withRewrittenOutput(content, target);
  const power = wanted === null ? null : refusalFor(powers, wanted);
  if (power === null || wanted === null) return withoutRefusal(content, target);
  const differs = power.effect !== wanted;
  const why = `does ${power.effect} instead of ${wanted}`;
  return {
    content,
    power,
    unsupported: [
      ...(differs ? [unsupported('effect', target, why)] : []),
      ...(content.reason === null && !power.isSilent
        ? [unsupported('reason', target, 'never refuses without a reason')]
        : []),
    ],
  };
}

const rewritesOutput = (target: AnswerTarget): boolean => fieldFor(target, 'updatedToolOutput') !== undefined;

/** Withholding an output means giving the model the reason in its place. */
const withRewrittenOutput = (content: AnswerContent, target: AnswerTarget): FittedContent => ({
  content: { ...content, decision: 'none', reason: null, updatedToolOutput: reasonOf(content, target) },
  power: null,
  unsupported: [unsupported('block', target, 'cannot be stopped: the reason replaces the output')],
});

/** A refusal that the host would not obey becomes a message to the user. */
const withoutRefusal = (content: AnswerContent, target: AnswerTarget): FittedContent => ({
  content: { ...content, decision: 'none', reason: null, messages: [...content.messages, reasonOf(content, target)] },
  power: null,
  unsupported: [unsupported('block', target, 'cannot be stopped')],
});

const reasonOf = ({ reason }: AnswerContent, { dialect, native }: AnswerTarget): string =>
  reason === null || reason.trim() === '' ? usualReason(dialect.answer, 'the hook', native) : reason;
