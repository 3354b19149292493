import { closeSync } from 'node:fs';
import { Socket, type ConnectOpts, type SocketConstructorOpts } from 'node:net';
import { discardFifo, takeFifo, type Fifo } from '../process/fifo.ts';
import type { Exit } from '../process/run.ts';
import type { StartedShell } from './helper.ts';

/**
 * One pipe to which waiting shells write the exit code of their hook: this is much sooner than the shell's own exit is
 * reported by its parent.
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
    this.#fifo = fifo; // its write end stays open, so that reading never reaches EOF
    this.#socket = new Socket(readingInto(fifo.readEnd, (bytes) => this.#hear(bytes)));
    this.#socket.on('error', () => undefined); // then the helper reports all ends, as it does anyway
    this.#socket.resume();
    this.#socket.unref(); // it does not keep this process alive, as the helper does
  }

  get path(): string {
    return this.#fifo.path;
  }

  /** The same program, whose exit code is known once it is written to the pipe, or else when the process is gone. */
  listenFor(word: string, { pid, exit, exitSoFar, release }: StartedShell): StartedShell {
    let said: Exit | null = null;
    const first = new Promise<Exit>((resolve, reject) => {
      this.#awaited.set(word, (code) => {
        said = { how: 'exited', code };
        resolve(said);
      });
      exit.then(resolve, reject).finally(() => this.#awaited.delete(word));
    });
    return { pid, exit: first, exitSoFar: () => said ?? exitSoFar(), release };
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

/** Reads directly into a buffer, because a stream takes longer than everything else here. */
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
