import {
  type AnyEvent,
  canaryRefusal,
  createHooks,
  DIALECTS,
  emptyOutcome,
  environmentBeforeAgent,
  hear,
  type Heard,
  type Hooks,
  type HooksOptions,
  isStartedByHook,
  keepSecret,
  killAllRuns,
  openFollowedHooks,
  type Outcome,
  outcomeOfFailure,
  refuseUnknown,
  type SaidAnswer,
  say,
  secretsIn,
  stateFolder,
  withoutSecretVariables,
} from '@hookline/core/internal';
import { homedir } from 'node:os';
import type { Caller } from '../../call/caller.ts';
import { switchedOff } from '../../call/disabled.ts';
import type { LentHooks, OpenHooks } from '../../call/lent-hooks.ts';
import { modelOf } from '../../call/place.ts';
import type { Environment } from '../../print/output.ts';
import { detachFor } from '../../process/detach.ts';
import { noteSession } from '../../resident/sessions.ts';
import type { Deadline } from './deadline.ts';
import { afterTheAnswer, type Decided, deliveriesFolder, runOnce } from './deliveries.ts';
import { delivererOf } from './decision-notes.ts';
import { aboutOf, type Entry, timeoutMs } from './entry.ts';
import { fireTold } from './fire-told.ts';
import { disabled, isNewsTo, tellsFaults, type Told } from './news.ts';
import { standingMessages } from './standing-messages.ts';

/** One call of an entry. */
export interface EntryCall {
  readonly entry: Entry;
  readonly caller: Caller;
  readonly deadline: Deadline;
}

/** The answer to a payload; or the exit status, where another process has answered. Never throws. */
export async function answerTo(payload: Promise<string>, call: EntryCall): Promise<SaidAnswer | number> {
  const { entry } = call;
  let heard: Heard;
  try {
    heard = await heardWithin(payload, call);
  } catch (error) {
    heard = { ok: false, why: messageOf(error), about: aboutOf(entry) };
  }
  if (!heard.ok) return unheard(heard, entry);
  if (heard.isNone === true)
    return sayOutcome(heard, emptyOutcome(heard.event.hook_event_name), { entry, tellsFaults: false });
  return decided(heard, call);
}

async function heardWithin(payload: Promise<string>, { entry, caller, deadline }: EntryCall): Promise<Heard> {
  const text = await deadline.within(payload);
  const cwd = folderOf(caller);
  return hear(entry, {
    text,
    env: caller.env,
    ...(cwd === undefined ? {} : { cwd }),
    ...(entry.event === undefined ? {} : { event: entry.event }),
  });
}

/** An event that could not be read is refused as far as it is known which one it is. */
function unheard({ why, about }: Extract<Heard, { readonly ok: false }>, entry: Entry): SaidAnswer {
  const reason = `hookline could not read what ${entry.agent.title} sent: ${why}`;
  if (about === null) return refuseUnknown(`${reason}; refused, because nothing could be checked`, entry.failsOpen);
  const event: AnyEvent = { hook_event_name: about.name };
  return saidFailure({ ok: true, native: about.native, event, project: null }, new Error(why), entry);
}

async function decided(told: Told, { entry, caller, deadline }: EntryCall): Promise<SaidAnswer | number> {
  try {
    deadline.set(timeoutMs(entry, { native: told.native, name: told.event.hook_event_name }));
    return await deadline.within(decide(told, { entry, caller, deadline }));
  } catch (error) {
    killOwnRuns(caller);
    return saidFailure(told, error, entry);
  }
}

/** A server has runs of other calls too; those of this one end with the deadline's signal. */
const killOwnRuns = ({ gone }: Caller): void => {
  if (gone === null) killAllRuns();
};

/** An error of ours, in the agent's words. */
function saidFailure(told: Told, error: unknown, entry: Entry): SaidAnswer {
  const outcome = outcomeOfFailure(told.event, error, entry.failsOpen ? { HOOKLINE_ON_ERROR: 'proceed' } : {});
  return sayOutcome(told, outcome, { entry, tellsFaults: true });
}

interface Saying {
  readonly entry: Entry;
  readonly tellsFaults: boolean;
}

const sayOutcome = (told: Told, outcome: Outcome, { entry, tellsFaults }: Saying): SaidAnswer =>
  say(entry, { native: told.native, event: told.event, project: told.project ?? '/' }, outcome, {
    mayAllow: entry.mayAllow,
    tellsFaults,
  });

async function decide(told: Told, { entry, caller, deadline }: EntryCall): Promise<SaidAnswer | number> {
  const { event } = told;
  keepSecret(secretsIn(entry.agent, caller.env));
  const env = hookEnvironment(entry, caller.env);
  const state = stateFolder(env, homeOf(env));
  const canary = canaryRefusal(event, state);
  if (canary !== null) return sayOutcome(told, refused(event, canary), { entry, tellsFaults: false });
  noteSession(state, event, entry, caller.env);
  const off = switchedOff({ env, home: homeOf(env) });
  if (off === null) return sayOutcome(told, disabled(told, entry, state), { entry, tellsFaults: true });
  const { hooks, unrecorded, release } = await lentHooks(told, { ...caller, env }, entry, off);
  try {
    const elsewhere = caller.elsewhere?.(hooks) ?? null;
    if (elsewhere !== null) return await elsewhere();
    const isInsideHook = (env['HOOKLINE_RUN'] ?? '') !== '';
    return await askHooksOnce(told, hooks, { entry, caller, deadline, state, unrecorded, isInsideHook });
  } finally {
    await release();
  }
}

