import type { LanguageModelV3Message, LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';
import type { ConversationItem, ToolCall, ToolResult } from '../contract/conversation.ts';
import { wellFormed } from './well-formed.ts';

/**
 * A conversation in the form that every provider accepts: no empty message, neighbours on the user's side merged, and
 * each tool call directly followed by its result, which is generated where the call was interrupted.
 */
export function toPrompt(system: string, items: readonly ConversationItem[]): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = isBlank(system) ? [] : [{ role: 'system', content: wellFormed(system) }];
  for (const exchange of exchangesOf(items)) prompt.push(...messagesOf(exchange));
  return prompt;
}

const isBlank = (text: string): boolean => text.trim() === '';

/** One reply of the model, and everything up to its next one. */
interface Exchange {
  readonly said: string;
  readonly calls: readonly ToolCall[];
  readonly results: ToolResult[];
  readonly texts: string[];
}

function exchangesOf(items: readonly ConversationItem[]): readonly Exchange[] {
  let current: Exchange = { said: '', calls: [], results: [], texts: [] };
  const exchanges = [current];
  for (const item of items) {
    if (item.kind === 'results') current.results.push(...item.results);
    else if (item.kind !== 'assistant') current.texts.push(item.text);
    else if (!isBlank(item.text) || item.calls.length > 0) {
      current = { said: item.text, calls: item.calls, results: [], texts: [] };
      exchanges.push(current);
    }
  }
  return exchanges;
}

function messagesOf({ said, calls, results, texts }: Exchange): readonly LanguageModelV3Message[] {
  const { answers, orphans } = matchResults(calls, results);
  const told = [...orphans.map(describeOrphan), ...texts].filter((text) => !isBlank(text));
  const messages: LanguageModelV3Message[] = [];
  const spoken = [...(isBlank(said) ? [] : [textPart(said)]), ...calls.map(callPart)];
  if (spoken.length > 0) messages.push({ role: 'assistant', content: spoken });
  if (answers.length > 0) messages.push({ role: 'tool', content: answers.map(resultPart) });
  if (told.length > 0) messages.push({ role: 'user', content: told.map(textPart) });
  return messages;
}

/** Within one exchange only: some servers use the same ids again in every turn. */
function matchResults(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
): { readonly answers: readonly ToolResult[]; readonly orphans: readonly ToolResult[] } {
  const orphans = [...results];
  const answers = calls.map((call) => {
    const at = orphans.findIndex(({ id }) => id === call.id);
    return (at === -1 ? undefined : orphans.splice(at, 1)[0]) ?? interrupted(call);
  });
  return { answers, orphans };
}

const interrupted = ({ id, name }: ToolCall): ToolResult => ({
  id,
  name,
  output: 'Interrupted: this call did not end in time to be reported, so its result is not known.',
  isError: true,
});

const describeOrphan = ({ name, output }: ToolResult): string => `Result of an earlier call of ${name}:\n${output}`;

const textPart = (text: string) => ({ type: 'text' as const, text: wellFormed(text) });

const callPart = ({ id, name, input }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: name,
  input: input ?? {},
});

const resultPart = ({ id, name, output, isError }: ToolResult): LanguageModelV3ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: { type: isError ? 'error-text' : 'text', value: wellFormed(output) },
});
