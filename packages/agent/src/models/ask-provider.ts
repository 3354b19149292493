import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { ProviderFailure } from './classify-failure.ts';
import { inWords } from './in-words.ts';
import type { Model, ModelReply, ModelRequest } from '../contract/model.ts';
import { pause } from './pause.ts';
import type { Endpoint } from './providers.ts';
import { readReply } from './read-reply.ts';
import { streamParts, type Line } from './stream-parts.ts';
import { toPrompt } from './to-prompt.ts';

/** A model that is asked over its line, and asked again while it fails in passing and has said nothing yet. */
export const askProvider = (line: Line): Model => ({
  provider: line.endpoint.provider,
  name: line.endpoint.name,
  ask: (request, onText, signal) => askPatiently(line, request, onText, signal),
});

async function askPatiently(
  line: Line,
  request: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelReply> {
  const options = optionsFor(line.endpoint, request);
  for (let retry = 0; ; retry += 1) {
    let hasSpoken = false;
    const speak = (text: string): void => {
      hasSpoken = true;
      onText(text);
    };
    try {
      return await readReply(streamParts(line, options, signal), line.endpoint, speak);
    } catch (error) {
      const delayMs = hasSpoken || retry >= line.patience.retries ? null : delayBefore(retry, error);
      if (delayMs === null) throw error;
      await pause(delayMs, signal);
    }
  }
}

function optionsFor({ provider }: Endpoint, request: ModelRequest): LanguageModelV3CallOptions {
  const { system, items, tools, temperature, maxOutputTokens } = request;
  return {
    prompt: toPrompt(system, tools.length === 0 ? inWords(items) : items),
    // Chunks that say nothing to us, such as pings, still show that the server lives.
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
  // OpenAI else makes every optional property a required one.
  ...(provider === 'openai' ? { strict: false } : {}),
});

const BASE_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** null: not worth another try, or only after a wait that is too long. */
function delayBefore(retry: number, error: unknown): number | null {
  if (!(error instanceof ProviderFailure) || error.retry === null) return null;
  const delayMs = error.retry.afterMs ?? BASE_DELAY_MS * 2 ** retry;
  return delayMs <= LONGEST_DELAY_MS ? delayMs : null;
}
