import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Way } from './scenarios.ts';

/** An entry that is answered by nothing at all: what its way costs before we have done anything. */
export type FloorEntry = { readonly url: string } | { readonly command: string };

/** By http a server that answers `{}`; by the client a shell that asks a server through pipes; by the command Node, for nothing. */
export async function withFloor<T>(way: Way, place: Place, use: (entry: FloorEntry) => Promise<T>): Promise<T> {
  if (way === 'command') return use({ command: `'${process.execPath}' -e 0` });
  if (way === 'http') return withServer(HTTP_SERVER, [], (port) => use({ url: `http://127.0.0.1:${port}/` }));
  const pipes = [join(place.root, 'asked'), join(place.root, 'answered')] as const;
  const { status, stderr } = spawnSync('mkfifo', pipes, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no pipes: ${stderr}`);
  place.lay({ 'ask.sh': ASKING_SHELL });
  return withServer(PIPE_SERVER, pipes, () => use({ command: join(place.root, 'ask.sh') }));
}

const HTTP_SERVER = `
  require('http').createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const PIPE_SERVER = `
  const { openSync, writeSync, constants } = require('fs');
  const [asked, answered] = process.argv.slice(1).map((path) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
  new (require('net').Socket)({ fd: asked }).on('data', () => writeSync(answered, '\\n'));
  console.log('ready');`;

/** Reads no input and starts no process. */
const ASKING_SHELL = '#!/bin/sh\necho ? >"{{root}}/asked"\nread -r answer <"{{root}}/answered"\n';

async function withServer<T>(code: string, words: readonly string[], use: (said: string) => Promise<T>): Promise<T> {
  const server: ChildProcess = spawn(process.execPath, ['-e', code, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    return await use(String(said).trim());
  } finally {
    server.kill('SIGKILL');
  }
}