/** The hooks for this event: those that a server has kept for its session, or new ones. */
async function lentHooks(told: Told, caller: Caller, entry: Entry, off: HooksOptions): Promise<LentHooks> {
  const optionsWith = (unrecorded: string[]): HooksOptions => ({
    ...hookOptions(told, caller, unrecorded, entry),
    ...off,
  });
  const open: OpenHooks = (unrecorded) => openFollowedHooks(optionsWith(unrecorded));
  if (caller.lend !== undefined) return caller.lend(keyOf(told, caller, entry), open);
  const unrecorded: string[] = [];
  const hooks = await createHooks(optionsWith(unrecorded));
  return { hooks, unrecorded, release: hooks.close };
}

/** All that hooks depend on besides files. */
const keyOf = ({ project, event }: Told, caller: Caller, { agent }: Entry): string =>
  JSON.stringify([agent.id, event['session_id'], project, folderOf(caller), Object.entries(caller.env)]);

interface Firing extends EntryCall {
  readonly state: string;
  /** Why something could not be recorded. */
  readonly unrecorded: readonly string[];
  readonly isInsideHook: boolean;
}

async function askHooksOnce(told: Told, hooks: Hooks, firing: Firing): Promise<SaidAnswer> {
  const { entry, caller, deadline, state, unrecorded, isInsideHook } = firing;
  let answer: SaidAnswer | null = null;
  const answerWith = (outcome: Outcome): SaidAnswer => {
    const standing = standingMessages(hooks, told.event, unrecorded).filter((text) =>
      isNewsTo(told, entry, state, text),
    );
    const messages = standing.map((text) => ({ level: 'warning', text, code: null, hook: 'hookline' }) as const);
    return sayOutcome(
      told,
      { ...outcome, messages: [...messages, ...outcome.messages] },
      { entry, tellsFaults: tellsFaults(outcome, told, entry, state) },
    );
  };
  const signal = caller.gone === null ? deadline.signal : AbortSignal.any([deadline.signal, caller.gone]);
  const run = async (): Promise<Decided> => {
    const { said, ...decided } = await fireTold(hooks, told, { entry, signal, answerWith });
    answer = said;
    return decided;
  };
  // Within a hook nothing runs: that is no outcome for a delivery that does not come from there.
  const eventRun = { event: told.event, entry: entry.word, failsOpen: entry.failsOpen, run, signal };
  const settling = caller.gone === null ? undefined : afterTheAnswer;
  const delivered = isInsideHook
    ? { ...(await run()), wasRun: true }
    : await runOnce(deliveriesFolder(state), eventRun, settling);
  if (!delivered.wasRun && delivered.decisionId !== null)
    hooks.note(
      delivered.decisionId,
      `also delivered by ${delivererOf(told, entry, caller)}: answered, and no hook ran again`,
    );
  deadline.signal.throwIfAborted(); // hooks that were ended by it have decided nothing
  return answer ?? answerWith(delivered.outcome);
}

/** A canary proves that a refusal arrives, also where no hook would run. */
const refused = (event: AnyEvent, reason: string): Outcome => ({
  ...emptyOutcome(event.hook_event_name),
  decision: 'block',
  block: { effect: 'deny_tool', reason, hook: 'hookline' },
});

/** Without the agent's secrets; what a hook has started is known through the agent in between. */
function hookEnvironment({ agent, failsOpen }: Entry, env: Environment): Environment {
  const isNested = isStartedByHook(environmentBeforeAgent(agent, env), DIALECTS);
  return {
    ...withoutSecretVariables(agent, env),
    ...(isNested && (env['HOOKLINE_RUN'] ?? '') === '' ? { HOOKLINE_RUN: 'through-agent' } : {}),
    ...(failsOpen ? { HOOKLINE_ON_ERROR: 'proceed' } : {}),
  };
}

const homeOf = (env: Environment): string => env['HOME'] || homedir();

function hookOptions(told: Told, caller: Caller, unrecorded: string[], { agent }: Entry): HooksOptions {
  const { env } = caller;
  const isResident = caller.gone !== null;
  return {
    project: told.project ?? folderOf(caller) ?? '/',
    home: homeOf(env),
    env,
    // The agent runs the hooks of its own system itself.
    dialects: DIALECTS.map(({ id }) => id).filter((id) => id !== agent.dialect),
    warm: isResident && env['HOOKLINE_WARM'] !== '0',
    detach: detachFor(caller),
    onRecordFailure: (why) => void unrecorded.push(`hookline: ${why}`),
    ...modelOf(env, isResident ? caller.folder : undefined),
  };
}

/** Undefined when it is gone. */
function folderOf(caller: Caller): string | undefined {
  try {
    return caller.folder();
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
