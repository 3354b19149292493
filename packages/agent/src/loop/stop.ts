import type { EventName, Outcome } from '@hookline/core';
import { clearConversation } from '../conversation/clear-conversation.ts';
import { clearsContext, endReminder, endTurn, keepWorking, type StopCounts } from '../session/effects.ts';
import type { EventFields } from '../session/host.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import type { ModelReply } from '../contract/model.ts';
import { addReminders, type Thread } from '../session/thread.ts';
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
  const counts = new Map(events.names.map((name) => [name, new Map<string, number>()]));
  let isKeptWorking = false;
  return async (reply) => {
    for (const name of events.names) {
      const fields = { ...stopFields(thread, reply), stop_hook_active: isKeptWorking, ...events.fields(reply) };
      const answer = await askAll({ thread, name, fields, counts: counts.get(name) ?? new Map(), events }, signal);
      if (answer === null) continue;
      isKeptWorking = true;
      return answer;
    }
    return { how: 'done', reason: null };
  };
}

interface StopQuestion {
  readonly thread: Thread;
  readonly name: EventName;
  readonly fields: EventFields;
  readonly counts: StopCounts;
  readonly events: StopEvents;
}

/** When a dialect has used up its bound, the dialects that it kept from being asked are asked. */
async function askAll(
  { thread, name, fields, counts, events }: StopQuestion,
  signal: AbortSignal,
): Promise<{ readonly instruction: string } | TurnEnd | null> {
  const without: string[] = [];
  for (;;) {
    const outcome = await thread.host.fire(name, fields, { signal, without });
    events.onOutcome(outcome);
    if (clearsContext(outcome)) await clearConversation(thread);
    addReminders(thread, endReminder(outcome));
    const kept = endTurn(thread.session, outcome) ?? keepWorking(thread.session, outcome, counts);
    if (kept === null || !('exhausted' in kept)) return kept;
    without.push(...heardIn(outcome));
  }
}

const heardIn = ({ hooks }: Outcome): readonly string[] =>
  hooks.flatMap(({ status, dialect }) => (status === 'skipped' ? [] : [dialect]));

const stopFields = ({ session }: Thread, reply: ModelReply): EventFields => ({
  stop_reason: 'end_turn',
  last_assistant_message: reply.text,
  step_count: session.steps,
});
