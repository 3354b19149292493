import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { ProviderFailure } from './classify-failure.ts';
import { callsAsText } from './calls-as-text.ts';
import type { Model, ModelReply, ModelRequest } from '../contract/model.ts';
import { pause } from '../async/pause.ts';
import type { Endpoint } from './providers.ts';
import { readReply } from './read-reply.ts';
import { streamParts, type ProviderConnection } from './stream-parts.ts';
import { toPrompt } from './to-prompt.ts';

/** A model that is asked over its connection, and asked again on transient failures while it has said nothing yet. */
export const askProvider = (connection: ProviderConnection): Model => ({
  provider: connection.endpoint.provider,
  name: connection.endpoint.name,
  ask: (request, onText, signal) => askPatiently(connection, request, onText, signal),
});

async function askPatiently(
  connection: ProviderConnection,
  request: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelReply> {
  const options = optionsFor(connection.endpoint, request);
  for (let retry = 0; ; retry += 1) {
    let hasSpoken = false;
    const speak = (text: string): void => {
      hasSpoken = true;
      onText(text);
    };
    try {
      return await readReply(streamParts(connection, options, signal), connection.endpoint, speak);
    } catch (error) {
      const delayMs = hasSpoken || retry >= connection.limits.retries ? null : delayBefore(retry, error);
      if (delayMs === null) throw error;
      await pause(delayMs, signal);
    }
  }
}

function optionsFor({ provider }: Endpoint, request: ModelRequest): LanguageModelV3CallOptions {
  const { system, items, tools, temperature, maxOutputTokens } = request;
  return {
    prompt: toPrompt(system, tools.length === 0 ? callsAsText(items) : items),
    // Chunks without content, such as pings, still show that the server is alive.
    includeRawChunks: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => toolFor(provider, tool)) }),
  };
}

type FunctionTool = Extract<NonNullable<LanguageModelV3CallOptions['tools']>[number], { type: 'function' }>;

const toolFor = (
  provider: string,
  { name, description, inputSchema }: ModelRequest['tools'][number],
): FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema,
  // Otherwise OpenAI makes every optional property required.
  ...(provider === 'openai' ? { strict: false } : {}),
});

const BASE_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** null: no retry, or only after a wait that is too long. */
function delayBefore(retry: number, error: unknown): number | null {
  if (!(error instanceof ProviderFailure) || error.retry === null) return null;
  const delayMs = error.retry.afterMs ?? BASE_DELAY_MS * 2 ** retry;
  return delayMs <= LONGEST_DELAY_MS ? delayMs : null;
}
