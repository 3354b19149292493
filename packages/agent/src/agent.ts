import type { Outcome } from '@hookline/core';
import { type Belongings, createBelongings } from './belongings.ts';
import { compact } from './compaction.ts';
import type { Agent, AgentOptions, EndReason } from './contract.ts';
import { keepSession } from './effects.ts';
import { giveInstructions } from './guidance.ts';
import type { TurnEnd } from './happening.ts';
import { goOn, submitPrompt } from './loop/submit.ts';
import { notify } from './notify.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { createRest, type Rest } from './rest.ts';
import { startConversation } from './start-conversation.ts';
import { reloadHooks } from './surroundings/config-changes.ts';
import { switchMode } from './switch-mode.ts';
import type { Thread } from './thread.ts';
import { trustProjectAsItIs } from './trust-project.ts';

/** Opens a session of the agent; throws a UsageProblem for what its caller must mend. Nothing fires before `start`. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  if (options.trustHooks === true) await trustProjectAsItIs(options);
  const report = (defect: unknown): void =>
    options.front.tell({ type: 'message', level: 'error', text: String(defect), hook: null });
  const belongings: Belongings = createBelongings(() => {
    // What hooks do wrong is an outcome: only a defect of the agent itself can be caught here.
    if (rest.isResting()) belongings.settle().catch(report);
  });
  const rest = createRest(() => options.onWake?.(), belongings.settle);
  const opened = await openSession(options, { ...belongings, onWake: rest.wake });
  return agentOf(opened, belongings, rest);
}

function agentOf(opened: OpenedSession, belongings: Belongings, rest: Rest): Agent {
  const { main, transcript } = opened;
  const { session } = main;
  const startedAt = Date.now();
  const close = async (): Promise<void> => {
    await belongings.close();
    await session.hooks.close();
    transcript.close();
  };
  return {
    id: session.id,
    transcript: transcript.path,
    hooks: session.hooks,
    get mode() {
      return session.mode;
    },
    start: () => start(opened, belongings, close),
    submit: (prompt, signal) => rest.interrupt(() => ended(main, submitPrompt(main, prompt, signal))),
    wake: (signal) => rest.interrupt(() => answerInbox(main, signal)),
    compact: (instructions, signal) => rest.interrupt(() => compact(main, 'manual', instructions, signal)),
    clear: () => rest.interrupt(() => clear(main, startedAt)),
    switchMode: (mode) => switchMode(session, main.host, mode),
    reloadHooks: () => reloadHooks(session),
    notifyIdle: () => notify(main, 'idle_prompt', 'The agent is waiting for your input'),
    end: async (reason) => {
      const outcome = await fireEnd(main, reason, startedAt);
      if (keepSession(session, outcome, reason === 'user_exit')) return false;
      await close();
      return true;
    },
  };
}

async function start(
  { main, isResumed }: OpenedSession,
  belongings: Belongings,
  close: () => Promise<void>,
): ReturnType<Agent['start']> {
  const aborted = await startConversation(main, isResumed ? 'resume' : 'startup');
  if (aborted !== null) {
    await close();
    return { started: false, reason: aborted.reason };
  }
  await giveInstructions(main, 'session_start');
  await belongings.open(main);
  return { started: true, reason: null };
}

/** Writes down and tells how a turn ended. */
async function ended({ session }: Thread, turn: Promise<TurnEnd>): Promise<TurnEnd> {
  const end = await turn;
  session.write({ type: 'turn_end', ...end });
  session.front.tell({ type: 'turn_end', ...end });
  return end;
}

/** A turn about what waits in the inbox; it may have been read meanwhile. */
const answerInbox = (main: Thread, signal: AbortSignal): Promise<TurnEnd> =>
  main.session.inbox.isEmpty() ? Promise.resolve({ how: 'done', reason: null }) : ended(main, goOn(main, signal));

async function clear(main: Thread, startedAt: number): Promise<void> {
  await fireEnd(main, 'clear', startedAt);
  main.replace([], 'cleared');
  await startConversation(main, 'clear');
  await giveInstructions(main, 'session_start');
}

const fireEnd = ({ session, host }: Thread, reason: EndReason, startedAt: number): Promise<Outcome> =>
  host.fire('SessionEnd', {
    reason,
    turns: session.turns,
    step_count: session.steps,
    duration_ms: Date.now() - startedAt,
  });
