import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf } from './body.ts';
import { checkMethod, checkOrigin, tokenOf } from './checks.ts';
import { EVERY_ANSWER } from './headers.ts';
import type { PageFiles } from './page-files.ts';
import { HttpProblem } from './problem.ts';
import { partsOf, type Route, specialOf, streamTo } from './route.ts';
import type { Session } from './session.ts';

const MOST_CONNECTIONS = 64;

export interface Door {
  /** 0: any free one. */
  readonly port: number;
  /** Found at once. */
  readonly routes: readonly Route[];
  /** All others, whose code is loaded for the first request that needs it. */
  readonly lateRoutes: () => Promise<readonly Route[]>;
  readonly files: PageFiles;
  readonly session: Session;
  readonly mode: 'look' | 'edit';
  /** Called with each request that carried the token, and again when its answer has ended. */
  readonly onPage: (isThere: boolean) => void;
  /** An error of ours, for the terminal. */
  readonly onFailure: (text: string) => void;
}

export interface OpenDoor {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on the loopback address and nowhere else. Rejects when the port is taken. */
export async function listen(door: Door): Promise<OpenDoor> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 10_000 });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(door.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  server.on('request', (request, response) => {
    answer(request, response, door, port).catch((error: unknown) => refuse(response, error, door));
  });
  return { port, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await done;
}

async function answer(request: IncomingMessage, response: ServerResponse, door: Door, port: number): Promise<void> {
  checkOrigin(request, port);
  checkMethod(request);
  const { pathname, searchParams } = addressOf(request.url ?? '', port);
  const route = await findRoute(request, pathname, door);
  if (route === null) {
    sendFile(request, response, pathname, door.files);
    return;
  }
  if (route.open !== true) checkToken(request, door.session);
  if (route.edits === true && door.mode === 'look')
    throw new HttpProblem(403, 'this studio only looks', 'start it with --edit, in a terminal');
  door.onPage(true);
  response.once('close', () => door.onPage(false));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const result = await route.answer({
    parts: (partsOf(route, pathname) ?? []).map(decoded),
    query: searchParams,
    body: request.method === 'GET' || request.method === 'DELETE' ? {} : await bodyOf(request),
    lastId: lastIdOf(request),
    gone: gone.signal,
  });
  send(response, result);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HttpProblem(400, 'expected an address that can be decoded');
  }
}

/** A request names a path; anything else, such as an address of its own, is none of ours. */
function addressOf(url: string, port: number): URL {
  if (!/^\/(?!\/)/.test(url)) throw new HttpProblem(400, 'expected a path');
  return new URL(url, `http://127.0.0.1:${port}`);
}

async function findRoute(
  { method = '' }: IncomingMessage,
  path: string,
  { routes, lateRoutes }: Door,
): Promise<Route | null> {
  const isHere = (route: Route): boolean => partsOf(route, path) !== null;
  const soon = routes.find((route) => route.method === method && isHere(route));
  if (soon !== undefined) return soon;
  if (!path.startsWith('/api/')) return null;
  const here = [...routes, ...(await lateRoutes())].filter(isHere);
  const found = here.find((route) => route.method === method);
  if (found !== undefined) return found;
  if (here.length > 0) throw new HttpProblem(405, `expected ${here.map((route) => route.method).join(' or ')} here`);
  throw new HttpProblem(404, 'there is nothing at this address');
}

function checkToken(request: IncomingMessage, session: Session): void {
  const token = tokenOf(request);
  if (token === null || !session.isToken(token))
    throw new HttpProblem(401, 'expected the token of this studio', 'open the link that the studio printed');
}

const lastIdOf = ({ headers }: IncomingMessage): string | null => {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
};

function sendFile(request: IncomingMessage, response: ServerResponse, path: string, files: PageFiles): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new HttpProblem(405, 'expected GET here');
  const file = files(path);
  if (file === null) throw new HttpProblem(404, 'there is nothing at this address');
  response.writeHead(200, { ...EVERY_ANSWER, 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

function send(response: ServerResponse, result: object): void {
  const other = specialOf(result);
  if (other?.kind === 'stream') {
    streamTo(response, other);
  } else if (other?.kind === 'file') {
    const name = `attachment; filename="${other.name}"`;
    response.writeHead(200, { ...EVERY_ANSWER, 'Content-Type': other.type, 'Content-Disposition': name });
    response.end(other.text);
  } else {
    sendJson(response, 200, result);
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { ...EVERY_ANSWER, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

function refuse(response: ServerResponse, error: unknown, { onFailure }: Door): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // What was not read of a request must not be taken for the next one.
  response.setHeader('Connection', 'close');
  if (error instanceof HttpProblem) {
    sendJson(response, error.status, { error: error.message, hint: error.hint });
    return;
  }
  onFailure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  sendJson(response, 500, { error: 'the studio failed', hint: 'its terminal says more' });
}
