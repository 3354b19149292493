import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { argumentsFor } from '../process/this-program.ts';

const LOOK_EVERY_MS = 250;
const LONGEST_MS = 60_000;
const GONE = 'gone';

/** Identifies a build of the program. */
export function programNow(): string {
  const found = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
  return found === undefined ? GONE : [found.ino, found.size, found.mtimeMs].join(' ');
}

/**
 * Starts a server of the new program in the place of one that was replaced, once the program stands still; an update
 * writes many files, and removes the old ones first.
 */
export async function startSuccessor(socket: string, idleMs: number): Promise<void> {
  for (let [before, waitedMs] = ['', 0]; waitedMs < LONGEST_MS; waitedMs += LOOK_EVERY_MS) {
    const now = programNow();
    if (now !== GONE && now === before) break;
    before = now;
    await wait(LOOK_EVERY_MS);
  }
  const words = argumentsFor('serve', socket, '--idle', String(idleMs / 1000));
  const server = spawn(process.execPath, words, { cwd: '/', detached: true, stdio: 'ignore' });
  server.on('error', () => undefined); // the next entry that is a program starts one
  server.unref();
}
