import { configFolder, type Dialect, DIALECTS } from '@hookline/core/internal';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commandOf, hookPlace, type HookPlaceRequest, type Places } from './hook-place.ts';

/** Where a guard is kept. One program serves all guards and all systems of a project, or of the user. */
export interface GuardPlace {
  /** The folder of the guards. Absolute, as all paths here. */
  readonly folder: string;
  readonly program: string;
  /** The script that starts this guard; in a hook folder, its entry point. */
  readonly script: string;
  /** The program as the script finds it: a path, or one relative to the script. */
  readonly programFromScript: string;
  /** The configuration file that names the guard; for hook folders its own file. */
  readonly file: string;
  readonly cases: string;
  /** How the configuration names the script; empty where it does not. */
  readonly command: string;
}

/** The names of the folder of the guards and of the program. */
export const GUARD_FOLDER = '.hookline';
export const GUARD_PROGRAM = 'guards.mjs';

/**
 * The paths of a guard; `hook` is the name of its entry where that is not the guard's own. Null when the dialect has
 * no such scope here.
 */
export function guardPlace(request: HookPlaceRequest, hook: string, places: Places): GuardPlace | null {
  const dialect = DIALECTS.find(({ id }) => id === request.dialect);
  const place = hookPlace({ ...request, name: hook }, '.sh', places);
  if (dialect === undefined || place === null) return null;
  const folder = guardFolder(request.scope, places);
  const isFolder = dialect.shape.kind === 'hook-folders';
  const script = isFolder ? place.script : join(folder, `${request.name}.sh`);
  const program = join(folder, GUARD_PROGRAM);
  const cases = hookPlace(request, '.sh', places)?.cases ?? place.cases;
  return {
    folder,
    program,
    script,
    programFromScript: isFolder ? fromEntryPoint(request, program, dialect) : `\${0%/*}/${GUARD_PROGRAM}`,
    file: place.file,
    cases,
    command: isFolder ? '' : commandOf(dialect, script, projectOf(request.scope, places)),
  };
}

/** The folder in which the guards of a project or of the user are kept. */
export const guardFolder = (scope: HookPlaceRequest['scope'], { project, home, env }: Places): string =>
  scope === 'project'
    ? join(project ?? process.cwd(), GUARD_FOLDER)
    : join(configFolder({ env: env ?? process.env, home: home ?? homedir(), platform: process.platform }), 'guards');

const projectOf = (scope: HookPlaceRequest['scope'], { project }: Places): string | null =>
  scope === 'project' ? (project ?? process.cwd()) : null;

/** A project may be cloned anywhere; the folders of a user do not move. */
function fromEntryPoint({ scope }: HookPlaceRequest, program: string, { shape, locations }: Dialect): string {
  if (scope === 'user') return program;
  const entry = shape.kind === 'hook-folders' ? (shape.entryPoints[0] ?? '') : '';
  const below = locations.find((location) => location.scope === 'project')?.path ?? '';
  // From the folder of the entry point up to the project: the folders of the location, the hook's own, and those of the
  // entry.
  const steps = below.split('/').length + 1 + entry.split('/').length - 1;
  return `\${0%/*}/${'../'.repeat(steps)}${GUARD_FOLDER}/${GUARD_PROGRAM}`;
}
