import type { ToolCall } from '../conversation.ts';
import type { TurnEnd } from '../happening.ts';
import type { Thread } from '../thread.ts';
import { INTERRUPTED } from './model-turn.ts';
import { runToolCall } from './tool-call.ts';

/** Runs the calls of one reply in order. A hook that ends the turn ends it after the batch: the model sees every result. */
export async function runToolBatch(
  thread: Thread,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<TurnEnd | null> {
  let end: TurnEnd | null = null;
  for (const call of calls) {
    const done = await runToolCall(thread, call, signal);
    end ??= done.end;
  }
  return signal.aborted ? INTERRUPTED : end;
}
