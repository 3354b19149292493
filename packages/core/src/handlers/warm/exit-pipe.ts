import { closeSync } from 'node:fs';
import { Socket, type ConnectOpts, type SocketConstructorOpts } from 'node:net';
import { discardFifo, takeFifo, type Fifo } from '../process/fifo.ts';
import type { Exit } from '../process/run.ts';
import type { StartedShell } from './helper.ts';

/**
 * One pipe in which shells say how their hook has ended, each by its own word: until the system has cleared a shell
 * away and its parent has told us, the hook is long over.
 */
export class ExitPipe {
  readonly #fifo: Fifo;
  readonly #socket: Socket;
  readonly #awaited = new Map<string, (code: number) => void>();
  #rest = '';

  /** Null where the system has no named pipes. */
  static async open(): Promise<ExitPipe | null> {
    const fifo = await takeFifo();
    return fifo === null ? null : new ExitPipe(fifo);
  }

  private constructor(fifo: Fifo) {
    this.#fifo = fifo; // with its writing end open, so that it never ends
    this.#socket = new Socket(readingInto(fifo.readEnd, (bytes) => this.#hear(bytes)));
    this.#socket.on('error', () => undefined); // then the helper tells of all ends, as it does anyway
    this.#socket.resume();
    this.#socket.unref(); // it does not keep our process alive, as the helper does
  }

  get path(): string {
    return this.#fifo.path;
  }

  /** The same program, whose exit is known once the word is said, or else when it is gone. */
  listenFor(word: string, { pid, exit, exitSoFar }: StartedShell): StartedShell {
    let said: Exit | null = null;
    const first = new Promise<Exit>((resolve, reject) => {
      this.#awaited.set(word, (code) => {
        said = { how: 'exited', code };
        resolve(said);
      });
      exit.then(resolve, reject).finally(() => this.#awaited.delete(word));
    });
    return { pid, exit: first, exitSoFar: () => said ?? exitSoFar() };
  }

  close(): void {
    this.#socket.destroy();
    closeSync(this.#fifo.writeEnd);
    discardFifo(this.#fifo.path); // a shell that is being killed may still hold it
  }

  #hear(bytes: Uint8Array): void {
    const lines = (this.#rest + Buffer.from(bytes).toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word = '', code] = line.split(' ');
      this.#awaited.get(word)?.(Number(code));
    }
  }
}

/** Straight into a buffer: passing through a stream takes longer than all else that is done here. */
function readingInto(
  fd: number,
  hear: (bytes: Uint8Array) => void,
): SocketConstructorOpts & Pick<ConnectOpts, 'onread'> {
  const callback = (count: number, bytes: Uint8Array): boolean => {
    hear(bytes.subarray(0, count));
    return true;
  };
  return { fd, readable: true, writable: false, onread: { buffer: Buffer.allocUnsafe(4096), callback } };
}
