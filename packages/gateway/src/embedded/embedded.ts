import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountForPostgres, makeDataFolder } from './account.ts';
import { findPostgres, HOW_TO_GET, type PostgresPrograms } from './find-postgres.ts';

/** A PostgreSQL of one's own that runs as a child, with everything in one folder. */
export interface EmbeddedPostgres {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const OWNER = 'hookline';
const READY_WITHIN_MS = 60_000;

/** Starts the PostgreSQL of a folder, which is made when it is new; throws with what to do when that is impossible. */
export async function startEmbedded(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  onProblem: (text: string) => void,
  wantedPort?: number,
): Promise<EmbeddedPostgres> {
  const programs = await findPostgres(env);
  if (programs === null) throw new Error(`no PostgreSQL 15 or later was found: ${HOW_TO_GET}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  await formerServerEnded(folder);
  const isNew = initialise(folder, programs);
  const port = wantedPort ?? (await freePort());
  const password = readFileSync(passwordFile(folder), 'utf8').trim();
  const server = startServer(folder, programs, port);
  const superuser = urlOf({ user: 'postgres', password, port, database: 'postgres' });
  await answering(superuser, server, () => logEnd(folder));
  if (isNew) {
    await makeOwner(superuser, password);
    writeFileSync(join(folder, 'made'), '', { mode: 0o600 });
  }
  writeFileSync(portFile(folder), String(port), { mode: 0o600 });
  server.child.on('exit', () => {
    if (!server.isStopping) onProblem(`PostgreSQL has ended: ${logEnd(folder)}`);
  });
  return { url: urlOf({ user: OWNER, password, port, database: OWNER }), stop: () => stop(server) };
}

/** Whether a gateway has been started in a folder. */
export const hasEmbedded = (folder: string): boolean => existsSync(join(folder, 'made'));

/** The database of a folder whose gateway runs at this moment; null: it does not. */
export async function runningEmbedded(folder: string): Promise<string | null> {
  if (!existsSync(portFile(folder)) || !existsSync(passwordFile(folder))) return null;
  const password = readFileSync(passwordFile(folder), 'utf8').trim();
  const url = urlOf({ user: OWNER, password, port: Number(readFileSync(portFile(folder), 'utf8')), database: OWNER });
  return (await isAnswering(url)) ? url : null;
}

const dataFolder = (folder: string): string => join(folder, 'postgres');
const passwordFile = (folder: string): string => join(folder, 'password');
const portFile = (folder: string): string => join(folder, 'port');
const logFile = (folder: string): string => join(folder, 'postgres.log');

interface Address {
  readonly user: string;
  readonly password: string;
  readonly port: number;
  readonly database: string;
}

const urlOf = ({ user, password, port, database }: Address): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** A server whose gateway was killed ends by itself; the data belongs to one server at a time. */
async function formerServerEnded(folder: string): Promise<void> {
  const file = join(dataFolder(folder), 'postmaster.pid');
  for (const until = Date.now() + READY_WITHIN_MS; existsSync(file); await sleep(50)) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    if (!isRunning(pid)) return; // killed: PostgreSQL itself repairs what it left
    if (Date.now() > until) throw new Error(`another gateway uses ${folder}: PostgreSQL runs there as process ${pid}`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes the data, unless it is there; a run that was cut short begins again. */
function initialise(folder: string, { initdb }: PostgresPrograms): boolean {
  const data = dataFolder(folder);
  const done = join(folder, 'made');
  if (existsSync(done)) return false;
  rmSync(data, { recursive: true, force: true });
  const account = accountForPostgres();
  makeDataFolder(data, account);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile(folder), `${password}\n`, { mode: 0o600 });
  const given = ownedFile(join(folder, 'first-password'), `${password}\n`, account);
  const words = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', given, '-E', 'UTF8', '--locale', 'C'];
  const made = spawnSync(initdb, words, { ...account, cwd: data, encoding: 'utf8' });
  rmSync(given, { force: true });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  return true;
}

async function makeOwner(superuser: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  try {
    // Not a superuser, so that policies of rows hold for the gateway.
    await client.query(`create role ${OWNER} login password '${password}'`);
    await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

interface RunningServer {
  readonly child: ChildProcess;
  isStopping: boolean;
}

// PostgreSQL ends when the pipe is closed, also when the gateway was killed: the shell holds both ends together.
const KEEPER = `"$@" 3<&- & server=$!
(read -r _ <&3; kill -INT "$server") & reader=$!
trap 'kill -INT "$server"' TERM INT
wait "$server"; status=$?
while kill -0 "$server" 2>/dev/null; do wait "$server"; done
kill "$reader" 2>/dev/null
exit "$status"`;

function startServer(folder: string, { postgres }: PostgresPrograms, port: number): RunningServer {
  const account = accountForPostgres();
  const log = logFile(folder);
  const settings = { ...SETTINGS, port: String(port) };
  const words = [
    '-D',
    dataFolder(folder),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn(
    '/bin/sh',
    ['-c', `exec 2>>"$0"; exec >&2; ${KEEPER}`, ownedFile(log, '', account), postgres, ...words],
    {
      ...account,
      cwd: dataFolder(folder),
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  return { child, isStopping: false };
}

/** Nothing listens but the loopback address. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '50',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
};

/** A file that the account of PostgreSQL can use, and others cannot. */
function ownedFile(path: string, text: string, account: ReturnType<typeof accountForPostgres>): string {
  writeFileSync(path, text, { mode: 0o600 });
  if (account !== null) chownSync(path, account.uid, account.gid);
  return path;
}

async function answering(url: string, { child }: RunningServer, whyNot: () => string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    if (await isAnswering(url)) return;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL does not start: ${whyNot()}`);
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const LOG_BYTES = 400;
const logEnd = (folder: string): string =>
  existsSync(logFile(folder)) ? readFileSync(logFile(folder), 'utf8').trim().slice(-LOG_BYTES) : 'it wrote no log';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function stop(server: RunningServer): Promise<void> {
  server.isStopping = true;
  if (server.child.exitCode !== null) return;
  const ended = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.stdio[3]?.destroy();
  await Promise.race([ended, sleep(READY_WITHIN_MS, undefined, { ref: false })]);
}
