import { createSigner } from '@hookline/core/internal';
import { type ClientRequest, type IncomingMessage, request as httpRequest, Agent } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { CLOCK_HEADER, type Refusal } from '../protocol/messages.ts';
import type { Machine } from './machine.ts';

/** What a gateway answered. */
export interface GatewayAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What the gateway asks to wait before the next try; null: nothing was said. */
  readonly retryAfterMs: number | null;
  /** What time the gateway has, to the second; null: it does not say. */
  readonly at: number | null;
}

interface GatewayRequest {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to a gateway; throws `Unreachable` when no whole answer comes. */
export interface GatewayClient {
  readonly send: (request: GatewayRequest) => Promise<GatewayAnswer>;
  readonly close: () => void;
}

/** No whole answer came: the gateway may have done what was asked, or not. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 30_000;
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * A client that signs every request as the machine. A gateway takes no signature of another time than its own, so where this
 * machine's clock is wrong, the gateway's counts.
 */
export async function createClient(
  machine: Machine,
  onWrongClock: (text: string) => void = () => undefined,
): Promise<GatewayClient> {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const sign = createSigner(machine, now);
  const plain = plainClient(machine);
  const sendSigned = (request: GatewayRequest): Promise<GatewayAnswer> => {
    const { method, path, body = EMPTY, headers } = request;
    const authorization = sign({ method, path: new URL(path, machine.url).pathname + queryOf(path), body });
    const clock: Record<string, string> = aheadMs === 0 ? {} : { [CLOCK_HEADER]: String(Math.round(-aheadMs / 1000)) };
    return plain.send({ ...request, headers: { ...headers, ...clock, authorization } });
  };
  return {
    ...plain,
    send: async (request) => {
      const signedAt = now(); // the clock may be put right before the answer comes
      const answer = await sendSigned(request);
      const { status, at } = answer;
      if (status !== 401 || at === null || Math.abs(at - signedAt) < WRONG_MS) return answer;
      const isWrong = Math.abs(at - Date.now()) >= WRONG_MS;
      aheadMs = isWrong ? at - Date.now() : 0;
      if (isWrong) onWrongClock(clockText(aheadMs));
      return sendSigned(request);
    },
  };
}

const WRONG_MS = 30_000;

function clockText(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 6_000) / 10;
  return `the clock of this machine is ${minutes} minutes ${aheadMs < 0 ? 'ahead of' : 'behind'} that of the gateway, which counts for what is sent`;
}

const EMPTY = new Uint8Array();
const queryOf = (path: string): string => (path.includes('?') ? path.slice(path.indexOf('?')) : '');

/** A client without a machine's key, for enrolment. */
export function plainClient({ url, ca }: Pick<Machine, 'url' | 'ca'>): GatewayClient {
  const isTls = new URL(url).protocol === 'https:';
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, ...(ca === null ? {} : { ca }) })
    : new Agent({ keepAlive: true });
  const send = ({ method, path, body, headers = {} }: GatewayRequest): Promise<GatewayAnswer> =>
    new Promise((resolve, reject) => {
      const options = { method, agent, timeout: TIMEOUT_MS, headers: { ...headers, ...lengthOf(body) } };
      const sent = (isTls ? tlsRequest : httpRequest)(new URL(path, url), options, (answer) => {
        readAnswer(answer).then(resolve, (error: unknown) => reject(unreachable(url, error)));
      });
      watch(sent, (error) => reject(unreachable(url, error)));
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

const lengthOf = (body: Uint8Array | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) };

function watch(sent: ClientRequest, fail: (error: unknown) => void): void {
  sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
  sent.on('error', fail);
  // A gateway that answers before it has read all may close the connection when this request no longer listens to it.
  sent.on('socket', (socket) => {
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
  });
}

const ignore = (): void => undefined;

const unreachable = (url: string, error: unknown): Unreachable =>
  new Unreachable(`the gateway ${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`);

async function readAnswer(answer: IncomingMessage): Promise<GatewayAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error(`its answer has more than ${MOST_ANSWER_BYTES} bytes`);
  }
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
  const at = Date.parse(answer.headers.date ?? '');
  return {
    status: answer.statusCode ?? 0,
    body: parsed(Buffer.concat(parts)),
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
    at: Number.isNaN(at) ? null : at,
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? null : (JSON.parse(bytes.toString()) as unknown);
  } catch {
    return null; // a proxy's page: the status says enough
  }
}

/** What a refused request says, in one line. */
export function refusalText({ status, body }: GatewayAnswer): string {
  const { error, hint } = (body ?? {}) as Partial<Refusal>;
  const said = typeof error === 'string' ? error : `status ${status}`;
  return typeof hint === 'string' && hint !== '' ? `${said} (${hint})` : said;
}
