import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stateFolder } from '@hookline/core/internal';
import { type ConnectionScope, type EntryPrograms, locate, type PlannedEntry } from '@hookline/toolbox';
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { HooksPlace } from '../../call/place.ts';
import { clientScript } from '../../process/client-script.ts';
import { argumentsFor } from '../../process/this-program.ts';
import { ensureHttpAddress, type HttpAddress, httpAddress, httpEntryUrl } from '../../resident/http-address.ts';
import { defaultSocket } from '../../resident/socket-place.ts';

const NAME = 'hookline';

type StateOf = Pick<HooksPlace, 'env' | 'home'>;

/** How entries reach this very program; nothing is written. */
export function programsFor(scope: ConnectionScope | 'managed', place: StateOf): EntryPrograms {
  const script = realpathSync(process.argv[1] ?? '');
  const itself = [process.execPath, script];
  // A file of an administrator is read by all users, and one of a project by other machines: neither can hold what is one user's own.
  if (scope === 'managed') return { command: itself, client: null, http: null, ...watchOf(place) };
  if (scope === 'project') return { command: isOnPath(script, place) ? [NAME] : itself, client: null, http: null };
  if (process.platform === 'win32') return { command: itself, client: null, http: null }; // no server there
  const address = httpAddress(stateOf(place)) ?? UNKNOWN_ADDRESS;
  return {
    command: itself,
    client: clientFile(place),
    http: (entry) => httpEntryUrl(address, entry),
    ...watchOf(place),
  };
}

/** Only one that is the system's own: others may know other words. */
function watchOf({ env }: StateOf): Pick<EntryPrograms, 'watch'> {
  const found = process.platform === 'linux' ? locate('timeout', env['PATH']) : null;
  return found === null ? {} : { watch: found };
}

/** Makes the client and the address of the server that the entries use. */
export async function makeReady(
  planned: readonly { readonly plan: { readonly entries: readonly PlannedEntry[] } }[],
  scope: ConnectionScope,
  place: StateOf,
): Promise<void> {
  if (scope !== 'user') return;
  const ways = new Set(planned.flatMap(({ plan }) => plan.entries.map(({ way }) => way)));
  if (ways.has('http')) await ensureHttpAddress(stateOf(place));
  if (ways.has('client')) writeClient(clientFile(place));
}

/** Shown where none is chosen yet; the first connection chooses one. */
const UNKNOWN_ADDRESS: HttpAddress = { port: 0, secret: '0'.repeat(64) };

const stateOf = ({ env, home }: StateOf): string => stateFolder(env, home);

const clientFile = (place: StateOf): string => join(stateOf(place), 'resident', 'hookline-client');

/** By rename: an agent may be starting the one that is there. */
function writeClient(file: string): void {
  const text = clientScript();
  if (textOf(file) === text) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o700 });
  chmodSync(unfinished, 0o700);
  renameSync(unfinished, file);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Whether the bare name leads here. */
function isOnPath(script: string, { env }: StateOf): boolean {
  const named = locate(NAME, env['PATH']);
  return named !== null && realpathSync(named) === script;
}

/** What may take the program away from under an entry. */
export function programWarnings(): readonly string[] {
  const script = realpathSync(process.argv[1] ?? '');
  return script.includes(`${sep}_npx${sep}`)
    ? [`${script} lies in the cache of npx, which may be emptied: install hookline, then connect again`]
    : [];
}

/** Starts the server behind this process, as the client does; done when it says that it can be reached. */
export async function startServer(env: StateOf['env']): Promise<void> {
  const words = argumentsFor('serve', defaultSocket(env), '--background');
  const server = spawn(process.execPath, words, { cwd: '/', env: { ...env }, stdio: 'ignore' });
  await once(server, 'exit').catch(() => undefined);
}
