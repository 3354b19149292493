import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { CommandRequest } from '../../model/index.ts';
import { assetPath } from '../assets.ts';
import { isSameState, statOf } from '../process/file-state.ts';
import type { Exec } from './task-script.ts';
import { isReadAtStart } from './environment.ts';
import { lookAt } from './program-file.ts';
import { PROBE, type JudgePython } from './verdicts.ts';
import type { StartRoute } from './route.ts';
import type { ShellShape, Waited } from './waiting-shell.ts';

type Variables = Readonly<Record<string, string>>;

interface PythonSurroundings {
  /** The host's own environment when its first shell was started. */
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly judge: JudgePython;
}

/**
 * How a Python that waits during its start-up, with the script's own command line, could run this; null where only a
 * new one can.
 */
export function pythonRoute(
  route: StartRoute,
  { cwd, env }: CommandRequest,
  { host, judge }: PythonSurroundings,
): Waited | null {
  if (route.by !== 'shell' || (route.task.kind !== 'command' && route.task.kind !== 'program')) return null;
  const exec = interpreterOf(route.task, cwd);
  if (exec === null) return null;
  const given = route.task.kind === 'command' ? asLeftByBash(env, cwd, route.task.underscore) : env;
  const early = Object.entries(given).filter(([name]) => isEarly(name, host));
  const shape = shapeOf(exec, cwd, Object.fromEntries(early));
  if (judge(shape) !== 'waits') return null;
  const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  return { shape, textFor: ({ refusal }) => [refusal, cwd, ...variables].join('\0') };
}

/** The interpreter with the script as its first argument; null for anything else, and for options before the script. */
function interpreterOf({ argv0, file, args }: Exec, cwd: string): Exec | null {
  const found = resolve(cwd, file);
  const { kind, python } = lookAt(found);
  const exec = python === null ? { argv0, file: found, args } : { argv0: python, file: python, args: [file, ...args] };
  const isPython = python !== null || (kind === 'binary' && PYTHON.test(basename(argv0)));
  const script = exec.args[0] ?? '';
  return isPython && script !== '' && !script.startsWith('-') && lookAt(exec.file).kind === 'binary' ? exec : null;
}

const PYTHON = /^python[\d.]*$/;

/** The environment of a program that `bash -c` executes. */
function asLeftByBash(env: Variables, cwd: string, underscore: string | undefined): Variables {
  const { OLDPWD, ...others } = env;
  return {
    ...others,
    SHLVL: env['SHLVL'] ?? '0', // plus one for the shell, minus one for its exec
    PWD: nameOf(cwd, env['PWD']),
    ...(OLDPWD !== undefined && isFolder(OLDPWD) ? { OLDPWD } : {}),
    ...(underscore === undefined ? {} : { _: underscore }),
  };
}

/** A shell takes the name of its folder from `PWD` in the environment, when that names the folder. */
function nameOf(cwd: string, given: string | undefined): string {
  if (given !== undefined && isAbsolute(given) && isSameFolder(given, cwd)) return given;
  try {
    return realpathSync(cwd);
  } catch {
    return cwd; // the folder is gone at this moment: the start will report it
  }
}

function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [statOf(one), statOf(other)];
  return 'stats' in first && 'stats' in second && isSameState(first.stats, second.stats);
}

function isFolder(path: string): boolean {
  const found = statOf(path);
  return 'stats' in found && found.stats.isDirectory();
}

/**
 * Variables that the host does not have are set for the event, and differ between events: they are sent to a waiting
 * Python, unless Python reads them at its start.
 */
const isEarly = (name: string, host: PythonSurroundings['host']): boolean =>
  host[name] !== undefined || isReadAtStart(name) || /^(?:PYTHON.*|HOME|PATH)$/.test(name);

function shapeOf({ argv0, file, args }: Exec, cwd: string, early: Variables): ShellShape {
  const env = { ...early, PYTHONPATH: [ahead(), early['PYTHONPATH'] ?? ''].filter((path) => path !== '').join(':') };
  const key = JSON.stringify(['python', file, argv0, args, cwd, env]);
  return { key, file, argv0, reads: 'python', env, own: { args, cwd } };
}

const ahead = (): string => dirname(assetPath(PROBE));
