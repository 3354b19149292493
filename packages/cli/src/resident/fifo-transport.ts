import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** So many clients at once can be answered through named pipes; the client's script knows the number too. */
const PLACES = 64;

const fifoFolder = (socket: string): string => `${socket}.pipes`;

/**
 * Makes the named pipes of a server; null where there are none, or no /proc in which clients can be looked up. They are made
 * and opened beside their place: a client never finds some of them, nor any that the server does not hold open.
 */
export function makeFifoTransport(socket: string): FifoTransport | null {
  if (process.platform !== 'linux') return null;
  const unfinished = `${fifoFolder(socket)}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const names = Array.from({ length: PLACES }, (_, place) => [`${place}.in`, `${place}.out`]).flat();
  const made = spawnSync('mkfifo', ['-m', '600', 'call', ...names], { cwd: unfinished, stdio: 'ignore' });
  if (made.status === 0) return new FifoTransport(unfinished, fifoFolder(socket));
  rmSync(unfinished, { recursive: true, force: true });
  return null;
}

/** A server that starts at the same time may be first: then its pipes go, as those of a dead one would. */
function putInPlace(unfinished: string, folder: string, tries = 10): void {
  removeFolder(folder);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (tries === 1) throw error;
    putInPlace(unfinished, folder, tries - 1);
  }
}

/** Nothing can be made in a folder while it is removed: it is moved away first. */
function removeFolder(folder: string): void {
  const away = `${folder}.${process.pid}.old`;
  try {
    renameSync(folder, away);
  } catch {
    return; // there is none
  }
  rmSync(away, { recursive: true, force: true });
}

/**
 * Owns the named pipes by which shells, which can open no socket, reach a server; only its user can enter their folder.
 * A client takes a place by making the file `N.by`, says so in `call`, and reads the answer in `N.out`.
 */
export class FifoTransport {
  /** Where clients announce their calls; open for reading and writing, so that it never reaches its end. */
  readonly calls: number;
  readonly #folder: string;
  readonly #inode: number;
  /** Held open, so that a client that finds no reader or writer knows that there is no server. */
  readonly #ends: (number | null)[];

  constructor(unfinished: string, folder: string) {
    this.#folder = folder;
    this.#inode = statSync(unfinished).ino;
    this.calls = openSync(join(unfinished, 'call'), constants.O_RDWR | constants.O_NONBLOCK);
    this.#ends = Array.from({ length: PLACES }, (_, place) => openWriting(join(unfinished, `${place}.out`)));
    putInPlace(unfinished, folder);
  }

  /** The end on which a place is answered, to be closed by the caller; null for a place that does not exist or is answered already. */
  take(place: number): number | null {
    const end = this.#ends[place] ?? null;
    if (end !== null) this.#ends[place] = null;
    return end;
  }

  /** A pipe or a file of a place. */
  fileOf(place: number, name: string): string {
    return join(this.#folder, `${place}.${name}`);
  }

  /** Whether a client reads the answers of a place; false also when the pipe is gone. */
  isHeard(place: number): boolean {
    return isRead(this.fileOf(place, 'out'));
  }

  /**
   * Lets the next client have the place, and removes what lies there for this one; both ends of its pipe must be closed, so
   * that nothing is left inside.
   */
  free(place: number, files: readonly string[] = []): void {
    try {
      this.#ends[place] = openWriting(this.fileOf(place, 'out'));
      for (const name of [...files, 'by']) rmSync(this.fileOf(place, name), { force: true });
    } catch {
      // the folder was removed, and the server will end soon
    }
  }

  /** Frees the places of clients that died before they could say that they have a call. */
  sweep(): void {
    for (const [place, end] of this.#ends.entries()) {
      if (end === null || !isDead(ownerOf(this.fileOf(place, 'by')))) continue;
      closeSync(end);
      this.free(place);
    }
  }

  /** No new client can connect; those who came before are still answered. */
  shut(): void {
    if (this.isInPlace()) rmSync(join(this.#folder, 'call'), { force: true });
  }

  remove(): void {
    if (this.isInPlace()) removeFolder(this.#folder);
  }

  /** False once another server has put its pipes there. */
  isInPlace(): boolean {
    return statSync(this.#folder, { throwIfNoEntry: false })?.ino === this.#inode;
  }
}

/** Opening one end waits for the other: so it is opened both ways first. */
function openWriting(path: string): number {
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } finally {
    closeSync(both);
  }
}

/** Opening the write end with O_NONBLOCK fails with ENXIO when there is no reader. */
export function isRead(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** The process that took a place; null when none did, or has not written its number yet. */
function ownerOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'latin1').trim()) || null;
  } catch {
    return null;
  }
}

function isDead(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
