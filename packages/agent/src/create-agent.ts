import type { Outcome } from '@hookline/core';
import { type SessionResources, createSessionResources } from './startup/session-resources.ts';
import { clearConversation } from './conversation/clear-conversation.ts';
import { compact } from './conversation/compaction.ts';
import type { Agent, AgentOptions, EndReason } from './contract/agent.ts';
import { keepSession } from './session/effects.ts';
import { giveInstructions } from './conversation/give-instructions.ts';
import type { TurnEnd } from './contract/agent-event.ts';
import { goOn, submitPrompt } from './loop/submit.ts';
import { notify } from './session/notify.ts';
import { type OpenedSession, openSession } from './startup/open-session.ts';
import { createIdleState, type IdleState } from './session/idle-state.ts';
import type { Session } from './session/session.ts';
import { startConversation } from './conversation/start-conversation.ts';
import { reloadHooks } from './watch/config-changes.ts';
import { addFolder } from './session/add-folder.ts';
import { modelSpec, switchModel } from './session/switch-model.ts';
import { setUp } from './conversation/set-up.ts';
import { switchMode } from './session/switch-mode.ts';
import type { Thread } from './session/thread.ts';
import { trustProjectAsItIs } from './startup/trust-project.ts';
import { showMessage } from './session/show-message.ts';

/** Opens a session of the agent; throws a UsageProblem for what its caller must fix. Nothing fires before `start`. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  if (options.trustHooks === true) await trustProjectAsItIs(options);
  const report = (defect: unknown): void => showMessage(options.ui, 'error', String(defect));
  const resources: SessionResources = createSessionResources(() => {
    // A failing hook is an outcome: only a bug of the agent itself can be caught here.
    if (idle.isIdle()) resources.settle().catch(report);
  });
  const idle = createIdleState(() => options.onWake?.(), resources.settle);
  const opened = await openSession(options, { ...resources, onWake: idle.wake });
  return agentOf(opened, resources, idle);
}

function agentOf(opened: OpenedSession, resources: SessionResources, idle: IdleState): Agent {
  const { main, transcript } = opened;
  const { session } = main;
  const startedAt = Date.now();
  const wakes = { count: 0 };
  const close = closerOf(opened, resources);
  const interruptible = interruptibleIn(session, idle);
  return {
    id: session.id,
    transcript: transcript.path,
    hooks: session.hooks,
    commands: session.commands.map(({ name, about }) => ({ name, about })),
    get mode() {
      return session.mode;
    },
    get model() {
      return modelSpec(session.model);
    },
    start: (signal) => start(opened, resources, close, signal),
    submit: (prompt, signal) => {
      wakes.count = 0;
      return interruptible(signal, () => ended(main, submitPrompt(main, prompt, signal)));
    },
    wake: (signal) => interruptible(signal, () => answerInbox(main, wakes, signal)),
    compact: (instructions, signal) => interruptible(signal, () => compact(main, 'manual', instructions, signal)),
    clear: () => idle.doWork(() => clear(main, startedAt)),
    switchMode: (mode) => switchMode(session, main.host, mode),
    switchModel: (name, signal) => interruptible(signal, () => switchModel(main, name, signal)),
    addFolder: (path) => idle.doWork(() => addFolder(main, path)),
    maintain: () => idle.doWork(async () => session.inbox.put(await setUp(main, 'maintenance'))),
    reloadHooks: () => reloadHooks(session),
    notifyIdle: () => notify(main, 'idle_prompt', 'The agent is waiting for your input'),
    end: async (reason) => {
      const isOver = await endSession(main, reason, startedAt);
      if (isOver) await close();
      return isOver;
    },
  };
}

const closerOf =
  ({ main, transcript }: OpenedSession, resources: SessionResources) =>
  async (): Promise<void> => {
    await resources.close();
    await main.session.hooks.close();
    transcript.close();
  };

/** Runs tasks so that no hook outlives their interruption for long. */
const interruptibleIn =
  (session: Session, idle: IdleState) =>
  async <Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> => {
    session.interruption = signal;
    try {
      return await idle.doWork(task);
    } finally {
      session.interruption = null;
    }
  };

async function start(
  { main, isResumed }: OpenedSession,
  resources: SessionResources,
  close: () => Promise<void>,
  signal: AbortSignal | undefined,
): ReturnType<Agent['start']> {
  const { aborted, firstPrompt } = await startConversation(main, isResumed ? 'resume' : 'startup', signal);
  if (aborted !== null) {
    await close();
    return { started: false, reason: aborted.reason, firstPrompt: null };
  }
  await giveInstructions(main, 'session_start');
  await resources.open(main, signal);
  return { started: true, reason: null, firstPrompt };
}

/** Records and reports how a turn ended. */
async function ended({ session }: Thread, turn: Promise<TurnEnd>): Promise<TurnEnd> {
  const end = await turn;
  session.write({ type: 'turn_end', ...end });
  session.ui.tell({ type: 'turn_end', ...end });
  return end;
}

/** How often hooks may begin a turn until the user enters a prompt: as often as they may keep one going. */
const MOST_WAKES = 8;

/** A turn about what waits in the inbox; it may have been read meanwhile. */
async function answerInbox(main: Thread, wakes: { count: number }, signal: AbortSignal): Promise<TurnEnd> {
  const { inbox, ui } = main.session;
  if (inbox.isEmpty()) return { how: 'done', reason: null };
  wakes.count += 1;
  if (wakes.count <= MOST_WAKES) return ended(main, goOn(main, signal));
  const text = `hooks have woken the agent ${MOST_WAKES} times; what they say now waits for your next prompt`;
  if (wakes.count === MOST_WAKES + 1) showMessage(ui, 'warning', text);
  return { how: 'done', reason: null };
}

async function clear(main: Thread, startedAt: number): Promise<void> {
  keepSession(main.session, await reportSessionEnd(main, 'clear', startedAt), false);
  await clearConversation(main);
  await startConversation(main, 'clear');
}

/** SessionEnd; false: a hook called the exit off. */
async function endSession(main: Thread, reason: EndReason, startedAt: number): Promise<boolean> {
  const outcome = await reportSessionEnd(main, reason, startedAt);
  return !keepSession(main.session, outcome, reason === 'user_exit');
}

const HURRY_MS = 5000;

/** SessionEnd; it is short when a signal ends the process, since its sender does not wait for long. */
function reportSessionEnd({ session, host }: Thread, reason: EndReason, startedAt: number): Promise<Outcome> {
  const isHurried = reason === 'sigterm' || reason === 'sighup';
  const { turns, steps: step_count } = session;
  // In whole seconds: a hook in the shell cannot compute with a fraction.
  const duration_ms = Math.floor((Date.now() - startedAt) / 1000) * 1000;
  const fields = { reason, turns, step_count, duration_ms };
  return host.fire('SessionEnd', fields, isHurried ? { signal: AbortSignal.timeout(HURRY_MS) } : {});
}
