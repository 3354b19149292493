import { killAllRuns } from '@hookline/core';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { serveConnection } from './connection.ts';
import { type Door, makePrivate, prepareSocketFolder, readDoor, removeSocket, writeDoor } from './socket-place.ts';

export interface ServerOptions {
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
  options.onReady();
  await resident.ended;
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

/** Owns the two listeners, and all that is under way. */
class Resident {
  readonly ended: Promise<void>;
  readonly #options: ServerOptions;
  readonly #calls = new Set<Promise<void>>();
  readonly #listeners: readonly Server[];
  readonly #program = programNow();
  #door: Door = { port: 0, knock: secret(), welcome: secret() };
  #lastCallAt = Date.now();
  #isOpen = true;
  #end: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
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
    writeDoor(this.#options.socket, this.#door);
    const look = setInterval(() => this.#look(), Math.min(LOOK_EVERY_MS, this.#options.idleMs));
    this.ended.finally(() => clearInterval(look)).catch(() => undefined);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#close());
  }

  #take(socket: Socket): void {
    this.#lastCallAt = Date.now();
    socket.setNoDelay(true);
    const call = serveConnection(socket, this.#door, () => this.#isOpen && !this.#isReplaced()).finally(() => {
      this.#calls.delete(call);
      this.#lastCallAt = Date.now();
    });
    this.#calls.add(call);
  }

  /** Another program file, or another server at the same place: this one is of no more use. */
  #isReplaced(): boolean {
    return programNow() !== this.#program;
  }

  #look(): void {
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
