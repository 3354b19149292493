import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { classifyFailure, Silence } from './classify-failure.ts';
import type { RetryLimits } from './retry-limits.ts';
import type { Endpoint } from './providers.ts';
import { onAbort } from '../async/on-abort.ts';

/** An open connection to a model of a provider. */
export interface ProviderConnection {
  readonly language: LanguageModelV3;
  readonly endpoint: Endpoint;
  readonly limits: RetryLimits;
}

/** The parts of one reply as they come; throws the signal's reason, or a ProviderFailure for all that goes wrong. */
export async function* streamParts(
  { language, endpoint, limits }: ProviderConnection,
  options: LanguageModelV3CallOptions,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const watch = watchSilence(limits.idleMs, signal);
  try {
    const { stream } = await language.doStream({ ...options, abortSignal: watch.signal });
    for await (const part of stream) {
      watch.heard();
      if (part.type === 'error') throw classifyFailure(part.error, endpoint);
      yield part;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw classifyFailure(watch.signal.aborted ? watch.signal.reason : error, endpoint);
  } finally {
    watch.end();
  }
}

interface IdleTimer {
  /** Aborted by the outer signal, or by silence. */
  readonly signal: AbortSignal;
  readonly heard: () => void;
  readonly end: () => void;
}

/** By hand: AbortSignal.any leaks its signals into one that lives as long as the session. */
function watchSilence(idleMs: number, outer: AbortSignal): IdleTimer {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Silence(idleMs)), idleMs);
  const stopListening = onAbort(outer, () => stop.abort(outer.reason));
  return {
    signal: stop.signal,
    heard: () => {
      timer.refresh();
    },
    end: () => {
      clearTimeout(timer);
      stopListening();
      // A package that gives up on a reply leaves its connection open.
      stop.abort();
    },
  };
}
