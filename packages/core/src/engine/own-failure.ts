import type { Effect, AnyEvent, Outcome } from '../model/index.ts';
import { REFUSALS } from '../model/refusals.ts';
import { nothingSaid } from './outcome.ts';

/** Stands in the place of a hook's id where hookline itself failed. */
const OURSELVES = 'hookline';

/**
 * The outcome of an event that hookline could not decide because of an error of its own: a refusal wherever the event can be
 * refused, unless the user has set `HOOKLINE_ON_ERROR=proceed`. Never throws.
 */
export function outcomeOfFailure(
  event: AnyEvent,
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Outcome {
  const outcome = nothingSaid(event.hook_event_name, [], []);
  const effect = proceedsOnError(env) ? null : refusalOf(event);
  const text = `hookline failed while it decided ${event.hook_event_name}: ${messageOf(error)}`;
  const said = { level: 'error', code: null, hook: OURSELVES } as const;
  if (effect === null) return { ...outcome, messages: [{ ...said, text: `${text}; no hook had a say` }] };
  const reason = `${text}; refused, because it could not be checked. ${ADVICE}`;
  const block = { effect, reason, hook: OURSELVES };
  return { ...outcome, decision: 'block', block, messages: [{ ...said, text: reason }] };
}

/** Whether the user wants actions to go on when hookline itself fails. */
export const proceedsOnError = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['HOOKLINE_ON_ERROR'] === 'proceed';

const ADVICE = 'Run "hookline doctor"; HOOKLINE_ON_ERROR=proceed lets actions go on when hookline fails.';

/** An agent that was kept from stopping once is not kept again: an error that stays would keep it for ever. */
function refusalOf(event: AnyEvent): Effect | null {
  const effect = REFUSALS[event.hook_event_name];
  return effect === 'keep_working' && event['stop_hook_active'] === true ? null : effect;
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error that has no text';
  }
}
