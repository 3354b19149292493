import { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import type { HttpRequest } from '../../model/index.ts';
import { guardedConnector } from './connector.ts';
import { createGuard, type Resolve } from './refused-address.ts';
import { isHeaderName } from '../../text/header-name.ts';

/** The parts of a server's answer that are used. */
export interface HttpAnswer {
  readonly status: number;
  /** As the server names it; null for a plain body. */
  readonly encoding: string | null;
  /** Whether the server says that the body is JSON. */
  readonly isJson: boolean;
  /** The beginning of it when it is longer than allowed. */
  readonly body: string;
  readonly isCut: boolean;
}

/** Sends the event and reads the answer; `stop` aborts it at once, in any state. */
export interface Exchange {
  readonly answer: Promise<HttpAnswer>;
  readonly stop: () => void;
}

const LONGEST_BODY = 1024 * 1024;

/** One connection for each request: a kept one may be dead, and a guard must not fail because of that. */
export function exchange(request: HttpRequest, url: URL, resolve?: Resolve): Exchange {
  const sockets: Socket[] = [];
  let client: Client | undefined;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    // A client that is still connecting does not release its socket by itself.
    sockets.forEach((socket) => socket.destroy());
    client?.destroy().catch(() => undefined);
  };
  const carryOut = async (): Promise<HttpAnswer> => {
    const { default: undici } = await import('undici'); // slow to load, so loaded only where needed
    const connect = guardedConnector(
      undici,
      createGuard(request.allowedAddresses, resolve, request.privateNetworks),
      0,
    );
    const connectAndRemember: typeof connect = (options, callback) => {
      const socket: unknown = connect(options, callback);
      if (socket instanceof Socket) sockets.push(socket);
      if (isStopped) stop();
    };
    client = new undici.Client(url.origin, { connect: connectAndRemember, headersTimeout: 0, bodyTimeout: 0 });
    return readAnswer(await client.request(requestOptions(request, url)));
  };
  return { answer: carryOut().finally(stop), stop };
}

function requestOptions(request: HttpRequest, url: URL): Dispatcher.RequestOptions {
  return {
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: sendableHeaders(request.headers),
    body: request.body,
    reset: true,
  };
}

/** The length and encoding of the body and the connection headers are set by hookline. */
const OURS = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|expect|accept-encoding|te|trailer)$/;

function sendableHeaders(headers: HttpRequest['headers']): Record<string, string> {
  const sendable: Record<string, string> = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (isHeaderName(key) && !OURS.test(key)) sendable[key] = value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  }
  return sendable;
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<HttpAnswer> {
  const coding = String(headers['content-encoding'] ?? 'identity');
  const encoding = /^\s*(?:identity)?\s*$/i.test(coding) ? null : coding;
  const isJson = /^\s*application\/json\s*(?:;|$)/i.test(String(headers['content-type'] ?? ''));
  if (statusCode < 200 || statusCode > 299 || encoding !== null) {
    body.on('error', () => undefined).destroy();
    return { status: statusCode, encoding, isJson, body: '', isCut: false };
  }
  return { status: statusCode, encoding, isJson, ...(await readText(body)) };
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<Pick<HttpAnswer, 'body' | 'isCut'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<unknown>) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk.subarray(0, LONGEST_BODY - length));
    length += chunk.length;
    if (length > LONGEST_BODY) break;
  }
  const isCut = length > LONGEST_BODY;
  // A character that was cut in half is dropped.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: isCut });
  return { body: text, isCut };
}
