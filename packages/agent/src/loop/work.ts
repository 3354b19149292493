import { compactWhenFull } from '../conversation/compaction.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import type { ModelReply } from '../contract/model.ts';
import { withoutTags } from '../session/reminder.ts';
import { addReminders, type Thread } from '../session/thread.ts';
import { INTERRUPTED, modelTurn } from './model-turn.ts';
import { runToolBatch } from './tool-batch.ts';

/** Asked when the model has nothing more to do: gives its next instruction, or how the turn ends. */
export type MayStop = (reply: ModelReply) => Promise<{ readonly instruction: string } | TurnEnd>;

const moreTurns = ({ speaker }: Thread): string => {
  if (speaker === 'main') return '--max-turns allows more';
  return speaker === 'agent-hook' ? 'maxTurns of the hook allows more' : 'maxTurns of its agent type allows more';
};

/** The loop of an agent: the model speaks, its tools run, until it has nothing more to do and hooks let it stop. */
export async function work(thread: Thread, mayStop: MayStop, signal: AbortSignal): Promise<TurnEnd> {
  for (let turn = 0; turn < thread.maxTurns; turn += 1) {
    await thread.session.settle();
    await compactWhenFull(thread, signal);
    addReminders(thread, thread.agentId === null ? thread.session.inbox.take() : []);

    const spoken = await modelTurn(thread, signal);
    if ('how' in spoken) return spoken;

    if (spoken.calls.length > 0) {
      const end = await runToolBatch(thread, spoken.calls, signal);
      if (end !== null) return end;
      continue;
    }

    const next = await mayStop(spoken);
    if (signal.aborted) return INTERRUPTED;
    if ('how' in next) return next;
    thread.add({ kind: 'user', text: withoutTags(next.instruction) });
  }
  return { how: 'max_turns', reason: `stopped after ${thread.maxTurns} model turns; ${moreTurns(thread)}` };
}
