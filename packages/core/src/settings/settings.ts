import { homedir, userInfo } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { DIALECTS, host } from '../dialects/index.ts';
import { isJsonText, locationsOf } from '../load/discover.ts';
import { resolveBased } from '../load/resolve-based.ts';
import type { HookFiles } from '../load/hook-files.ts';
import type { BasedPath, ConfigurationFile, Dialect, InternalOptions, Scope, SettingSource } from '../model/index.ts';
import { checkDialects } from './check-dialects.ts';
import { stateFolder } from './own-folders.ts';
import { expandTilde } from '../text/expand-tilde.ts';

/** A host's options with every default filled in. */
export interface Settings {
  readonly project: string;
  /** The folder in which the session works: the project, or one in it. */
  readonly workDir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stateDir: string | null;
  readonly plugins: readonly string[];
  /** Settings for one run: a JSON text, or the absolute path of a file; null: none. */
  readonly settings: string | null;
  /** Which files of the user, of the project and its local ones count; null: all. */
  readonly settingSources: readonly SettingSource[] | null;
  /** The hook systems whose hooks are loaded, in the order in which they run. */
  readonly dialects: readonly Dialect[];
  /** Every known hook system, loaded or not: trust and the names of tools cover all of them. */
  readonly systems: readonly Dialect[];
  /** Where hookline keeps trust and record. */
  readonly stateFolder: string;
  /** The home folder of the account, which the environment cannot move. */
  readonly accountHome: string;
  /** Why hooks other than those of policies do not run; null: they do. */
  readonly disabled: string | null;
  /** How files outside of the project are read; absent: from disk. */
  readonly otherFiles?: HookFiles;
}

/** Which hooks are meant: the options for where to search them. */
export type Places = Pick<
  InternalOptions,
  | 'project'
  | 'workDir'
  | 'home'
  | 'env'
  | 'platform'
  | 'stateDir'
  | 'plugins'
  | 'settings'
  | 'settingSources'
  | 'dialects'
  | 'accountHome'
  | 'disabled'
>;

/** Fills in defaults; throws a TypeError for a dialect that does not exist or cannot be used. */
export function settingsOf(options: Places): Settings {
  const env = options.env ?? process.env;
  const systems = knownSystems(options.dialects);
  const home = options.home ?? env['HOME'] ?? homedir();
  const project = resolve(options.project ?? process.cwd());
  return {
    project,
    workDir: workDirIn(project, options.workDir),
    home,
    env: options.home === undefined ? env : { ...env, HOME: options.home },
    platform: options.platform ?? process.platform,
    stateDir: options.stateDir === undefined ? null : resolve(expandTilde(options.stateDir, home)),
    plugins: (options.plugins ?? []).map((plugin) => resolve(plugin)),
    settings: settingsGiven(options.settings, home),
    settingSources: options.settingSources ?? null,
    dialects: options.dialects === undefined ? systems : chosen(options.dialects, systems),
    systems,
    stateFolder: stateFolder(env, home),
    accountHome: options.accountHome ?? accountHome() ?? home,
    disabled: options.disabled ?? null,
  };
}

/** The home folder as the password database has it; null where there is none. */
export function accountHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    return null;
  }
}

/** A folder outside the project is not its own: nothing there was trusted with it. */
function workDirIn(project: string, given: string | undefined): string {
  const folder = resolve(project, given ?? '');
  const below = relative(project, folder);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? project : folder;
}

function settingsGiven(given: string | undefined, home: string): string | null {
  if (given === undefined || given === '') return null;
  return isJsonText(given) ? given : resolve(expandTilde(given, home));
}

/** Whether a file, or a hook of one, is among those that were chosen; only the scopes that can be chosen may not be. */
export function isChosen(
  { settingSources }: Pick<Settings, 'settingSources'>,
  each: { readonly scope: Scope; readonly ofProject?: true },
): boolean {
  if (settingSources === null) return true;
  if (each.scope === 'session') return settingSources.includes(each.ofProject === true ? 'project' : 'user');
  const isChoice = each.scope === 'user' || each.scope === 'project' || each.scope === 'local';
  return !isChoice || settingSources.some((source) => source === each.scope);
}

/** The dialects of this version, followed by the tables that the option `dialects` adds or replaces. */
export function knownSystems(given: Places['dialects'] = []): readonly Dialect[] {
  const tables = given.filter((item) => typeof item !== 'string');
  checkDialects(given, DIALECTS, host);
  return [...DIALECTS.filter(({ id }) => !tables.some((table) => table.id === id)), ...tables];
}

function chosen(given: NonNullable<Places['dialects']>, systems: readonly Dialect[]): readonly Dialect[] {
  const ids = new Set(given.map((item) => (typeof item === 'string' ? item : item.id)));
  return systems.filter(({ id }) => ids.has(id));
}

/** Every path that is read for hooks, whether or not it exists. */
export const filesOf = (settings: Settings): readonly ConfigurationFile[] =>
  settings.dialects.flatMap((dialect) =>
    locationsOf(dialect, settings)
      .filter(({ text }) => text === undefined)
      .filter(({ scope, within }) => isChosen(settings, { scope, ...(within === null ? {} : { ofProject: true }) }))
      .map(({ file, scope, pattern }) => ({
        path: file,
        ...(pattern === undefined ? {} : { isFolder: true as const }),
        dialect: dialect.id,
        scope,
        edits: dialect.edits ?? 'when-noticed',
      })),
  );

/** The same for a host that has loaded nothing yet. */
export const configurationFiles = (options: Places): readonly ConfigurationFile[] => filesOf(settingsOf(options));

/** Where a path of a table lies on this machine; null when none of its bases is known here. */
export const pathOf = (based: BasedPath, options: Places): string | null =>
  resolveBased(based, settingsOf(options))?.path ?? null;
