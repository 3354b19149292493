import type { AnyEvent, Json, JsonObject, Verdict } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';

/** The event as the next hook sees it: with what this one has rewritten. Never mutates its argument. */
export function thread(
  event: AnyEvent,
  verdict: Pick<Verdict, 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt' | 'extra'>,
): AnyEvent {
  const { updatedInput = permittedInput(verdict), updatedToolOutput, updatedPrompt } = verdict;
  if (updatedInput === undefined && updatedToolOutput === undefined && updatedPrompt === undefined) return event;
  return carryWritten(event, {
    ...event,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : outputFields(event, updatedToolOutput)),
    ...(updatedPrompt === undefined ? {} : { [promptField(event)]: updatedPrompt }),
  });
}

const promptField = ({ hook_event_name: name }: AnyEvent): string =>
  name === 'UserPromptTransformed' ? 'transformed_prompt' : 'prompt';

/** The input as it stands in an answer to a request for permission. */
function permittedInput({ extra }: Pick<Verdict, 'extra'>): JsonObject | undefined {
  const input = extra?.permission?.['updatedInput'];
  return isJsonObject(input) ? input : undefined;
}

/** The output of a tool that failed is its error. */
const outputFields = ({ hook_event_name }: AnyEvent, output: Json): Partial<AnyEvent> =>
  hook_event_name === 'PostToolUseFailure' ? { tool_response: output, error: output } : { tool_response: output };
