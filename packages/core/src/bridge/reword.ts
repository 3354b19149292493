import type { Power } from './refusal.ts';
import { powersToRefuse, refusalFor } from './refusal.ts';
import type { Saying } from './decision-parts.ts';
import type { Listener, Unsaid } from './answer.ts';
import { unsaid } from './answer.ts';

/** What is to be said, so far as the host has the power for it. */
export interface Worded {
  readonly saying: Saying;
  /** How the refusal is said; null when there is none, or none that the host would obey. */
  readonly power: Power | null;
  readonly unsaid: readonly Unsaid[];
}

/** Finds the way to refuse, or else what comes nearest to it without one. */
export function reword(saying: Saying, listener: Listener): Worded {
  if (saying.decision !== 'block') return { saying, power: null, unsaid: [] };
  const powers = powersToRefuse(listener.dialect, listener.row, listener.event);
  const wanted = saying.effect ?? listener.row.block;
  const isThere = powers.some(({ effect }) => effect === wanted);
  if (!isThere && wanted === 'withhold_output' && rewritesOutput(listener))
    return withRewrittenOutput(saying, listener);
  const power = wanted === null ? null : refusalFor(powers, wanted);
  if (power === null || wanted === null) return withoutRefusal(saying, listener);
  const differs = power.effect !== wanted;
  const why = `does ${power.effect} instead of ${wanted}`;
  return {
    saying,
    power,
    unsaid: [
      ...(differs ? [unsaid('effect', listener, why)] : []),
      ...(saying.reason === null && !power.isSilent
        ? [unsaid('reason', listener, 'never refuses without a reason')]
        : []),
    ],
  };
}

const rewritesOutput = ({ dialect, native }: Listener): boolean =>
  dialect.answer.fields.some(({ gives, on }) => gives === 'updatedToolOutput' && (on?.includes(native) ?? true));

/** To withhold an output is to give the model the reason in its place. */
const withRewrittenOutput = (saying: Saying, listener: Listener): Worded => ({
  saying: { ...saying, decision: 'none', reason: null, updatedToolOutput: reasonOf(saying, listener) },
  power: null,
  unsaid: [unsaid('block', listener, 'cannot be stopped: the reason replaces the output')],
});

/** The person hears of a refusal that nobody obeys, where a hook can tell a person anything. */
const withoutRefusal = (saying: Saying, listener: Listener): Worded => ({
  saying: { ...saying, decision: 'none', reason: null, messages: [...saying.messages, reasonOf(saying, listener)] },
  power: null,
  unsaid: [unsaid('block', listener, 'cannot be stopped')],
});

const reasonOf = ({ reason }: Saying, { dialect }: Listener): string =>
  reason === null || reason.trim() === ''
    ? dialect.answer.defaultReason.replaceAll('{name}', () => 'the hook')
    : reason;
