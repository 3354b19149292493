import type * as Undici from 'undici';
import { RefusedAddressError, type Guard } from './refused-address.ts';

/** Makes connections to no refused address, be it written out in the URL or found by its name; by way of no proxy. */
export function guardedConnector(
  undici: Pick<typeof Undici, 'buildConnector'>,
  guard: Guard,
  timeoutMs: number,
): Undici.buildConnector.connector {
  const connect = undici.buildConnector({ lookup: guard.lookup, timeout: timeoutMs, allowH2: false });
  return (options, callback) => {
    // A literal address is never looked up; the URL has already made one form of all its spellings.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (!guard.isRefused(literal)) return connect(options, callback);
    return queueMicrotask(() => callback(new RefusedAddressError(literal), null));
  };
}
