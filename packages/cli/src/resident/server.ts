import { keepWarm, killAllRuns } from '@hookline/core/internal';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { serveConnection } from './connection.ts';
import { serveFifoCall } from './fifo-call.ts';
import { type FifoTransport, makeFifoTransport } from './fifo-transport.ts';
import { HttpDoor } from './http-door.ts';
import { isServed } from './is-served.ts';
import { KeptHooks } from './kept-hooks.ts';
import { serveCall, type ServedCommand, type Service } from './serve-call.ts';
import { isAnyAgentRunning } from './sessions.ts';
import { programNow, startSuccessor } from './successor.ts';
import {
  type Endpoint,
  makePrivate,
  prepareSocketFolder,
  readEndpoint,
  removeSocket,
  writeEndpoint,
} from './socket-place.ts';

export interface ServerOptions {
  /** What is carried out for clients. */
  readonly commands: readonly ServedCommand[];
  readonly socket: string;
  /** How long the server waits for a call before it ends. */
  readonly idleMs: number;
  /** Holds the address for agents that use http, and what is known about their sessions. */
  readonly stateFolder: string;
  /** Told once the server can be reached. */
  readonly onReady: () => void;
  readonly onProblem: (text: string) => void;
  /** Called every few seconds, beside all calls. */
  readonly onLook: () => void;
}

/** More connections at once than this are closed; their clients do the work themselves. */
const MOST_CONNECTIONS = 256;
const LOOK_EVERY_MS = 5000;
const END_WITHIN_MS = 10_000;
/** So long without a call, no agent is waited for, whatever process has its number by then. */
const NO_AGENT_AFTER_MS = 24 * 3600 * 1000;

/** Serves calls until none has come for a while, a signal comes, or the program is replaced. False: another server is running. */
export async function serveUntilIdle(options: ServerOptions): Promise<boolean> {
  prepareSocketFolder(options.socket);
  if (await isServed({ path: options.socket })) return false;
  removeSocket(options.socket);
  const resident = new Resident(options);
  await resident.listen();
  const letCool = await keepWarm();
  options.onReady();
  await resident.ended;
  await resident.closeHooks();
  await letCool();
  if (resident.needsSuccessor()) await startSuccessor(options.socket, options.idleMs);
  return true;
}

/** Owns the listeners, the fifo transport, and the calls that are under way. */
class Resident {
  readonly ended: Promise<void>;
  readonly #options: ServerOptions;
  readonly #calls = new Set<Promise<void>>();
  readonly #listeners: readonly Server[];
  readonly #program = programNow();
  readonly #service: Service;
  readonly #http: HttpDoor;
  readonly #kept = new KeptHooks();
  #endpoint: Endpoint = { port: 0, clientToken: secret(), serverToken: secret() };
  #fifos: FifoTransport | null = null;
  #lastCallAt = Date.now();
  #isOpen = true;
  #end: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    const served = { commands: options.commands, lend: this.#kept.take };
    this.#service = { isOpen: () => this.#mayServe(), serve: (call) => serveCall(call, served) };
    this.#http = new HttpDoor(options.stateFolder, {
      service: this.#service,
      follow: (call) => this.#follow(call),
      say: options.onProblem,
    });
    this.ended = new Promise((resolve) => (this.#end = resolve));
    const take = (socket: Socket): void => this.#take(socket);
    this.#listeners = [createServer(take), createServer(take)];
    for (const listener of this.#listeners) listener.maxConnections = MOST_CONNECTIONS;
  }

  async listen(): Promise<void> {
    const [own, port] = this.#listeners as [Server, Server];
    const umask = process.umask(0o077);
    try {
      own.listen(this.#options.socket);
    } finally {
      process.umask(umask);
    }
    port.listen(0, '127.0.0.1');
    await Promise.all([own, port].map((listener) => once(listener, 'listening')));
    makePrivate(this.#options.socket);
    this.#endpoint = { ...this.#endpoint, port: (port.address() as AddressInfo).port };
    this.#fifos = makeFifoTransport(this.#options.socket);
    if (this.#fifos !== null) this.#hear(this.#fifos);
    writeEndpoint(this.#options.socket, this.#endpoint);
    await this.#http.open();
    const look = setInterval(() => this.#look(), Math.min(LOOK_EVERY_MS, this.#options.idleMs));
    this.ended.finally(() => clearInterval(look)).catch(() => undefined);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#close());
  }

  /** Whether it has ended because of an update, and an agent still uses it that cannot start another. */
  needsSuccessor(): boolean {
    return this.#isReplaced() && this.#http.isOpen && isAnyAgentRunning(this.#options.stateFolder);
  }

  /** Once no call needs them any more. */
  closeHooks(): Promise<void> {
    return this.#kept.close();
  }

  #take(socket: Socket): void {
    socket.setNoDelay(true);
    this.#follow(serveConnection(socket, this.#endpoint, this.#service));
  }

  /** Clients announce their calls by lines, each written at once. */
  #hear(fifos: FifoTransport): void {
    let rest = '';
    const calls = new Socket({ fd: fifos.calls, readable: true, writable: false });
    calls.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#follow(serveFifoCall(line, fifos, this.#service));
    });
    calls.on('error', () => this.#close());
    const end = (): void => {
      calls.destroy();
      fifos.remove();
    };
    this.ended.then(end, end);
  }

  #follow(serving: Promise<void>): void {
    this.#lastCallAt = Date.now();
    const call = serving.finally(() => {
      this.#calls.delete(call);
      this.#lastCallAt = Date.now();
    });
    this.#calls.add(call);
  }

  #mayServe(): boolean {
    if (this.#isOpen && this.#isReplaced()) setImmediate(() => this.#isOpen && this.#close());
    return this.#isOpen && !this.#isReplaced();
  }

  /** Another build of the program has been installed. */
  #isReplaced(): boolean {
    return programNow() !== this.#program;
  }

  #look(): void {
    this.#fifos?.sweep();
    this.#options.onLook();
    this.#http.open().catch(() => undefined); // it says itself what is wrong
    if (this.#isIdle() || this.#isReplaced() || !this.#isReachable()) this.#close();
  }

  /** Of servers that start at once, one may have the endpoint and another the pipes: each ends, and the next client starts one. */
  #isReachable(): boolean {
    return this.#hasEndpoint() && this.#fifos?.isInPlace() !== false;
  }

  #hasEndpoint(): boolean {
    return readEndpoint(this.#options.socket)?.clientToken === this.#endpoint.clientToken;
  }

  /** An agent that uses http cannot start a server: as long as one runs, this one stays. */
  #isIdle(): boolean {
    const idleMs = Date.now() - this.#lastCallAt;
    if (this.#calls.size > 0 || idleMs < this.#options.idleMs) return false;
    return !this.#http.isOpen || idleMs >= NO_AGENT_AFTER_MS || !isAnyAgentRunning(this.#options.stateFolder);
  }

  /** Takes no more calls, and lets those that are under way end well; a second request does not wait for them. */
  #close(): void {
    if (!this.#isOpen) {
      killAllRuns();
      return this.#end();
    }
    this.#isOpen = false;
    if (this.#hasEndpoint()) removeSocket(this.#options.socket);
    for (const listener of this.#listeners) listener.close();
    this.#http.close();
    this.#fifos?.shut();
    setTimeout(() => this.#close(), END_WITHIN_MS).unref();
    Promise.allSettled(this.#calls).then(this.#end, this.#end);
  }
}

const secret = (): string => randomBytes(32).toString('hex');
