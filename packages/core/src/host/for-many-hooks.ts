import { setMaxListeners } from 'node:events';

/** A signal that any number of hooks may listen to at once: Node takes more than ten for a leak, and says so on stderr. */
export function forManyHooks(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
