import { configurationFiles, type Dialect, DIALECTS, type HooksOptions } from '@hookline/core/internal';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Where hooks are searched, as in the options of `createHooks`. */
export type Places = Pick<HooksOptions, 'project' | 'home' | 'env' | 'stateDir'>;

export interface HookPlaceRequest {
  readonly dialect: string;
  readonly scope: 'user' | 'project';
  readonly name: string;
}

/** Where a new hook of a dialect goes. */
export interface HookPlace {
  /** The configuration file that names the hook; for hook folders its own file. Absolute. */
  readonly file: string;
  /** The program, with the extension of its language. */
  readonly script: string;
  /** Where the cases of the hook go. */
  readonly cases: string;
  /** How the configuration names the program; empty where it does not. */
  readonly command: string;
}

/**
 * The paths of a new hook whose program ends in `extension`, such as `.sh`; null when the dialect has no such scope
 * here.
 */
export function hookPlace(request: HookPlaceRequest, extension: string, places: Places): HookPlace | null {
  const dialect = DIALECTS.find(({ id }) => id === request.dialect);
  const found = configurationFiles({ ...places, dialects: [request.dialect] }).find(
    ({ scope }) => scope === request.scope,
  );
  if (dialect === undefined || found === undefined) return null;
  const { name } = request;
  if (dialect.shape.kind === 'event-files') return null;
  if (dialect.shape.kind === 'hook-folders') {
    const folder = join(found.path, name);
    const entry = dialect.shape.entryPoints.find((point) => point.endsWith(extension)) ?? dialect.shape.entryPoints[0];
    return {
      file: join(folder, dialect.shape.file),
      script: join(folder, entry ?? ''),
      cases: join(found.path, `${name}.hooktest.yaml`),
      command: '',
    };
  }
  const file = newFileOf(dialect, found);
  const folder = basename(dirname(file)) === 'hooks' ? dirname(file) : join(dirname(file), 'hooks');
  const script = join(folder, `${name}${extension}`);
  const project = request.scope === 'project' ? (places.project ?? process.cwd()) : null;
  const cases = join(folder, `${name}.hooktest.yaml`);
  return { file, script, cases, command: commandOf(dialect, script, project) };
}

/** The file into which new hooks of a scope are written. */
export function newFileOf(
  { locations }: Dialect,
  { path, scope }: { readonly path: string; readonly scope: string },
): string {
  const name = locations.find((location) => location.scope === scope)?.newFile;
  return name === undefined ? path : join(path, name);
}

/**
 * A path of the project must hold wherever it is cloned; where the hook's cwd may be another folder, a variable leads
 * to it.
 */
export function commandOf(dialect: Dialect, script: string, project: string | null): string {
  if (project === null) return shellWord(script);
  const inside = relative(project, script).split(sep).join('/');
  const runsShell = dialect.shape.kind === 'grouped-json' && dialect.shape.command === 'shell';
  const variable = dialect.environment.sets.find((field) => 'is' in field && field.is === 'project');
  if (runsShell && dialect.cwd === 'event' && variable !== undefined) return `"$${variable.name}"/${shellWord(inside)}`;
  return shellWord(`./${inside}`);
}

/** A word that POSIX shells, and similar splitters, read back unchanged. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
