import type { EventName, Outcome } from '@hookline/core';
import { clearContext, endTurn, keepWorking, type StopCounts } from '../effects.ts';
import type { EventFields } from '../host.ts';
import type { ModelReply } from '../models/model.ts';
import type { Thread } from '../thread.ts';
import type { MayStop } from './work.ts';

/** What a thread asks before it stops. */
export interface StopEvents {
  /** Asked in this order, each only when the one before let the thread stop. */
  readonly names: readonly EventName[];
  readonly fields: (reply: ModelReply) => EventFields;
  /** Sees every answer. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Lets hooks keep a thread working, each dialect within its own bound per turn. */
export function askBeforeStop(thread: Thread, events: StopEvents, signal: AbortSignal): MayStop {
  const counts: StopCounts = new Map();
  let isKeptWorking = false;
  return async (reply) => {
    for (const name of events.names) {
      const fields = { ...stopFields(thread, reply), stop_hook_active: isKeptWorking, ...events.fields(reply) };
      const outcome = await thread.host.fire(name, fields, { signal });
      events.onOutcome(outcome);
      clearContext(thread, outcome);
      const end = endTurn(thread.session, outcome);
      if (end !== null) return end;
      const instruction = keepWorking(thread.session, outcome, counts);
      if (instruction === null) continue;
      isKeptWorking = true;
      return { instruction };
    }
    return { how: 'done', reason: null };
  };
}

const stopFields = ({ session }: Thread, reply: ModelReply): EventFields => ({
  stop_reason: 'end_turn',
  last_assistant_message: reply.text,
  step_count: session.steps,
});
