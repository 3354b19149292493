import { AGENTS, environmentBeforeAgent, stateFolder } from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { THIS_PROCESS } from '../call/caller.ts';
import { type OptionRow, OPTIONS } from '../call/options.ts';
import { refuseInsideHook } from '../call/person-only.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';
import { startShipper } from '../process/start-shipper.ts';
import { argumentsFor } from '../process/this-program.ts';
import { serveUntilIdle } from '../resident/server.ts';
import { defaultSocket } from '../resident/socket-place.ts';
import { FIRE } from './fire.ts';
import { HOOK } from './hook/index.ts';

const SOCKET = {
  name: 'socket',
  about: 'Listen on a socket that only you can reach; this is the default.',
} satisfies OptionRow;
const IDLE = {
  name: 'idle',
  value: 'SECONDS',
  about: 'End after this long without a call (default 900).',
} satisfies OptionRow;
const BACKGROUND = {
  name: 'background',
  about: 'Run the server in the background, and return as soon as it can be reached.',
} satisfies OptionRow;

export const SERVE: Command = {
  name: 'serve',
  about: 'Stay ready to fire events, for hosts that start one command per event.',
  words: { usage: '[PATH]', min: 0, max: 1, completes: 'files' },
  options: [SOCKET, IDLE, BACKGROUND, OPTIONS.help],
  examples: [
    {
      does: 'a server for all your projects, until it has been idle for 15 minutes',
      line: 'hookline serve --socket',
    },
    { does: 'the same, in the background', line: 'hookline serve --socket --background' },
  ],
  exits: {
    0: 'ended: idle for long enough, stopped by a signal, or another server is running already',
    1: 'the socket cannot be used',
  },
  run: serve,
};

const DEFAULT_IDLE_SECONDS = 900;

/** Stays ready to fire events until no call has come for a while. */
async function serve(given: Arguments): Promise<number> {
  refuseInsideHook(process.env, 'serve');
  if (process.platform === 'win32')
    throw wrongCall('serve does not work on Windows: it needs sockets that only one user can reach');
  const socket = resolve(THIS_PROCESS.folder(), given.words[0] ?? defaultSocket(process.env));
  const idleMs = idleSeconds(given) * 1000;
  if (isGiven(given, BACKGROUND)) return startBehind(socket, idleMs);
  process.chdir('/'); // no folder is kept from being removed or unmounted
  const onReady = (): void => void writeOut(`serving at ${oneLine(socket)}\n`);
  const onProblem = (text: string): void => void writeErr(`hookline: ${oneLine(text)}\n`);
  forgetAgents();
  const state = stateFolder(process.env, process.env['HOME'] || homedir());
  const served = await serveUntilIdle({
    commands: [FIRE, HOOK],
    socket,
    idleMs,
    stateFolder: state,
    onReady,
    onProblem,
    onLook: () => startShipper(process.env),
  });
  if (!served) writeOut(`already serving at ${oneLine(socket)}\n`);
  return 0;
}

/** A server serves all agents of its user: what it has from the one that started it says nothing about the others. */
function forgetAgents(): void {
  for (const agent of AGENTS) {
    const left = environmentBeforeAgent(agent, process.env);
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(left, name)) delete process.env[name];
  }
}

function idleSeconds(given: Arguments): number {
  const asked = valueOf(given, IDLE) ?? String(DEFAULT_IDLE_SECONDS);
  const seconds = Number(asked);
  if (!(seconds > 0 && seconds <= 1e6)) throw wrongCall(`--idle needs a number of seconds, not "${asked}"`);
  return seconds;
}

/** Starts the server in a session of its own, and is done when it says that it can be reached. */
function startBehind(socket: string, idleMs: number): Promise<number> {
  const words = argumentsFor('serve', socket, '--idle', String(idleMs / 1000));
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
