import type { Handler, HttpRequest } from '../model/index.ts';
import { allowedAddresses } from '../text/allowed-addresses.ts';
import { headersOf, secretsOf } from './headers.ts';

/** Where an event is sent and with which headers; `env` is the host's own environment, not the hook's. */
export function encodeHttp(
  handler: Extract<Handler, { kind: 'http' }>,
  env: Readonly<Record<string, string | undefined>>,
): Pick<HttpRequest, 'kind' | 'url' | 'headers' | 'allowedAddresses' | 'secrets'> {
  const secrets = secretsOf(handler, env);
  const allowed = allowedAddresses(env);
  return {
    kind: 'http',
    url: handler.url,
    headers: headersOf(handler, env),
    ...(allowed.length === 0 ? {} : { allowedAddresses: allowed }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
  };
}
