import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { wrongCall } from '../call/wrong-call.ts';
import type { Environment } from '../print/output.ts';

/** How a client finds the server and each knows the other; in a file that only the user can read. */
export interface Endpoint {
  readonly port: number;
  /** What a client says first. */
  readonly clientToken: string;
  /** What the server answers before it reads anything else: another program on its port cannot know it. */
  readonly serverToken: string;
}

/** The path of the socket by default; the client's script finds it by the same rule. */
export function defaultSocket(env: Environment): string {
  const own = env['HOOKLINE_SOCKET'] ?? '';
  if (own !== '') return own;
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  if (isAbsolute(runtime)) return join(runtime, 'hookline', 'hookline.sock');
  return join(stateFolderOf(env), 'resident', 'hookline.sock');
}

function stateFolderOf(env: Environment): string {
  const own = env['HOOKLINE_STATE_DIR'] ?? '';
  if (own !== '') return resolve(own);
  const general = env['XDG_STATE_HOME'] ?? '';
  return isAbsolute(general) ? join(general, 'hookline') : join(env['HOME'] || homedir(), '.local/state/hookline');
}

/** The longest that the system takes for a socket. */
const LONGEST_PATH = 103;

/** Makes the folder of a socket, for the user alone; throws a wrong call where others could put a socket of theirs. */
export function prepareSocketFolder(socket: string): void {
  if (Buffer.byteLength(socket) > LONGEST_PATH)
    throw wrongCall(`the path of a socket has at most ${LONGEST_PATH} bytes: ${socket} is longer; choose another`);
  const folder = dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw wrongCall(`${folder} must be a folder, and no link to one; choose another`);
  if (found.uid !== process.geteuid?.())
    throw wrongCall(`${folder} belongs to another user; choose a folder of your own`);
  if ((found.mode & 0o022) !== 0) throw wrongCall(`others can write to ${folder}; run: chmod go-w '${folder}'`);
}

// Installed clients look for this name.
const endpointFile = (socket: string): string => `${socket}.door`;

/** Writes the endpoint file atomically. */
export function writeEndpoint(socket: string, { port, clientToken, serverToken }: Endpoint): void {
  const unfinished = `${endpointFile(socket)}.${process.pid}`;
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(descriptor, `${[FORMAT, port, clientToken, serverToken].join('\n')}\n`);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, endpointFile(socket));
}

/** The first line of an endpoint file; another one belongs to another version. */
const FORMAT = 'hookline 1';

/** The endpoint as its file says it now; null when it cannot be read. */
export function readEndpoint(socket: string): Endpoint | null {
  try {
    const [format, port, clientToken = '', serverToken = ''] = readFileSync(endpointFile(socket), 'utf8').split('\n');
    return format === FORMAT ? { port: Number(port), clientToken, serverToken } : null;
  } catch {
    return null;
  }
}

/** Removes the socket and the endpoint file. */
export function removeSocket(socket: string): void {
  for (const path of [endpointFile(socket), socket]) rmSync(path, { force: true });
}

export const makePrivate = (socket: string): void => chmodSync(socket, 0o600);
