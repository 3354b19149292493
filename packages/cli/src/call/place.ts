import {
  type AnyEvent,
  DIALECTS,
  expandTilde,
  type HooksOptions,
  modelCommand,
  type SettingSource,
  statsOf,
} from '@hookline/core/internal';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { Environment } from '../print/output.ts';
import { type Arguments, valueOf, valuesOf } from './arguments.ts';
import { type Caller, THIS_PROCESS } from './caller.ts';
import { wrongCall } from './wrong-call.ts';

/** Where hooks are looked for, as options of the core; always names project, home and environment. */
export type HooksPlace = HooksOptions & Required<Pick<HooksOptions, 'project' | 'home' | 'env'>>;

/** Reads the options that say which hooks are meant; throws a wrong call. */
export function placeOf(given: Arguments, event?: AnyEvent, caller: Caller = THIS_PROCESS): HooksPlace {
  const { home, env } = homeOf(given, caller);
  const dialects = valuesOf(given, 'dialect');
  for (const dialect of dialects) checkDialect(dialect);
  const stateDir = valueOf(given, 'state-dir');
  return {
    project: projectOf(given, event, caller),
    ...workDirOf(event, caller),
    home,
    env,
    plugins: valuesOf(given, 'plugin').map((folder) => existingFolder('plugin', folder, caller)),
    ...settingsOf(given, home, caller),
    // Here a person writes the event, mostly for the hook at hand: a hook that accepts the tool name as written gets it unchanged.
    // An agent names tools by its own system; there every hook is shown the name that the hook's system has.
    givenFirst: true,
    ...(dialects.length === 0 ? {} : { dialects }),
    ...(stateDir === undefined ? {} : { stateDir: absolute(expandTilde(stateDir, home), caller) }),
  };
}

/** The home folder, and the environment in which it is HOME. */
export function homeOf(given: Arguments, caller: Caller = THIS_PROCESS): Required<Pick<HooksOptions, 'home' | 'env'>> {
  const asked = valueOf(given, 'home');
  const { env } = caller;
  if (asked === undefined) return { home: env['HOME'] || homedir(), env };
  const home = existingFolder('home', asked, caller);
  return { home, env: { ...env, HOME: home } };
}

function projectOf(given: Arguments, event: AnyEvent | undefined, caller: Caller): string {
  const asked = valueOf(given, 'project');
  if (asked !== undefined) return existingFolder('project', asked, caller);
  const cwd = event?.['cwd'];
  return typeof cwd === 'string' && cwd !== '' ? absolute(cwd, caller) : caller.folder();
}

/** Where the event happened, else where the call is made: either may be below the project that the call names. */
function workDirOf(event: AnyEvent | undefined, caller: Caller): Pick<HooksOptions, 'workDir'> {
  const cwd = event === undefined ? folderOf(caller) : event['cwd'];
  return typeof cwd === 'string' && cwd !== '' ? { workDir: absolute(cwd, caller) } : {};
}

/** The folder that the call was made in; undefined when it is gone. */
function folderOf(caller: Caller): string | undefined {
  try {
    return caller.folder();
  } catch {
    return undefined;
  }
}

/** The settings of this call and which files count beside them; throws a wrong call. */
function settingsOf(given: Arguments, home: string, caller: Caller): Pick<HooksOptions, 'settings' | 'settingSources'> {
  const settings = valueOf(given, 'settings');
  const sources = valueOf(given, 'setting-sources');
  return {
    ...(settings === undefined ? {} : { settings: settingsText(settings, home, caller) }),
    ...(sources === undefined ? {} : { settingSources: sourcesOf(sources) }),
  };
}

function settingsText(given: string, home: string, caller: Caller): string {
  if (given.trimStart().startsWith('{')) return given;
  const path = absolute(expandTilde(given, home), caller);
  if (statsOf(path)?.isFile() !== true)
    throw wrongCall(`--settings: there is no file ${path}; give a file, or JSON that begins with {`);
  return path;
}

const SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

function sourcesOf(list: string): readonly SettingSource[] {
  const words = list.split(',').map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const source = SOURCES.find((each) => each === word);
      if (source === undefined)
        throw wrongCall(`--setting-sources: unknown source "${word}"`, { word, known: SOURCES });
      return source;
    });
}

const absolute = (path: string, caller: Caller): string =>
  isAbsolute(path) ? resolve(path) : resolve(caller.folder(), path);

function existingFolder(option: string, folder: string, caller: Caller): string {
  const path = resolve(caller.folder(), folder);
  if (statsOf(path)?.isDirectory() !== true) {
    throw wrongCall(`--${option}: there is no folder ${path}`);
  }
  return path;
}

function checkDialect(dialect: string): void {
  const known = DIALECTS.map(({ id }) => id);
  if (!known.includes(dialect)) throw wrongCall(`unknown dialect "${dialect}"`, { word: dialect, known });
}

/** The program that answers prompt and agent hooks, if the environment names one; it runs in the folder, or in ours. */
export function modelOf(env: Environment, folder?: () => string): HooksOptions {
  const line = env['HOOKLINE_MODEL_COMMAND'] ?? '';
  return line === '' ? {} : modelCommand(line, env, folder?.());
}
