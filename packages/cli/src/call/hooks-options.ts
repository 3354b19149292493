import { DIALECTS, type HooksOptions, type LifecycleEvent } from '@hookline/core';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Arguments, valueOf, valuesOf } from './arguments.ts';
import { wrongCall } from './wrong-call.ts';

/** Where hooks are looked for, as the core wants to be told; always names project, home and environment. */
export type Place = HooksOptions & Required<Pick<HooksOptions, 'project' | 'home' | 'env'>>;

/** Reads the options that say which hooks are meant; throws a wrong call. */
export function placeOf(given: Arguments, event?: LifecycleEvent): Place {
  const { home, env } = homeOf(given);
  const dialects = valuesOf(given, 'dialect');
  for (const dialect of dialects) checkDialect(dialect);
  const stateDir = valueOf(given, 'state-dir');
  return {
    project: projectOf(given, event),
    home,
    env,
    plugins: valuesOf(given, 'plugin').map((folder) => existingFolder('plugin', folder)),
    ...(dialects.length === 0 ? {} : { dialects }),
    ...(stateDir === undefined ? {} : { stateDir: resolve(stateDir) }),
  };
}

/** The home folder, and the environment in which it is HOME. */
export function homeOf(given: Arguments): Required<Pick<HooksOptions, 'home' | 'env'>> {
  const asked = valueOf(given, 'home');
  if (asked === undefined) return { home: process.env['HOME'] || homedir(), env: process.env };
  const home = existingFolder('home', asked);
  return { home, env: { ...process.env, HOME: home } };
}

function projectOf(given: Arguments, event: LifecycleEvent | undefined): string {
  const asked = valueOf(given, 'project');
  if (asked !== undefined) return existingFolder('project', asked);
  const cwd = event?.['cwd'];
  return typeof cwd === 'string' && cwd !== '' ? resolve(cwd) : workingDirectory();
}

/** The folder that the call was made in, which may have been removed meanwhile. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw wrongCall('the working directory is gone; name the project with --project DIR');
  }
}

function existingFolder(option: string, folder: string): string {
  const path = resolve(workingDirectory(), folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw wrongCall(`--${option}: there is no folder ${path}`);
  }
  return path;
}

function checkDialect(dialect: string): void {
  const known = DIALECTS.map(({ id }) => id);
  if (!known.includes(dialect)) throw wrongCall(`unknown dialect "${dialect}"`, { word: dialect, known });
}
