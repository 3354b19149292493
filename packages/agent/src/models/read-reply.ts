import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ToolCall } from '../contract/conversation.ts';
import { unfinishedReply } from './classify-failure.ts';
import type { ModelReply } from '../contract/model.ts';
import type { Endpoint } from './providers.ts';
import { readToolInput } from './tool-input.ts';

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

/** Puts a reply together from its parts; throws a ProviderFailure when they do not make a whole one. */
export async function readReply(
  parts: AsyncIterable<LanguageModelV3StreamPart>,
  endpoint: Endpoint,
  onText: (text: string) => void,
): Promise<ModelReply> {
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  let finish: Finish | null = null;
  for await (const part of parts) {
    if (part.type === 'text-delta' && part.delta !== '') {
      texts.push(part.delta);
      onText(part.delta);
    } else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      calls.push({ id: part.toolCallId, name: part.toolName, ...readToolInput(part.input) });
    } else if (part.type === 'finish') finish = part;
  }
  const reason = finish === null ? null : reasonOf(finish, calls.length > 0);
  if (finish === null || reason === null) throw unfinishedReply(endpoint, texts.length > 0);
  return {
    text: texts.join(''),
    calls,
    finish: reason,
    inputTokens: finish.usage.inputTokens.total ?? null,
    outputTokens: finish.usage.outputTokens.total ?? null,
  };
}

/** null: the provider's package only says that the stream is over, the server never said why. */
function reasonOf({ finishReason: { unified, raw } }: Finish, hasCalls: boolean): ModelReply['finish'] | null {
  if (unified === 'error' || (unified === 'other' && raw === undefined)) return null;
  // Some servers say `stop` although they ask for tools.
  return hasCalls && (unified === 'stop' || unified === 'other') ? 'tool-calls' : unified;
}
