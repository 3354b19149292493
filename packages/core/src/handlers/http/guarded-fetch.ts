import type { Agent } from 'undici';
import { allowedAddresses } from '../../text/allowed-addresses.ts';
import { guardedConnector } from './connector.ts';
import { createGuard } from './refused-address.ts';

/**
 * A `fetch` that follows no redirect, uses no proxy and connects to no refused address, whatever the name resolves to.
 * `env` is the user's own environment, which may lift the guard for some addresses.
 */
export function createGuardedFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  const guard = createGuard(allowedAddresses(env));
  let dispatcher: Agent | undefined;
  return async (input, init) => {
    const { default: undici } = await import('undici');
    dispatcher ??= new undici.Agent({ connect: guardedConnector(undici, guard, CONNECT_MS) });
    const options = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof undici.fetch>[1];
    const answer: unknown = await undici.fetch(input instanceof Request ? input.url : input, options);
    return answer as Response; // the same class, from another copy of the same library
  };
}

const CONNECT_MS = 10_000;
