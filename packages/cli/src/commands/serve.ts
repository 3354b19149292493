import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Arguments, isGiven, valueOf } from '../call/arguments.ts';
import { THIS_PROCESS } from '../call/caller.ts';
import { refuseInsideHook } from '../call/person-only.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { oneLine } from '../print/text.ts';
import { writeErr, writeOut } from '../print/output.ts';
import { serveUntilIdle } from '../resident/server.ts';
import { defaultSocket } from '../resident/socket-place.ts';

const DEFAULT_IDLE_SECONDS = 900;

/** Stays ready to fire events until nobody has called for a while. */
export async function serve(given: Arguments): Promise<number> {
  refuseInsideHook(process.env, 'serve');
  if (process.platform === 'win32')
    throw wrongCall('serve does not work on Windows: it needs sockets that only one user can reach');
  const socket = resolve(THIS_PROCESS.folder(), given.words[0] ?? defaultSocket(process.env));
  const idleMs = idleSeconds(given) * 1000;
  if (isGiven(given, 'background')) return startBehind(socket, idleMs);
  process.chdir('/'); // no folder is kept from being removed or unmounted
  const onReady = (): void => void writeOut(`serving at ${oneLine(socket)}\n`);
  const served = await serveUntilIdle({ socket, idleMs, onReady });
  if (!served) writeOut(`already serving at ${oneLine(socket)}\n`);
  return 0;
}

function idleSeconds(given: Arguments): number {
  const asked = valueOf(given, 'idle') ?? String(DEFAULT_IDLE_SECONDS);
  const seconds = Number(asked);
  if (!(seconds > 0 && seconds <= 1e6)) throw wrongCall(`--idle needs a number of seconds, not "${asked}"`);
  return seconds;
}

/** Starts the server in a session of its own, and is done when it says that it can be reached. */
function startBehind(socket: string, idleMs: number): Promise<number> {
  const words = [...process.execArgv, process.argv[1] ?? '', 'serve', socket, '--idle', String(idleMs / 1000)];
  const server = spawn(process.execPath, words, { cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((done, fail) => {
    server.on('error', fail);
    server.stderr.on('data', (text: Buffer) => writeErr(text.toString()));
    server.stdout.once('data', (text: Buffer) => {
      writeOut(text.toString());
      done(0);
    });
    server.on('exit', (status) => done(status ?? 1));
  });
}
