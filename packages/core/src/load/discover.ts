import path from 'node:path';
import type { BaseFolder, BasedPath, Dialect, Location, Source } from '../model/index.ts';
import { displayPath } from './describe.ts';
import { type HookFiles, ON_DISK } from './hook-files.ts';
import { expandTilde } from '../text/expand-tilde.ts';

/** Where hooks are searched, and how strictly their files are read. */
export interface LoadPlace {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The state folder given by the caller; null when none is given. */
  readonly stateDir: string | null;
  /** Folders of plugins. */
  readonly plugins: readonly string[];
  /** Also reports keys that the dialect ignores. */
  readonly strict?: boolean;
  /** How the project's own files are read; absent: from disk. */
  readonly projectFiles?: HookFiles;
}

export interface Plugin {
  readonly name: string;
  readonly folder: string;
  readonly dataFolder: string | null;
}

/** A file (or a folder of hook folders) in which hooks may be defined. */
export interface FoundFile {
  readonly scope: Source['scope'];
  readonly file: string;
  readonly display: string;
  /** The folder that symlinks must not leave; null where the user is responsible for them. */
  readonly within: string | null;
  readonly plugin: Plugin | null;
  readonly place: LoadPlace;
}

/** How a file is read; the user's files are always read from disk. */
export const filesFor = ({ within, place }: FoundFile): HookFiles =>
  within === null ? ON_DISK : (place.projectFiles ?? ON_DISK);

/** The paths of a dialect's configuration on this machine, in configuration order, whether they exist or not. */
export function locationsOf(dialect: Pick<Dialect, 'locations'>, place: LoadPlace): readonly FoundFile[] {
  const found = dialect.locations.flatMap((location) =>
    location.scope === 'plugin' ? pluginFiles(location, place) : ownFile(location, place),
  );
  // In the home folder one file may be both the user's and the project's; it is read once, as the user's.
  return found.filter(({ file }, index) => found.findIndex((other) => other.file === file) === index);
}

/** The path functions of `place.platform`, so that each platform can be tested on any other. */
export const pathsOf = (place: LoadPlace): path.PlatformPath => (place.platform === 'win32' ? path.win32 : path.posix);

function ownFile(location: Location, place: LoadPlace): readonly FoundFile[] {
  const file = resolveBased(location, place);
  if (file === null) return [];
  const within = location.scope === 'user' ? null : place.project;
  return [{ scope: location.scope, file, display: displayPath(file, place), within, plugin: null, place }];
}

function pluginFiles(location: Location, place: LoadPlace): readonly FoundFile[] {
  const paths = pathsOf(place);
  return place.plugins.map((folder) => {
    const file = paths.resolve(place.project, folder, location.path);
    const plugin = pluginOf(location, paths.resolve(place.project, folder), place);
    return { scope: 'plugin', file, display: displayPath(file, place), within: null, plugin, place };
  });
}

/** The plugin whose root is `folder`, as `location` knows it. */
export function pluginOf(location: Location, folder: string, place: LoadPlace): Plugin {
  const paths = pathsOf(place);
  const name = paths.basename(folder);
  const data = location.pluginData === undefined ? null : resolveBased(location.pluginData, place);
  return { name, folder, dataFolder: data === null ? null : paths.join(data, name) };
}

function resolveBased({ bases, path: below }: BasedPath, place: LoadPlace): string | null {
  for (const base of bases) {
    const folder = baseFolder(base, place);
    if (folder !== null) return pathsOf(place).resolve(folder, below);
  }
  return null;
}

function baseFolder(base: BaseFolder, place: LoadPlace): string | null {
  if ('on' in base && base.on !== place.platform) return null;
  const paths = pathsOf(place);
  switch (base.from) {
    case 'option': {
      const named = filled(place[base.name]);
      return named === null ? null : expandTilde(named, place.home);
    }
    case 'variable': {
      const value = variableFolder(base.name, place);
      return value === null ? null : paths.join(value, base.path);
    }
    case 'home':
      return filled(place.home) === null ? null : paths.join(place.home, base.path);
    case 'project':
      return place.project;
    case 'plugin':
      return null;
  }
}

function variableFolder(name: string, place: LoadPlace): string | null {
  const value = filled(place.env[name]);
  if (value === null) return null;
  const folder = expandTilde(value, place.home);
  // The XDG specification requires that relative paths are ignored.
  return name.startsWith('XDG_') && !pathsOf(place).isAbsolute(folder) ? null : folder;
}

const filled = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);
