import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createGuard, RefusedAddressError, errorText, errorCode } from '@hookline/core/internal';
import { ToolFailure } from '../tool-failure.ts';

/** What a server answered: a whole page, or where it redirects to. */
export type Answer =
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly status: number;
      readonly statusText: string;
      readonly contentType: string;
      readonly body: Buffer;
    }
  | { readonly kind: 'elsewhere'; readonly url: URL; readonly status: number };

/** Gets a page; redirects are followed on the same host only. Throws a ToolFailure, or the signal's reason. */
export async function get(
  start: URL,
  isWanted: (contentType: string) => boolean,
  signal: AbortSignal,
): Promise<Answer> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, signal);
    const next = targetOf(response, url);
    if (next === null) return await pageOf(response, url, isWanted);
    response.destroy();
    if (!isSameHost(url, next)) return { kind: 'elsewhere', url: next, status: response.statusCode ?? 0 };
    url = next;
  }
  throw new ToolFailure('redirects', `${start.href} leads through more than ${MAX_REDIRECTS} redirects`);
}

/** Nothing lifts it here, since the request comes from the model. */
const guard = createGuard();
const MAX_REDIRECTS = 5;
const MAX_BYTES = 5 * 1024 * 1024;

async function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  // A literal address is never looked up.
  if (guard.isRefused(url.hostname.replace(/^\[|\]$/g, ''))) throw refusalOf(url.hostname);
  const { get: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const sent = send(url, { agent: false, headers: HEADERS, lookup: guard.lookup, signal });
  sent.on('error', () => undefined); // it may fail once more after its answer has begun
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    throw failureOf(error, url);
  }
}

const HEADERS = {
  'user-agent': 'hookline',
  accept: 'text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
};

function targetOf(response: IncomingMessage, url: URL): URL | null {
  const location = response.headers.location;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return null;
  if (URL.canParse(location, url.href)) return new URL(location, url);
  throw new ToolFailure('http', `${url.href} redirects to ${JSON.stringify(location)}, which is not a URL`);
}

/** From http to https counts as the same host; the other way would expose the request. */
const isSameHost = (from: URL, to: URL): boolean =>
  from.host === to.host && (to.protocol === from.protocol || to.protocol === 'https:') && to.username === '';

async function pageOf(
  response: IncomingMessage,
  url: URL,
  isWanted: (contentType: string) => boolean,
): Promise<Answer> {
  const contentType = response.headers['content-type'] ?? '';
  if (!isWanted(contentType)) {
    response.destroy();
    throw new ToolFailure('binary', `${url.href} is ${contentType}, not text`);
  }
  const body = await bodyOf(response, url);
  const { statusCode: status = 0, statusMessage: statusText = '' } = response;
  return { kind: 'page', url, status, statusText, contentType, body };
}

async function bodyOf(response: IncomingMessage, url: URL): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      total += chunk.length;
      if (total > MAX_BYTES) throw new ToolFailure('too_large', `${url.href} is larger than 5 MB`);
    }
  } catch (error) {
    throw failureOf(error, url);
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks, total);
}

/** The reader bounds it: a few bytes may unpack to any size. */
function unpacked(response: IncomingMessage): Readable {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return response;
  const create = Object.hasOwn(UNPACKERS, coding) ? UNPACKERS[coding] : undefined;
  if (create === undefined)
    throw new ToolFailure(
      'http',
      `the answer has the content encoding ${JSON.stringify(coding)}, which is not supported`,
    );
  return pipeline(response, create(), () => undefined);
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

const refusalOf = (address: string): ToolFailure =>
  new ToolFailure('refused', `the address ${address} is refused: it belongs to the machine's own network services`);

/** An abort is passed on as it is: its reason belongs to the caller. */
function failureOf(error: unknown, url: URL): unknown {
  if (error instanceof ToolFailure || (error instanceof Error && error.name === 'AbortError')) return error;
  if (error instanceof RefusedAddressError) return refusalOf(error.address);
  const why = errorCode(error) || errorText(error);
  return new ToolFailure('network', `${url.href} could not be read: ${why}`);
}
