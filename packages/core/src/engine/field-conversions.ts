import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FieldConversion, Json } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

/** The folders that relative paths are resolved against. */
export interface Bases {
  readonly project: string;
  /** The project, or the worktree that a sub-agent works in. */
  readonly root: string;
  readonly cwd: string;
}

type Convert = (value: Json, bases: Bases) => Json;

interface FieldConverter {
  readonly there: Convert;
  readonly back: Convert;
  /** Whether the neutral value says all that the native one does; absent: it always does. */
  readonly holdsAll?: (value: Json) => boolean;
}

/** How each conversion goes there and back. */
export const CONVERSIONS: Readonly<Record<FieldConversion | 'same', FieldConverter>> = {
  same: { there: (value) => value, back: (value) => value },
  seconds: {
    there: (value) => (typeof value === 'number' ? value / 1000 : value),
    back: (value) => (typeof value === 'number' ? Math.round(value * 1000) : value),
  },
  'command-list': {
    there: (value) => (typeof value === 'string' ? [value] : value),
    back: (value) => commandLines(value)?.join('\n') ?? value,
  },
  'list-of-paths': {
    there: (value) => (typeof value === 'string' ? [{ path: value }] : value),
    back: (value) => pathsIn(value)[0] ?? value,
    holdsAll: (value) => pathsIn(value).length <= 1,
  },
  'project-path': {
    there: (value, bases) => (typeof value === 'string' ? fromProject(value, bases) : value),
    back: (value, bases) => (typeof value === 'string' ? fromCwd(value, bases) : value),
  },
};

/** The command lines of a list, or of one entry without a list; null where an entry is neither a text nor a program. */
function commandLines(value: Json): readonly string[] | null {
  const lines = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(commandLine);
  return lines.every((line) => line !== null) ? lines : null;
}

/** A text as it is; a program that is started without a shell, as the line with which a shell starts the same. */
function commandLine(entry: Json): string | null {
  if (typeof entry === 'string') return entry;
  if (!isJsonObject(entry)) return null;
  const { cmd, command = cmd, args } = entry;
  if (typeof command !== 'string') return null;
  if (args === undefined) return command;
  return isTexts(args) ? [command, ...args].map(shellWord).join(' ') : null;
}

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** The paths of a list, or of one entry without a list; an entry is a path or has one. */
function pathsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(pathsIn);
  if (!isJsonObject(value)) return [];
  const { path, paths, file_paths: files = paths } = value;
  return pathsIn(path ?? files ?? null);
}

/** A path in the worktree, or else in the project, as a relative one; any other is absolute. */
function fromProject(path: string, { project, root, cwd }: Bases): string {
  const absolute = resolve(cwd, path);
  return inside(root, absolute) ?? inside(project, absolute) ?? absolute;
}

function inside(folder: string, path: string): string | null {
  const steps = relative(folder, path);
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps) ? null : steps || '.';
}

/** As it was written, unless it would then name another file. */
const fromCwd = (path: string, { root, cwd }: Bases): string =>
  resolve(root, path) === resolve(cwd, path) ? path : resolve(root, path);
