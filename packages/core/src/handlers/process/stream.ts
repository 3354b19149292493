import { closeSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { errorCode } from '../../process/errno.ts';
import { createOutput, type KeptOutput } from './output.ts';

/** One output stream of a hook, on the reading side. */
export interface Stream {
  readonly output: KeptOutput;
  /** Reads what is available now; true once there is no writer. */
  readonly drain: () => boolean;
  /** From now on reads data as it arrives. */
  readonly watch: () => void;
  readonly onEnd: (callback: () => void) => void;
  /** Continues reading without keeping data or keeping this process alive, so that a background child can write. */
  readonly letGo: () => void;
  readonly close: () => void;
}

/** Reads from a non-blocking descriptor; owns it until `close`. */
export class DescriptorStream implements Stream {
  readonly output = createOutput();
  readonly #descriptor: number;
  #socket: Socket | undefined;
  #look: NodeJS.Timeout | undefined;
  #ended = false;
  #closed = false;
  #told: () => void = () => undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  drain(): boolean {
    // Bounded, because a child that outlives the hook may write without end.
    for (let reads = 0; reads < DRAIN_READS && !this.#ended && !this.#closed; reads += 1) {
      const count = readNow(this.#descriptor);
      if (count === null) break;
      if (count === 0) this.#ended = true;
      else this.output.push(shared.subarray(0, count), true);
    }
    return this.#ended;
  }

  watch(): void {
    if (this.#look === undefined) this.#lookAgain(FIRST_LOOK_MS);
  }

  onEnd(callback: () => void): void {
    this.#told = callback;
  }

  letGo(): void {
    this.#listen();
    this.#socket
      ?.removeAllListeners('data')
      .on('end', () => this.close())
      .resume()
      .unref();
    if (this.#socket === undefined) this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#look);
    if (this.#socket === undefined) closeSync(this.#descriptor);
    else this.#socket.destroy();
  }

  /** Polls a few times first: loading sockets takes longer than most hooks, and most hooks write little. */
  #lookAgain(pauseMs: number): void {
    if (this.#socket !== undefined || this.#ended || this.#closed) return;
    this.#look = setTimeout(() => {
      const before = this.output.seen();
      if (this.drain()) this.#told();
      else if (pauseMs > LAST_LOOK_MS || this.output.seen() - before > MUCH_BYTES) this.#listen();
      else this.#lookAgain(pauseMs * 2);
    }, pauseMs);
  }

  #listen(): void {
    clearTimeout(this.#look);
    if (this.#socket !== undefined || this.#ended || this.#closed) return;
    // A pipe handle is polled; a file stream would block a thread of the pool for as long as the hook runs.
    this.#socket = new Socket({ fd: this.#descriptor, readable: true, writable: false });
    listen(this.#socket, this.output, () => this.#end());
  }

  #end(): void {
    this.#ended = true;
    this.#told();
  }
}

/** The same on a Node stream, for systems without named pipes. */
export function socketStream(source: Readable & { unref?: () => void }): Stream {
  const output = createOutput();
  let ended = false;
  let told: () => void = () => undefined;
  listen(source, output, () => {
    ended = true;
    told();
  });
  return {
    output,
    drain: () => ended,
    watch: () => undefined,
    onEnd: (callback) => (told = callback),
    letGo: () => source.removeAllListeners('data').resume().unref?.(),
    close: () => source.destroy(),
  };
}

const FIRST_LOOK_MS = 2;
const LAST_LOOK_MS = 50;
const MUCH_BYTES = 32 * 1024;
const DRAIN_READS = 64;
const shared = Buffer.allocUnsafe(64 * 1024);

/** Null when there is nothing to read yet (EAGAIN), 0 at EOF. */
function readNow(descriptor: number): number | null {
  try {
    return readSync(descriptor, shared);
  } catch (error) {
    return errorCode(error) === 'EAGAIN' ? null : 0;
  }
}

function listen(source: Readable, output: KeptOutput, end: () => void): void {
  source.on('data', (chunk: Uint8Array) => output.push(chunk, false));
  source.once('end', end);
  source.once('error', end);
}
