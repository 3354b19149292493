import { keepWarm, killAllRuns } from '@hookline/core/internal';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { serveConnection } from './connection.ts';
import { serveFifoCall } from './fifo-call.ts';
import { type FifoTransport, makeFifoTransport } from './fifo-transport.ts';
import { serveCall, type ServedCommand, type Service } from './serve-call.ts';
import { type Door, makePrivate, prepareSocketFolder, readDoor, removeSocket, writeDoor } from './socket-place.ts';

export interface ServerOptions {
  /** What is carried out for clients. */
  readonly command: ServedCommand;
  readonly socket: string;
  /** How long the server waits for a call before it ends. */
  readonly idleMs: number;
  /** Told once the server can be reached. */
  readonly onReady: () => void;
}

/** More connections at once than this are closed; their clients do the work themselves. */
const MOST_CONNECTIONS = 256;
const LOOK_EVERY_MS = 5000;
const END_WITHIN_MS = 10_000;

/** Serves calls until nobody has called for a while, a signal comes, or the program is replaced. False: another server is there. */
export async function serveUntilIdle(options: ServerOptions): Promise<boolean> {
  prepareSocketFolder(options.socket);
  if (await isServed(options.socket)) return false;
  removeSocket(options.socket);
  const resident = new Resident(options);
  await resident.listen();
  const letCool = await keepWarm();
  options.onReady();
  await resident.ended;
  await letCool();
  return true;
}

/** Whether somebody answers at the socket; one that was left behind by a dead server refuses. */
async function isServed(socket: string): Promise<boolean> {
  const line = connect(socket);
  try {
    await once(line, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    line.destroy();
  }
}

/** Owns the listeners and fifos, and all that is under way. */
class Resident {
  readonly ended: Promise<void>;
  readonly #options: ServerOptions;
  readonly #calls = new Set<Promise<void>>();
  readonly #listeners: readonly Server[];
  readonly #program = programNow();
  readonly #service: Service;
  #door: Door = { port: 0, knock: secret(), welcome: secret() };
  #fifos: FifoTransport | null = null;
  #lastCallAt = Date.now();
  #isOpen = true;
  #end: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#service = { isOpen: () => this.#mayServe(), serve: (call) => serveCall(call, options.command) };
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
    this.#door = { ...this.#door, port: (port.address() as AddressInfo).port };
    this.#fifos = makeFifoTransport(this.#options.socket);
    if (this.#fifos !== null) this.#hear(this.#fifos);
    writeDoor(this.#options.socket, this.#door);
    const look = setInterval(() => this.#look(), Math.min(LOOK_EVERY_MS, this.#options.idleMs));
    this.ended.finally(() => clearInterval(look)).catch(() => undefined);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#close());
  }

  #take(socket: Socket): void {
    socket.setNoDelay(true);
    this.#follow(serveConnection(socket, this.#door, this.#service));
  }

  /** Clients tell of their calls by lines, each written at once. */
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
    return this.#isOpen && !this.#isReplaced();
  }

  /** Another program file, or another server at the same place: this one is of no more use. */
  #isReplaced(): boolean {
    return programNow() !== this.#program;
  }

  #look(): void {
    this.#fifos?.sweep();
    const isIdle = this.#calls.size === 0 && Date.now() - this.#lastCallAt >= this.#options.idleMs;
    if (isIdle || this.#isReplaced() || readDoor(this.#options.socket)?.knock !== this.#door.knock) this.#close();
  }

  /** Takes no more calls, and lets those that are under way end well; a second request does not wait for them. */
  #close(): void {
    if (!this.#isOpen) {
      killAllRuns();
      return this.#end();
    }
    this.#isOpen = false;
    if (readDoor(this.#options.socket)?.knock === this.#door.knock) removeSocket(this.#options.socket);
    for (const listener of this.#listeners) listener.close();
    this.#fifos?.shut();
    setTimeout(() => this.#close(), END_WITHIN_MS).unref();
    Promise.allSettled(this.#calls).then(this.#end, this.#end);
  }
}

const secret = (): string => randomBytes(32).toString('hex');

/** What tells one build of the program from the next. */
function programNow(): string {
  const found = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
  return found === undefined ? 'gone' : [found.ino, found.size, found.mtimeMs].join(' ');
}
