import type { ToolCall } from '../contract/conversation.ts';
import { toolError } from '../session/effects.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import type { Thread } from '../session/thread.ts';
import { afterBatch, type EndedCall } from './after-batch.ts';
import { INTERRUPTED } from './model-turn.ts';
import { answerUnrun, runToolCall } from './tool-call.ts';

/**
 * Runs the calls of one reply in order. A hook that ends the turn ends it after the batch, or, where its dialect says
 * so, at once: the calls that follow are not run. Either way the model finds a result for each. Where the turn goes on,
 * hooks hear of the batch as a whole.
 */
export async function runToolBatch(
  thread: Thread,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<TurnEnd | null> {
  let end: TurnEnd | null = null;
  const ended: EndedCall[] = [];
  for (const [index, call] of calls.entries()) {
    const done = await runToolCall(thread, call, signal);
    ended.push({ call, result: done.result });
    end ??= done.end;
    if (!done.stopsOthers) continue;
    const why = `Not run: a hook stopped the turn at an earlier call of this reply: ${done.end?.reason ?? ''}`;
    for (const rest of calls.slice(index + 1)) answerUnrun(thread, rest, toolError(rest, why));
    break;
  }
  if (end === null && !signal.aborted) end = await afterBatch(thread, ended, signal);
  return signal.aborted ? INTERRUPTED : end;
}
