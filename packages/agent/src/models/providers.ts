import type { LanguageModelV3 } from '@ai-sdk/provider';
import { createGuardedFetch } from '@hookline/core/internal';

/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Provider {
  /** Variables that may hold the key; the first that is set counts. */
  readonly keyVariables: readonly [string, ...string[]];
  readonly needsKey: boolean;
  readonly urlVariable: string;
  readonly defaultUrl: string | null;
  /** The protocol at the URL, for messages. */
  readonly api: string;
}

/** The providers that a model can be asked of: their URLs and keys. */
export const PROVIDERS = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    needsKey: true,
    urlVariable: 'ANTHROPIC_BASE_URL',
    defaultUrl: 'https://api.anthropic.com/v1',
    api: 'the Anthropic Messages API',
  },
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    needsKey: true,
    urlVariable: 'OPENAI_BASE_URL',
    defaultUrl: 'https://api.openai.com/v1',
    api: 'the OpenAI Responses API (for chat completions choose openai-compatible)',
  },
  'openai-compatible': {
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY', 'OPENAI_API_KEY'],
    needsKey: false,
    urlVariable: 'OPENAI_COMPATIBLE_BASE_URL',
    defaultUrl: null,
    api: 'the OpenAI chat completions API',
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderId = keyof typeof PROVIDERS;

/** True for a provider that is asked over the network. */
export const isProviderId = (word: string): word is ProviderId => Object.hasOwn(PROVIDERS, word);

/** Where a model is reached, and with which key. */
export interface Endpoint {
  readonly provider: ProviderId;
  readonly name: string;
  readonly url: string;
  readonly key: string | null;
  /** The variable that the key came from, or should. */
  readonly keyVariable: string;
}

/** Loads the provider's package, and nothing of the others. */
export async function openEndpoint({ provider, name, url, key }: Endpoint, env: Environment): Promise<LanguageModelV3> {
  const settings = { baseURL: url, fetch: createGuardedFetch(env), ...(key === null ? {} : { apiKey: key }) };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(name);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).responses(name);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, name: provider, includeUsage: true }).chatModel(name);
    }
  }
}
