import { stateFolder } from '@hookline/core/internal';
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { homedir } from 'node:os';
import type { Environment } from '../print/output.ts';
import type { Answer } from './answer.ts';
import { HTTP_HOST, type HttpAddress } from './http-address.ts';
import type { Service } from './serve-call.ts';
import { sessionFacts } from './sessions.ts';

/** Longer payloads are refused: an agent that cannot send one must not go on as if it had been answered. */
export const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** The only one that is served by http. */
const COMMAND = 'hook';

const BODY_WITHIN_MS = 30_000;
const MOST_CONNECTIONS = 256;

/** The header in which an entry may pass the mark of a hook that has started its agent. */
const RUN_HEADER = 'hookline-run';

/** Listens where agents have their entries; throws when the port is taken. */
export async function listenHttp(
  address: HttpAddress,
  service: Service,
  follow: (call: Promise<void>) => void,
): Promise<Server> {
  const env = definedOnly(process.env); // reading all of it anew for each request would take as long as a decision
  const server = createServer({ requestTimeout: BODY_WITHIN_MS, headersTimeout: BODY_WITHIN_MS }, (request, response) =>
    follow(serveRequest({ request, response, env }, address, service)),
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(address.port, HTTP_HOST);
  await once(server, 'listening');
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The environment of the server. */
  readonly env: Readonly<Record<string, string>>;
}

/** Serves one request to its end; whatever is not a call of an entry gets a status that fails the entry. */
async function serveRequest(exchange: Exchange, address: HttpAddress, { isOpen, serve }: Service): Promise<void> {
  const { request, response } = exchange;
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  try {
    const called = calledOf(request, address);
    if (typeof called === 'number') return refuse(exchange, called);
    if (!isOpen()) return refuse(exchange, 503);
    const body = await readBody(request);
    if (body === null) return refuse(exchange, 413);
    const env = environmentFor(body, exchange);
    const answer = httpAnswer(exchange);
    await serve({
      request: { command: COMMAND, folder: '/', terminals: 't', words: called, env },
      answer,
      readStdin: () => Promise.resolve(body),
      gone: gone.signal,
    });
  } catch {
    refuse(exchange, 500);
  }
}

/** The words of the call; or the status for a request that is none. */
function calledOf(request: IncomingMessage, { port, secret }: HttpAddress): readonly string[] | number {
  // A web page can make a browser send requests here, under another name of this machine or with its own origin.
  const hosts = [`${HTTP_HOST}:${port}`, `localhost:${port}`];
  if (!hosts.includes(request.headers.host ?? '') || request.headers.origin !== undefined) return 403;
  const url = new URL(request.url ?? '/', `http://${HTTP_HOST}`);
  const [, given = '', command, agent = '', event = '', ...rest] = url.pathname.split('/');
  if (!isSame(given, secret) || command !== COMMAND || rest.length > 0) return 404;
  if (request.method !== 'POST') return 405;
  return [
    decodeURIComponent(agent),
    decodeURIComponent(event),
    '--entry',
    'http',
    ...(url.searchParams.get('fail') === 'open' ? ['--fail', 'open'] : []),
    ...(url.searchParams.has('may-allow') ? ['--may-allow'] : []),
  ];
}

/** Takes the same time however much of it is right. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The whole body; null when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The server's own environment, and what the start of the session has told about the agent's. */
function environmentFor(body: string, { request: { headers }, env: own }: Exchange): Readonly<Record<string, string>> {
  const state = stateFolder(own, own['HOME'] || homedir());
  const session = sessionOf(body);
  const run = headers[RUN_HEADER];
  return {
    ...own,
    ...(session === null ? {} : sessionFacts(state, session)?.env),
    ...(typeof run === 'string' && run !== '' ? { HOOKLINE_RUN: run } : {}),
  };
}

function sessionOf(body: string): string | null {
  try {
    const { session_id: session } = JSON.parse(body) as { readonly session_id?: unknown };
    return typeof session === 'string' ? session : null;
  } catch {
    return null; // the answer will say what is wrong
  }
}

const definedOnly = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** An exit status cannot be told: any but 0 fails the entry, and the agent does what its entry says about failures. */
function httpAnswer(exchange: Exchange): Answer {
  const said = { 1: '', 2: '' };
  return {
    decline: () => refuse(exchange, 503),
    accept: () => undefined,
    askForStdin: () => undefined,
    write: (descriptor, text) => void (said[descriptor] += text),
    end: (status) => {
      if (status !== 0) return refuse(exchange, 500, said[2]);
      const { response } = exchange;
      if (said[1] === '') return void response.writeHead(200, { 'content-length': '0' }).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(said[1]);
    },
  };
}

function refuse({ request, response }: Exchange, status: number, text = ''): void {
  if (response.headersSent || response.destroyed) return;
  request.resume();
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
}
