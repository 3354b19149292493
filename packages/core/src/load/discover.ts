import type { BaseFolder, Dialect, Location } from '../model/index.ts';
import { displayPath } from './describe.ts';
import { foldersOnTheWay, nameOf } from './folders-on-the-way.ts';
import { type HookFiles, ON_DISK } from './hook-files.ts';
import { hooksOfPlugin, isPluginOf, pluginName } from './plugins.ts';
import { pathsOf, resolveBased } from './resolve-based.ts';

/** Where hooks are searched, and how strictly their files are read. */
export interface LoadPlace {
  readonly project: string;
  /** The folder in which the session works; absent: the project. */
  readonly workDir?: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The state folder given by the caller; null when none is given. */
  readonly stateDir: string | null;
  /** Folders of plugins. */
  readonly plugins: readonly string[];
  /** Settings for one run: a JSON text, or a file; null or absent: none. */
  readonly settings?: string | null;
  /** Also reports keys that the dialect ignores. */
  readonly strict?: boolean;
  /** How the project's own files are read; absent: from disk. */
  readonly projectFiles?: HookFiles;
  /** The same for all other files. */
  readonly otherFiles?: HookFiles;
}

export interface Plugin {
  readonly name: string;
  readonly folder: string;
  readonly dataFolder: string | null;
}

/** A file (or a folder of hook folders) in which hooks may be defined. */
export interface FoundFile extends FileRules {
  readonly file: string;
  readonly display: string;
  /** The folder that symlinks must not leave; null where the user is responsible for them. */
  readonly within: string | null;
  readonly plugin: Plugin | null;
  readonly place: LoadPlace;
  readonly rank?: number;
  /** Steps with `*` below `file`, which is then a folder; absent: `file` itself is read. */
  readonly pattern?: readonly string[];
  /** Of several files of one location: what distinguishes this one. */
  readonly name?: string;
  /** The content, where the caller gives it instead of a file. */
  readonly text?: string;
}

/** How a file is read. */
export const filesFor = ({ within, place }: FoundFile): HookFiles =>
  (within === null ? place.otherFiles : place.projectFiles) ?? ON_DISK;

