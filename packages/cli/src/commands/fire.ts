import {
  createHooks,
  forTerminal,
  killAllRuns,
  type Hooks,
  type HooksOptions,
  type AnyEvent,
  type Outcome,
  outcomeOfFailure,
} from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { type Caller, THIS_PROCESS } from '../call/caller.ts';
import { detachFor } from '../process/detach.ts';
import { readEvent } from '../call/event-input.ts';
import { type Place, placeOf } from '../call/place.ts';
import { modelOf } from '../call/model-of.ts';
import { isCallersMistake } from '../print/report-problem.ts';
import { showDisabled, showOutcome } from '../print/show-outcome.ts';
import { endRunsOnSignal } from '../process/signals.ts';
import { trustBeforeFiring } from '../call/trust-first.ts';

const BLOCKED = 2;
const NOT_CARRIED_OUT = 1;

/** Runs the hooks of one event. Once something has blocked, nothing that fails afterwards hides it. */
export async function fire(given: Arguments, caller: Caller = THIS_PROCESS): Promise<number> {
  const event = await readEvent(given, caller);
  try {
    return await decide(event, given, caller);
  } catch (error) {
    if (isCallersMistake(error)) throw error;
    return refuse(outcomeOfFailure(event, error, caller.env), given, caller);
  }
}

/** Says that nothing could be decided because of an error of ours; also to a program that reads the outcome. */
function refuse(outcome: Outcome, given: Arguments, caller: Caller): number {
  killAllRuns();
  if (outcome.block === null)
    outcome.messages.forEach(({ text }) => caller.writeErr(`hookline: ${forTerminal(text)}\n`));
  showOutcome(outcome, given, caller);
  return outcome.block === null ? NOT_CARRIED_OUT : BLOCKED;
}

async function decide(event: AnyEvent, given: Arguments, caller: Caller): Promise<number> {
  const place = placeOf(given, event, caller);
  if (isDisabled(place.env)) {
    showDisabled(event, given, caller);
    return 0;
  }
  if (isGiven(given, 'trust-hooks')) await trustBeforeFiring(place, given, caller);
  const hooks = await createHooks({ ...place, ...talkOf(given, caller), ...modelOf(place.env, folderOf(caller)) });
  const elsewhere = caller.elsewhere?.(hooks) ?? null;
  if (elsewhere !== null) {
    await hooks.close();
    return elsewhere();
  }
  const outcome = await runInterruptibly(hooks, event, given, caller);
  try {
    showOutcome(outcome, given, caller);
    await hooks.close();
  } catch (error) {
    if (outcome.block === null) throw error;
  }
  if (outcome.block !== null) return BLOCKED;
  return hooks.rejected.length > 0 ? NOT_CARRIED_OUT : 0;
}

const isDisabled = (env: Place['env']): boolean => !['', '0', 'false'].includes(env['HOOKLINE_DISABLE'] ?? '');

// With --wait there is nothing to hand over: the engine waits for background hooks itself.
const talkOf = (given: Arguments, caller: Caller): HooksOptions => ({
  warm: isResident(caller),
  ...(isGiven(given, 'wait') ? {} : { detach: detachFor(caller) }),
  onRecordFailure: (why) => caller.writeErr(`warning: ${forTerminal(why)}\n`),
  ...(isGiven(given, 'debug') ? { onDebug: (line) => caller.writeErr(`${forTerminal(line)}\n`) } : {}),
});

/** A server is not where its caller is. */
const folderOf = ({ gone, folder }: Caller): (() => string) | undefined => (gone === null ? undefined : folder);

/** A process that runs one event and ends has no use for shells that wait. */
const isResident = ({ gone, env }: Caller): boolean => gone !== null && env['HOOKLINE_WARM'] !== '0';

async function runInterruptibly(hooks: Hooks, event: AnyEvent, given: Arguments, { gone }: Caller): Promise<Outcome> {
  const wait = isGiven(given, 'wait');
  if (gone !== null) return hooks.fire(event, { wait, signal: gone });
  const restoreSignals = endRunsOnSignal();
  try {
    return await hooks.fire(event, { wait });
  } finally {
    restoreSignals();
  }
}
