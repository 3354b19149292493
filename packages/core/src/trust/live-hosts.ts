import { closeSync, mkdirSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  ancestors,
  environmentOf,
  findProcess,
  isSameStart,
  type LineProcess,
  ownStart,
} from '../process/process-line.ts';
import { stateFolder as stateFolderOf } from '../settings/own-folders.ts';

/**
 * A process that runs hooks or tools is registered below the state folder, by its pid and start time, as long as it
 * does.
 */
export interface HostPresence {
  /** Must be called before starting anything that a person has not started; only the first call has a cost. */
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Creates the registration of this process as a host of hooks; it is not one before the first `enter`. */
export function hostPresence(stateFolder: string): HostPresence {
  let isIn = false;
  return {
    enter: () => {
      if (isIn) return;
      isIn = hold(stateFolder);
    },
    leave: () => {
      if (isIn) letGo(stateFolder);
      isIn = false;
    },
  };
}

/**
 * Registers another process that outlives this one and that no person has started: a hook in the background. It is
 * unregistered by `withdrawProcess`, or swept once it is gone.
 */
export function announceProcess(stateFolder: string, pid: number): void {
  const found = findProcess(pid);
  if (found !== null) create(join(stateFolder, HOSTS, nameOf(pid, found.start)));
}

/** Unregisters a process that has ended. */
export function withdrawProcess(stateFolder: string, pid: number): void {
  for (const name of namesIn(stateFolder)) if (name.startsWith(`${pid}-`)) remove(join(stateFolder, HOSTS, name));
}

/**
 * The nearest ancestor of this process that is a live host of hooks; null when there is none, or the system does not
 * give ancestors. Searches where trust would be kept and where each ancestor itself keeps its state, whatever this
 * process's environment says.
 */
export function hostAbove(stateFolder: string): LineProcess | null {
  sweep(stateFolder);
  const known = new Map<string, readonly string[]>();
  const isHost = (above: LineProcess, folder: string): boolean => {
    const names = known.get(folder) ?? namesIn(folder);
    known.set(folder, names);
    return names.some((name) => isOf(name, above));
  };
  return (
    ancestors().find((above) => {
      const env = environmentOf(above.pid);
      return isHost(above, stateFolder) || isHost(above, stateFolderOf(env, env['HOME'] ?? '/'));
    }) ?? null
  );
}

const HOSTS = 'hosts';

const nameOf = (pid: number, start: number): string => `${pid}-${start}`;

function isOf(name: string, { pid, start }: LineProcess): boolean {
  const [number, began] = name.split('-').map(Number);
  return number === pid && began !== undefined && isSameStart(began, start);
}

interface Held {
  readonly file: string;
  users: number;
}

/** One file of this process in each state folder, however many hosts it has. */
const held = new Map<string, Held>();
let isArmed = false;

function hold(stateFolder: string): boolean {
  const there = held.get(stateFolder);
  if (there !== undefined) {
    there.users += 1;
    return true;
  }
  const file = join(stateFolder, HOSTS, nameOf(process.pid, ownStart()));
  // Where it cannot be written no trust can be stored either; it is tried again with the next hook.
  if (!create(file)) return false;
  held.set(stateFolder, { file, users: 1 });
  if (!isArmed) process.once('exit', () => [...held.values()].forEach(({ file: own }) => remove(own)));
  isArmed = true;
  if (process.pid % SWEEP_EVERY === 0) sweep(stateFolder);
  return true;
}

function letGo(stateFolder: string): void {
  const there = held.get(stateFolder);
  if (there === undefined) return;
  there.users -= 1;
  if (there.users > 0) return;
  held.delete(stateFolder);
  remove(there.file);
}

/** A killed host leaves a file of a few bytes, so only one process in this many sweeps them. */
const SWEEP_EVERY = 64;

/** Unregisters processes that ended without doing so. */
function sweep(stateFolder: string): void {
  for (const name of namesIn(stateFolder)) {
    const alive = findProcess(Number(name.split('-')[0]));
    if (alive === null || !isOf(name, alive)) remove(join(stateFolder, HOSTS, name));
  }
}

function namesIn(stateFolder: string): readonly string[] {
  try {
    return readdirSync(join(stateFolder, HOSTS)).filter((name) => /^\d+-\d+$/.test(name));
  } catch {
    return []; // no host has ever run, or the folder is not readable
  }
}

function create(file: string): boolean {
  return (
    attempt(() => closeSync(openSync(file, 'w', 0o600))) ||
    (makeFolder(file) && attempt(() => closeSync(openSync(file, 'w', 0o600))))
  );
}

const makeFolder = (file: string): boolean =>
  attempt(() => mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 }));

const remove = (file: string): boolean => attempt(() => unlinkSync(file));

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
