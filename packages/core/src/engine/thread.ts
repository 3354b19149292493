import type { LifecycleEvent, Verdict } from '../model/index.ts';

/** The event as the next hook sees it: with what this one has rewritten. Never changes its argument. */
export function thread(
  event: LifecycleEvent,
  verdict: Pick<Verdict, 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt'>,
): LifecycleEvent {
  const { updatedInput, updatedToolOutput, updatedPrompt } = verdict;
  if (updatedInput === undefined && updatedToolOutput === undefined && updatedPrompt === undefined) return event;
  return {
    ...event,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : { tool_response: updatedToolOutput }),
    ...(updatedPrompt === undefined ? {} : { prompt: updatedPrompt }),
  };
}
