import { closeSync, constants, openSync, readSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { errorCode, isTransient } from '../../process/errno.ts';
import { type FirstLine, firstLineOf } from '../../shell/first-line.ts';
import { BoundedMap } from '../../text/memo.ts';
import { isSameState, mayExecute, statOf } from './file-state.ts';
import { findProgram, isExecutableFile } from './find-program.ts';

/** Who reads the file: the kernel, or a shell, which also runs a text without `#!`. */
export type RunBy = 'system' | 'shell';

/** Why a file cannot be run as a program, with advice; null when no reason was found. */
export function flawOfProgram(path: string, pathVariable: string | undefined, runBy: RunBy): string | null {
  const found = look(path);
  if (typeof found === 'string') return found;
  if (found.isDirectory()) return `${path} is a folder, not a program`;
  if (!found.isFile()) return null;
  if (!mayExecute(path)) return notExecutable(path, found);
  const start = startOf(path, found);
  if (start === null) return null; // executable but not readable: only a binary can run so
  if (isBlank(start, found.size)) return `${path} is empty: restore its content, or remove the hook`;
  const firstLine = firstLineOf(start);
  if (firstLine !== null) return flawOfFirstLine(path, firstLine, pathVariable);
  if (runBy === 'shell' || start.includes('\0') || start.startsWith('\x7fELF')) return null;
  return `${path} has no #! line: add "#!/usr/bin/env bash", or what else it is written for, as its first line`;
}

/** Why an interpreter cannot read the file as its script; null when no reason was found. */
export function flawOfScript(path: string, takesFolders: boolean): string | null {
  const found = look(path);
  if (typeof found === 'string') return found;
  if (found.isDirectory()) return takesFolders ? null : `${path} is a folder, not a script`;
  if (!found.isFile()) return null;
  const start = startOf(path, found);
  if (start === null) return `${path} cannot be read: check its permissions (${modeOf(found)})`;
  return isBlank(start, found.size) ? `${path} is empty: restore its content, or remove the hook` : null;
}

/** The first bytes of an ordinary file, one character each; empty for anything else, such as a named pipe. */
export function startOfFile(path: string): string {
  const found = look(path);
  return typeof found !== 'string' && found.isFile() ? (startOf(path, found) ?? '') : '';
}

const FIRST_BYTES = 4096;

function look(path: string): Stats | string {
  const found = statOf(path);
  if ('stats' in found) return found.stats;
  if (found.code === 'ENOENT') return `${path} does not exist`;
  return found.code === 'ENOTDIR'
    ? `${path} does not exist: a part of its path is a file`
    : `${path} cannot be reached (${found.code})`;
}

function notExecutable(path: string, found: Stats): string {
  if ((found.mode & 0o111) === 0) return `${path} is not executable: run chmod +x ${shellWord(path)}`;
  return `${path} may not be executed by this user (${modeOf(found)}, owner ${found.uid}, or a file system that allows no programs)`;
}

const modeOf = (found: Stats): string => `mode ${(found.mode & 0o777).toString(8)}`;

/** Read once for each state of the file, because the same few programs are checked before every run. */
function startOf(path: string, stats: Stats): string | null {
  const seen = starts.get(path);
  if (seen !== undefined && isSameState(seen.stats, stats)) return seen.start;
  const start = readStart(path);
  // A file that was modified just now may change again without a new mtime.
  if (start !== null && Date.now() - stats.ctimeMs > SETTLED_MS) starts.set(path, { stats, start });
  return start;
}

const starts = new BoundedMap<string, { readonly stats: Stats; readonly start: string }>(100);
const SETTLED_MS = 2000;

/** The first bytes, one character each; null when they cannot be read. */
function readStart(path: string): string | null {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.allocUnsafe(FIRST_BYTES);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isTransient(errorCode(error))) throw error;
    return null;
  }
}

const isBlank = (start: string, size: number): boolean => size <= FIRST_BYTES && /^(?:\xef\xbb\xbf)?\s*$/.test(start);

function flawOfFirstLine(path: string, line: FirstLine, pathVariable: string | undefined): string | null {
  const { interpreter, args, lookedUp } = line;
  if (line.hasCarriageReturn && !toleratesCarriageReturn(interpreter, args)) {
    return `${path} has Windows line endings (CRLF), which its #! line does not survive: run sed -i 's/\\r$//' ${shellWord(path)}`;
  }
  if (interpreter === '')
    return `${path} names no interpreter after #!: write "#!/usr/bin/env bash", or what else it is written for`;
  if (!isExecutableFile(interpreter))
    return `${path} asks for ${interpreter} in its first line, which is ${stateOf(interpreter)}: correct that line`;
  if (lookedUp === null || isFound(lookedUp, pathVariable)) return null;
  return `${path} asks for "${lookedUp}" in its first line, which is not on PATH: install it, or correct that line`;
}

/** Perl parses its own options again, and treats the sign as white space. */
const toleratesCarriageReturn = (interpreter: string, args: readonly string[]): boolean =>
  basename(interpreter).startsWith('perl') && args.length > 0;

const stateOf = (interpreter: string): string => (typeof look(interpreter) === 'string' ? 'missing' : 'not executable');

const isFound = (program: string, pathVariable: string | undefined): boolean =>
  program.includes('/') ? isExecutableFile(program) : findProgram(program, pathVariable) !== null;

const shellWord = (path: string): string =>
  /^[\w./+@%:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
