import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { CommandRequest } from '../../model/index.ts';
import { assetPath } from '../assets.ts';
import { isSameState, statOf } from '../process/file-state.ts';
import type { Exec } from './dispatch.ts';
import type { Helper } from './helper.ts';
import { lookAt } from './program-file.ts';
import type { Route } from './route.ts';
import type { Shape } from './waiting-shell.ts';

/** A Python that may have been started with the script's own command line, and what it is told when its event comes. */
interface PythonRoute {
  readonly shape: Shape;
  readonly textFor: (refusal: string) => string;
}

/** What is known so far of an interpreter; asking brings an answer about, but not at once. */
type JudgePython = (shape: Shape) => 'waits' | 'does not wait' | 'not known yet';

/**
 * How a Python that waits inside its own start could run this; null where only a new one can. It has all of its environment
 * from the beginning but what differs from event to event, which it is told.
 */
export function pythonRoute(route: Route, { cwd, env }: CommandRequest, judge: JudgePython): PythonRoute | null {
  if (route.by !== 'shell' || (route.deed.kind !== 'command' && route.deed.kind !== 'program')) return null;
  const exec = interpreterOf(route.deed, cwd);
  if (exec === null) return null;
  const given = route.deed.kind === 'command' ? asLeftByBash(env, cwd, route.deed.underscore) : env;
  const shape = shapeOf(exec, cwd, given);
  const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  if (judge(shape) !== 'waits') return null;
  return { shape, textFor: (refusal) => [refusal, cwd, ...variables].join('\0') };
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

/** The environment of a program that `bash -c` becomes. */
function asLeftByBash(
  env: Readonly<Record<string, string>>,
  cwd: string,
  underscore: string | undefined,
): Readonly<Record<string, string>> {
  const { OLDPWD, ...others } = env;
  return {
    ...others,
    SHLVL: env['SHLVL'] ?? '0', // one more for the shell, one less when it gives way
    PWD: nameOf(cwd, env['PWD']),
    ...(OLDPWD !== undefined && isFolder(OLDPWD) ? { OLDPWD } : {}),
    ...(underscore === undefined ? {} : { _: underscore }),
  };
}

/** A shell calls its folder by the name that the environment gives it, when that is one. */
function nameOf(cwd: string, given: string | undefined): string {
  if (given !== undefined && isAbsolute(given) && isSameFolder(given, cwd)) return given;
  try {
    return realpathSync(cwd);
  } catch {
    return cwd; // gone at this moment: the start will tell
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

/** Differ from event to event, and mean nothing to a Python that starts. */
const LATE = /^(?:HOOKLINE_RUN|HOOK_DIR|(?:KIMI|QODER|KODE|POLYTOKEN)_\w+)$/;

function shapeOf({ argv0, file, args }: Exec, cwd: string, given: Readonly<Record<string, string>>): Shape {
  const early = Object.fromEntries(Object.entries(given).filter(([name]) => !LATE.test(name)));
  const env = { ...early, PYTHONPATH: [ahead(), early['PYTHONPATH'] ?? ''].filter((path) => path !== '').join(':') };
  const key = JSON.stringify(['python', file, argv0, args, cwd, env]);
  return { key, file, argv0, reads: 'python', env, own: { args, cwd } };
}

const PROBE = 'python-ahead/probe.py';
const ahead = (): string => dirname(assetPath(PROBE));

/** Finds out whether an interpreter waits where it should, with a script that does nothing: a hook must not run before its event. */
export function createPythonJudge(helper: () => Helper | null): JudgePython {
  const known = new Map<string, ReturnType<JudgePython>>();
  const examine = async ({ file, argv0, env }: Shape): Promise<ReturnType<JudgePython>> => {
    const none = { kind: 'none' } as const;
    const ended = { kind: 'file', path: '/dev/null' } as const; // its host seems to be gone
    const order = { file, argv0, args: [assetPath(PROBE)], cwd: '/', env, stdio: [none, none, none, ended] };
    const started = await helper()?.start(order);
    if (started === undefined) throw new Error('nobody to ask');
    const exit = await started.exit;
    return exit.how === 'exited' && exit.code === 0 ? 'waits' : 'does not wait';
  };
  return (shape) => {
    const settings = Object.entries(shape.env).filter(([name]) => name.startsWith('PYTHON'));
    const key = JSON.stringify([shape.file, shape.argv0, settings]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, 'not known yet');
    examine(shape).then(
      (verdict) => known.set(key, verdict),
      () => known.delete(key), // the helper died meanwhile: the next run asks again
    );
    return 'not known yet';
  };
}

const MOST_KNOWN = 100;
