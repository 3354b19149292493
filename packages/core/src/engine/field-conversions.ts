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

/** How each conversion goes there and back. */
export const CONVERSIONS: Readonly<
  Record<FieldConversion | 'same', { readonly there: Convert; readonly back: Convert }>
> = {
  same: { there: (value) => value, back: (value) => value },
  seconds: {
    there: (value) => (typeof value === 'number' ? value / 1000 : value),
    back: (value) => (typeof value === 'number' ? Math.round(value * 1000) : value),
  },
  'list-of-one': {
    there: (value) => (typeof value === 'string' ? [value] : value),
    back: (value) => (isTexts(value) ? value.join('\n') : value),
  },
  'list-of-paths': {
    there: (value) => (typeof value === 'string' ? [{ path: value }] : value),
    back: (value) => firstPath(value) ?? value,
  },
  'project-path': {
    there: (value, bases) => (typeof value === 'string' ? fromProject(value, bases) : value),
    back: (value, bases) => (typeof value === 'string' ? fromCwd(value, bases) : value),
  },
};

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function firstPath(value: Json): Json | undefined {
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return isJsonObject(first) ? first['path'] : undefined;
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
