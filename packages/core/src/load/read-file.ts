import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';

/** The result of reading a configuration file; `refused` is the reason in plain words. */
export type ReadFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string | null };

/** Reads a text file of bounded size; never blocks on a pipe or device, and never follows a symlink out of `within`. */
export function readConfigurationFile(file: string, within: string | null): ReadFile {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' };
    return leavesProject(file, within) ?? obstacleIn(statSync(file), within) ?? decode(readBytes(file, within));
  } catch (error) {
    return errorCode(error) === 'ENOTDIR' ? { kind: 'missing' } : refusedBy(error);
  }
}

/** Whether a path, with every symlink resolved, stays inside a folder. */
export function leadsOutOf(folder: string, file: string): boolean {
  const relative = path.relative(realpathSync(folder), realpathSync(file));
  return path.isAbsolute(relative) || /^\.\.(?:[/\\]|$)/.test(relative);
}

/** The system's error in words. */
export function refusedBy(error: unknown): Extract<ReadFile, { kind: 'refused' }> {
  const code = errorCode(error);
  const why =
    (code === null ? undefined : SYSTEM_ERRORS[code]) ?? (error instanceof Error ? error.message : String(error));
  return { kind: 'refused', why, hint: code === 'EACCES' ? 'give yourself the right to read it' : null };
}

const MOST_BYTES = 4 * 1024 * 1024;

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its symbolic links form a loop',
  ENOENT: 'it is a symbolic link to nothing',
  ENOTDIR: 'it is not a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Why something was not read, in plain words. */
export type RefusedFile = Extract<ReadFile, { readonly kind: 'refused' }>;

const refuse = (why: string, hint: string | null = null): RefusedFile => ({ kind: 'refused', why, hint });

function leavesProject(file: string, within: string | null): RefusedFile | null {
  if (within === null || !leadsOutOf(within, file)) return null;
  const why = `it is a symbolic link that leads out of the project, to ${realpathSync(file)}`;
  return refuse(why, 'put the file itself into the project');
}

function obstacleIn(stats: Stats, within: string | null): RefusedFile | null {
  if (!stats.isFile()) return refuse(`it is ${kindOf(stats)}, not a file`, 'put an ordinary file in its place');
  if (stats.size > MOST_BYTES) return refuse(`it has ${stats.size} bytes; at most ${MOST_BYTES} are read`);
  // A project's files are trusted by their content; the user's own files because only the user writes them.
  const mayOthersWrite = within === null && isWritableByOthers(stats);
  return mayOthersWrite ? refuse('other accounts can write to it', 'chmod go-w the file') : null;
}

function isWritableByOthers({ mode, gid }: Stats): boolean {
  const ownGroup = process.getegid?.();
  if (ownGroup === undefined) return false;
  // Many systems give each account its own group, and make its files group-writable.
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== ownGroup);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function readBytes(file: string, within: string | null): Buffer | RefusedFile {
  // Between stat and open the file may have become a pipe; O_NONBLOCK keeps open from blocking.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return obstacleIn(fstatSync(descriptor), within) ?? readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function decode(bytes: Buffer | RefusedFile): ReadFile {
  if (!Buffer.isBuffer(bytes)) return bytes;
  // A TextDecoder would do, but the first one of a process takes milliseconds.
  if (isUtf8(bytes)) return { kind: 'text', text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return refuse('it is not UTF-8 text', isWide ? 'it looks like UTF-16: save it as UTF-8' : 'save it as UTF-8');
}

function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