/** The paths of a dialect's configuration on this machine, in configuration order, whether they exist or not. */
export function locationsOf(dialect: Dialect, place: LoadPlace): readonly FoundFile[] {
  const found = layersOf(dialect.locations).flatMap((layer) => filesOfLayer(dialect, layer, place));
  // In the home folder one file may be both the user's and the project's; it is read once, as the user's.
  const users = new Set(found.filter(({ within }) => within === null).map(keyOf));
  const own = found.filter((each) => each.within === null || !users.has(keyOf(each)));
  const keys = own.map(keyOf);
  return own.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Neighbours that are searched in the same folders are one layer: an outer folder applies whole before an inner one. */
function layersOf(locations: readonly Location[]): readonly (readonly Location[])[] {
  const starts = locations.flatMap(({ eachFolderFrom: mark }, index) =>
    mark !== undefined && mark === locations[index - 1]?.eachFolderFrom ? [] : [index],
  );
  return starts.map((start, index) => locations.slice(start, starts[index + 1]));
}

function filesOfLayer(dialect: Dialect, layer: readonly Location[], place: LoadPlace): readonly FoundFile[] {
  const [{ eachFolderFrom: mark } = {}] = layer;
  if (mark !== undefined)
    return foldersOnTheWay(mark, place).flatMap((folder) =>
      layer.map((location) => fileOnTheWay(location, folder, place)),
    );
  return layer.flatMap((location) => {
    const files = location.bases.some(({ from }) => from === 'plugin')
      ? pluginFiles(dialect, location, place)
      : ownFile(location, place);
    const rank = dialect.locations.indexOf(location);
    return dialect.fileOrder === undefined ? files : files.map((file) => ({ ...file, rank }));
  });
}

const keyOf = ({ file, pattern = [] }: FoundFile): string => JSON.stringify([file, ...pattern]);

function ownFile(location: Location, place: LoadPlace): readonly FoundFile[] {
  const steps = location.path.split('/');
  const star = steps.findIndex((step) => step.includes('*'));
  const fixed = star === -1 ? location.path : steps.slice(0, star).join('/');
  const based = resolveBased({ ...location, path: fixed }, place);
  if (based === null) return [];
  const { base, path: file } = based;
  const found = {
    ...fileRules(location),
    plugin: null,
    place,
    within: withinOf(location, base, place),
    ...nameOf(location, ''),
  };
  if (base.from === 'option' && isJsonText(place[base.name] ?? ''))
    return [{ ...found, file: '', display: SETTINGS_OPTION, text: place[base.name] ?? '' }];
  const pattern = star === -1 ? {} : { pattern: steps.slice(star) };
  return [{ ...found, file, display: displayPath(file, place), ...pattern }];
}

/** The file of a location in one of the folders from the root of the repository down to the working directory. */
function fileOnTheWay(location: Location, folder: string, place: LoadPlace): FoundFile {
  const paths = pathsOf(place);
  const file = paths.join(folder, location.path);
  const below = paths.relative(place.project, folder);
  const isInside = below !== '..' && !below.startsWith(`..${paths.sep}`) && !paths.isAbsolute(below);
  return {
    ...fileRules(location),
    plugin: null,
    place,
    file,
    display: displayPath(file, place),
    // A folder above the project is its own limit: nothing below it was meant.
    within: isInside ? place.project : folder,
    ...nameOf(location, below.split(paths.sep).join('/')),
  };
}

/** What a location says about each of its files. */
export const fileRules = (location: Location): FileRules =>
  Object.fromEntries(
    FILE_RULES.filter((rule) => location[rule] !== undefined).map((rule) => [rule, location[rule]]),
  ) as unknown as FileRules;

const FILE_RULES = [
  'scope',
  'format',
  'onlyKeys',
  'during',
  'badEntry',
  'variables',
  'mayBeBare',
  'extension',
  'hooksFile',
  'ownedBy',
  'switches',
  'reads',
  'readElsewhere',
] as const satisfies readonly (keyof Location)[];

type FileRules = Pick<Location, (typeof FILE_RULES)[number]>;

/** What messages call settings that the caller gives as text. */
const SETTINGS_OPTION = '--settings';

/** Whether the option for settings holds them itself, and not the name of their file. */
export const isJsonText = (given: string): boolean => given.trimStart().startsWith('{');

const withinOf = (location: Location, base: BaseFolder, { project }: LoadPlace): string | null =>
  isOfProject(location, base) ? project : null;

/** Whether files of a location are part of a clone: what they say needs trust. */
export const isOfProject = ({ scope }: Pick<Location, 'scope'>, { from }: BaseFolder): boolean =>
  scope === 'project' || scope === 'local' || (scope === 'session' && from === 'project');

function pluginFiles(dialect: Dialect, location: Location, place: LoadPlace): readonly FoundFile[] {
  const paths = pathsOf(place);
  const folders = place.plugins.map((folder) => paths.resolve(place.project, folder));
  const own = folders.filter((folder) => isPluginOf(dialect, location, folder));
  return own.map((folder) => {
    const [first = '', other = ''] = [hooksOfPlugin(location, folder), location.orPath ?? ''].map((below) =>
      paths.join(folder, below),
    );
    const file = location.orPath !== undefined && !ON_DISK.isThere(first) ? other : first;
    const plugin = pluginOf(location, folder, place);
    return { ...fileRules(location), file, display: displayPath(file, place), within: null, plugin, place };
  });
}

/** The plugin whose root is `folder`, as `location` knows it. */
export function pluginOf({ plugin }: Location, folder: string, place: LoadPlace): Plugin {
  const paths = pathsOf(place);
  const own = plugin?.manifest === undefined ? null : pluginName(paths.join(folder, plugin.manifest));
  const name = own ?? paths.basename(folder);
  const data = plugin === undefined ? null : resolveBased(plugin.data, place);
  const below = plugin?.shared === true ? '' : `${name}${plugin?.suffix ?? ''}`;
  return { name, folder, dataFolder: data === null ? null : paths.join(data.path, below) };
}
