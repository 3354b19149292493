import type { Ending, HttpRequest, Report } from '../model/index.ts';
import { exchange, type HttpAnswer, type Exchange } from './http/exchange.ts';
import { whyUnavailable } from './http/failure.ts';
import { startTimeout } from './process/timeout.ts';
import { monotonicMs } from '../text/clock.ts';
import { keepSecret } from '../text/secrets.ts';

/**
 * Posts the event to a server and reports what happened; never throws, and follows no redirect. One deadline covers
 * everything from the DNS lookup to the last byte of the answer.
 */
export async function runHttp(request: HttpRequest, signal?: AbortSignal): Promise<Report> {
  const startedAt = monotonicMs();
  const { ending, stdout, isCut = false, isJson } = await resultOf(request, signal);
  return {
    ending,
    stdout,
    stderr: '',
    truncated: isCut ? ['stdout'] : [],
    durationMs: monotonicMs() - startedAt,
    ...(isJson === undefined ? {} : { isJson }),
  };
}

interface Result {
  readonly ending: Ending;
  readonly stdout: string;
  readonly isCut?: boolean;
  readonly isJson?: boolean;
}

async function resultOf(request: HttpRequest, signal?: AbortSignal): Promise<Result> {
  if (signal?.aborted === true) return { ending: { how: 'cancelled' }, stdout: '' };
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null) return unavailable('the URL cannot be read: write it as https://host/path');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return unavailable(`${url.protocol} is not a protocol for hooks: use http: or https:`);
  if (request.privateNetworks === 'refused' && LOCAL_DOMAIN.test(url.hostname))
    return unavailable(`${url.hostname} is refused: write localhost or 127.0.0.1`);
  keepSecret(request.secrets ?? {}); // a server may send them back
  return outcomeOf(exchange(request, url), { url, timeoutMs: request.timeoutMs }, signal);
}

/** A name that stands for this machine only by custom. */
const LOCAL_DOMAIN = /^localhost\.localdomain\.?$/i;

interface Errand {
  readonly url: URL;
  readonly timeoutMs: number;
}

async function outcomeOf(
  { answer, stop }: Exchange,
  { url, timeoutMs }: Errand,
  signal?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve) => {
    const cancel = (): void => settle({ ending: { how: 'cancelled' }, stdout: '' });
    const settle = (result: Result): void => {
      stopTimeout();
      signal?.removeEventListener('abort', cancel);
      stop();
      resolve(result);
    };
    const stopTimeout = startTimeout(timeoutMs, () =>
      settle({ ending: { how: 'timed-out', afterMs: timeoutMs }, stdout: '' }),
    );
    signal?.addEventListener('abort', cancel, { once: true });
    answer.then(
      (came) => settle(resultFrom(came, url)),
      (error: unknown) => settle(unavailable(whyUnavailable(error, url))),
    );
  });
}

function resultFrom({ status, encoding, isJson, body, isCut }: HttpAnswer, url: URL): Result {
  if (status >= 300 && status <= 399)
    return unavailable(`${url.host} answered with status ${status}, a redirect, which is never followed`);
  if (status < 200 || status > 299) return unavailable(`${url.host} answered with status ${status}`);
  if (encoding !== null) return garbled(`${url.host} sent a compressed answer, which was not asked for`);
  return { ending: { how: 'answered' }, stdout: body, isCut, isJson };
}

const unavailable = (why: string): Result => ({ ending: { how: 'unavailable', why }, stdout: '' });

const garbled = (why: string): Result => ({ ending: { how: 'garbled', why }, stdout: '' });
