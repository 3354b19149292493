import {
  createHooks,
  forTerminal,
  type Hooks,
  type HooksOptions,
  type LifecycleEvent,
  modelCommand,
  type Outcome,
} from '@hookline/core';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { detach } from '../process/detach.ts';
import { readEvent } from '../call/event-input.ts';
import { type Place, placeOf } from '../call/hooks-options.ts';
import { writeErr } from '../print/output.ts';
import { showDisabled, showOutcome } from '../print/show-outcome.ts';
import { endRunsOnSignal } from '../process/signals.ts';
import { trustBeforeFiring } from './trust-first.ts';

const BLOCKED = 2;
const NOT_CARRIED_OUT = 1;

/** Runs the hooks of one event. Once something has blocked, nothing that fails afterwards hides it. */
export async function fire(given: Arguments): Promise<number> {
  const event = readEvent(given);
  const place = placeOf(given, event);
  if (isDisabled(place.env)) {
    showDisabled(event, given);
    return 0;
  }
  if (isGiven(given, 'trust-hooks')) await trustBeforeFiring(place, given);
  const hooks = await createHooks({ ...place, ...talkOf(given), ...modelOf(place) });
  const outcome = await runInterruptibly(hooks, event, given);
  try {
    showOutcome(outcome, given);
    await hooks.close();
  } catch (error) {
    if (outcome.block === null) throw error;
  }
  if (outcome.block !== null) return BLOCKED;
  return hooks.rejected.length > 0 ? NOT_CARRIED_OUT : 0;
}

const isDisabled = (env: Place['env']): boolean => !['', '0', 'false'].includes(env['HOOKLINE_DISABLE'] ?? '');

// With --wait there is nothing to hand over: the engine waits for background hooks itself.
const talkOf = (given: Arguments): HooksOptions => ({
  ...(isGiven(given, 'wait') ? {} : { detach }),
  ...(isGiven(given, 'debug') ? { onDebug: (line) => writeErr(`${forTerminal(line)}\n`) } : {}),
});

function modelOf({ env }: Place): HooksOptions {
  const line = env['HOOKLINE_MODEL_COMMAND'] ?? '';
  return line === '' ? {} : modelCommand(line, env);
}

async function runInterruptibly(hooks: Hooks, event: LifecycleEvent, given: Arguments): Promise<Outcome> {
  const restoreSignals = endRunsOnSignal();
  try {
    return await hooks.fire(event, { wait: isGiven(given, 'wait') });
  } finally {
    restoreSignals();
  }
}
