import type { TurnEnd } from '../contract/agent-event.ts';
import type { ToolCall, ToolResult } from '../contract/conversation.ts';
import { endReminder, endTurn } from '../session/effects.ts';
import { remindersOf } from '../session/reminder.ts';
import { addReminders, type Thread } from '../session/thread.ts';

/** A call of a reply with what the model reads about it. */
export interface EndedCall {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** PostToolBatch: all calls of a reply have ended, and the model would be asked next. */
export async function afterBatch(
  thread: Thread,
  ended: readonly EndedCall[],
  signal: AbortSignal,
): Promise<TurnEnd | null> {
  const tool_calls = ended.map(({ call, result }) => ({
    tool_name: call.name,
    tool_input: call.input ?? {},
    tool_use_id: call.id,
    tool_response: result.output,
  }));
  const outcome = await thread.host.fire('PostToolBatch', { tool_calls }, { signal });
  addReminders(thread, [...remindersOf(outcome), ...endReminder(outcome)]);
  return endTurn(thread.session, outcome);
}
