import { constants, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { Socket } from 'node:net';

/** How a client sends its stdin when the server cannot read it through /proc. */
export interface Sending {
  readonly pipe: string;
  readonly ask: () => void;
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal;
}

/** The whole text on a client's stdin: read where it lies, or sent by the client when it is a socket or a terminal. */
export async function readFifoStdin(pid: number, { pipe, ask, gone }: Sending): Promise<string> {
  const path = `/proc/${pid}/fd/${STDIN}`;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return readFileSync(path).subarray(positionOf(pid)).toString('utf8');
  if (found !== undefined && isNothing(found)) return '';
  const descriptor = openReading(found?.isFIFO() === true ? path : pipe);
  const text = readToEnd(descriptor, gone);
  if (found?.isFIFO() !== true) ask();
  return text;
}

/** Where the client's script keeps its stdin. */
const STDIN = 8;

/** Of a file that others read too, only what comes after them is the client's. */
const positionOf = (pid: number): number =>
  Number(/^pos:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${STDIN}`, 'latin1'))?.[1] ?? 0);

/** `/dev/null` has this number. */
const isNothing = (found: Stats): boolean => found.isCharacterDevice() && found.rdev === 0x1_03;

const openReading = (path: string): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

function readToEnd(descriptor: number, gone: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      pipe.destroy();
      reject(new Error('the client has gone away'));
    };
    gone.addEventListener('abort', leave, { once: true });
    pipe.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    pipe.once('end', () => {
      gone.removeEventListener('abort', leave);
      pipe.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
