import { fstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { fifoAnswer } from './fifo-answer.ts';
import { readFifoStdin } from './fifo-stdin.ts';
import { type FifoTransport, isRead } from './fifo-transport.ts';
import { type ResidentRequest, variablesOf } from './request.ts';
import type { Service } from './serve-call.ts';

/** How a client announces a call. */
interface Notice {
  readonly place: number;
  readonly pid: number;
  /** How many of the words that its process was started with belong to the call. */
  readonly words: number;
  readonly terminals: string;
}

const LOOK_EVERY_MS = 100;

/** Serves the call that a line of a client announces; any other line is ignored. */
export async function serveFifoCall(line: string, transport: FifoTransport, { isOpen, serve }: Service): Promise<void> {
  const notice = noticeOf(line);
  const end = notice === null ? null : transport.take(notice.place);
  if (notice === null || end === null) return;
  const { place, pid } = notice;
  const files: string[] = [];
  const pipe = new Socket({ fd: end, readable: false, writable: true });
  pipe.on('error', () => undefined).once('close', () => freeWhenLeft(transport, place, files));
  const answer = fifoAnswer(pipe, (name) => {
    files.push(name);
    return transport.fileOf(place, name);
  });
  const gone = new AbortController();
  const look = setInterval(() => isRead(`/proc/self/fd/${end}`) || gone.abort(), LOOK_EVERY_MS);
  try {
    const request = isOpen() && isClient(pid, end) ? requestOf(notice) : null;
    if (request === null) return answer.decline();
    const readStdin = (): Promise<string> =>
      readFifoStdin(pid, { pipe: transport.fileOf(place, 'in'), ask: answer.askForStdin, gone: gone.signal });
    await serve({ request, answer, readStdin, gone: gone.signal });
  } catch {
    // the client has gone away
  } finally {
    clearInterval(look);
    if (!pipe.writableEnded) pipe.destroy();
  }
}

function noticeOf(line: string): Notice | null {
  const [, place, pid, words, terminals = ''] = /^(\d+) (\d+) (\d+) (t\d*)$/.exec(line) ?? [];
  return place === undefined ? null : { place: Number(place), pid: Number(pid), words: Number(words), terminals };
}

/** Whether the process reads at the other end of this pipe: then it is the client, and no other that has its number. */
function isClient(pid: number, end: number): boolean {
  const held = statSync(`/proc/${pid}/fd/0`, { throwIfNoEntry: false });
  const own = fstatSync(end);
  return held?.ino === own.ino && held.dev === own.dev;
}

/** The system knows what the client's process was started with: nothing needs to be sent. Null when it is gone. */
function requestOf({ pid, words, terminals }: Notice): ResidentRequest | null {
  try {
    const given = textsOf(`/proc/${pid}/cmdline`);
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    const env = variablesOf(textsOf(`/proc/${pid}/environ`));
    if (words < 1 || given.length < words) return null;
    const [command = '', ...rest] = given.slice(given.length - words);
    return { command, folder, terminals, words: rest, env };
  } catch {
    return null;
  }
}

const textsOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\0').slice(0, -1);

/** The next client must not find anything of this one. */
function freeWhenLeft(transport: FifoTransport, place: number, files: readonly string[], waitMs = 1): void {
  if (!transport.isHeard(place)) return transport.free(place, files);
  setTimeout(() => freeWhenLeft(transport, place, files, Math.min(waitMs * 2, LOOK_EVERY_MS)), waitMs).unref();
}
