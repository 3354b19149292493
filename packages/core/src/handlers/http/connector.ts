import type * as Undici from 'undici';
import { RefusedAddressError, type Guard } from './refused-address.ts';

/** Never connects to a refused address, whether it is written in the URL or resolved from a name; uses no proxy. */
export function guardedConnector(
  undici: Pick<typeof Undici, 'buildConnector'>,
  guard: Guard,
  timeoutMs: number,
): Undici.buildConnector.connector {
  const connect = undici.buildConnector({ lookup: guard.lookup, timeout: timeoutMs, allowH2: false });
  return (options, callback) => {
    // A literal address is never resolved; the URL parser has already normalized its spelling.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (!guard.isRefused(literal)) return connect(options, callback);
    return queueMicrotask(() => callback(new RefusedAddressError(literal), null));
  };
}
