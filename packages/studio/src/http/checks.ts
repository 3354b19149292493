import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

/**
 * What every request must pass before anything is looked at, files included: it is for this server by number and not by
 * a name that somebody can point here, and no other site sent it.
 */
export function checkOrigin(request: IncomingMessage, port: number): void {
  const own = `127.0.0.1:${port}`;
  if (onlyOne(request, 'host') !== own)
    throw new HttpProblem(421, `expected the host ${own}`, `open http://${own}/, not another name of this machine`);
  const origin = onlyOne(request, 'origin');
  if (origin !== null && origin !== `http://${own}`)
    throw new HttpProblem(403, 'this request comes from another site', 'the studio answers its own page only');
  const site = onlyOne(request, 'sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'this request comes from another site', 'the studio answers its own page only');
}

const SENT_TWICE = '\0';

/** The value of a header; null: it is absent. One that was sent twice is no value that anything equals. */
function onlyOne({ rawHeaders }: IncomingMessage, name: string): string | null {
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  return values.length > 1 ? SENT_TWICE : (values[0] ?? null);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

export function checkMethod({ method = '' }: IncomingMessage): void {
  if (!METHODS.includes(method)) throw new HttpProblem(405, `the method ${method} is not served`);
}

/** The token of a request: only from its own header, never from its address or from a cookie. */
export function tokenOf(request: IncomingMessage): string | null {
  return /^Bearer ([\w-]+)$/.exec(onlyOne(request, 'authorization') ?? '')?.[1] ?? null;
}
