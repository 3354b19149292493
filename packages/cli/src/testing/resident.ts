import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BUNDLE, eventually, makePlace, type Place, type RunOptions } from './place.ts';

/** A place with a client, whose own falls back on the command are written down. */
export interface ResidentPlace extends Place {
  readonly socket: string;
  readonly callThroughClient: Place['run'];
  readonly startClient: Place['start'];
  /** The calls that the client did not bring to the server. */
  readonly fallbacks: () => readonly string[];
  readonly serve: (...words: string[]) => Promise<ChildProcess>;
}

/** The clients: the one for systems with /proc, and the one for all others. */
export type ClientName = 'client.sh' | 'client.bash';

export async function makeResidentPlace(
  files: Readonly<Record<string, unknown>> = {},
  name: ClientName = 'client.sh',
): Promise<ResidentPlace> {
  const place = makePlace(files);
  const socket = join(place.root, 'run/h.sock');
  mkdirSync(join(place.root, 'run'), { mode: 0o700 });
  const client = await makeClient(place, name);
  const withSocket = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { HOOKLINE_SOCKET: socket, ...options.env },
  });
  const log = join(place.root, 'fallbacks.log');
  return {
    ...place,
    socket,
    startClient: (words, options) => place.start(words, { ...withSocket(options), program: client }),
    callThroughClient: (words, options) => place.run(['fire', ...words], { ...withSocket(options), program: client }),
    fallbacks: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    serve: (...words) => startServer(place.start(['serve', '--socket', ...words], withSocket())),
  };
}

/** The client, with the command behind a script that notes each use. */
async function makeClient(place: Place, name: ClientName): Promise<string> {
  const note = join(place.root, 'hookline');
  executable(
    note,
    `#!/bin/bash\necho "$*" >>'${place.root}/fallbacks.log'\nexec '${process.execPath}' '${BUNDLE}' "$@"\n`,
  );
  const client = join(place.root, 'client');
  executable(client, name === 'client.sh' ? await printedClient(place, note) : bashClient(note));
  return client;
}

async function printedClient(place: Place, command: string): Promise<string> {
  const { stdout } = await place.run(['client']);
  return stdout.replace(/^hookline\(\).*$/m, `hookline() { exec '${command}' "$@"; }`);
}

const bashClient = (command: string): string =>
  `#!/bin/bash -p\nhookline=('${command}')\n${readFileSync(join(dirname(BUNDLE), 'client.bash'), 'utf8')}`;

function executable(path: string, text: string): void {
  writeFileSync(path, '');
  appendFileSync(path, text);
  chmodSync(path, 0o755);
}

async function startServer(server: ChildProcess): Promise<ChildProcess> {
  onTestFinished(() => void server.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    server.stdout?.once('data', () => resolve());
    server.stderr?.once('data', (text: Buffer) => reject(new Error(text.toString())));
  });
  return server;
}

/** The exit status of a process, whether it has ended already or not. */
export async function statusOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A bare connection to the socket; what came so far, and whether the other side has hung up. */
export async function openLine(
  target: string | number,
): Promise<{ readonly line: Socket; readonly heard: () => string; readonly isClosed: () => boolean }> {
  const line = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
  onTestFinished(() => void line.destroy());
  let heard = '';
  let isClosed = false;
  line.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  line.on('close', () => (isClosed = true)).on('error', () => undefined);
  await once(line, 'connect');
  return { line, heard: () => heard, isClosed: () => isClosed };
}

/** The lines of the endpoint file: format, port, token of the client, token of the server. */
export const endpointLines = (socket: string): readonly string[] => readFileSync(`${socket}.door`, 'utf8').split('\n');

/** Waits until a file is there. */
export const isThere = (path: string): Promise<true> => eventually(() => (existsSync(path) ? true : null));
