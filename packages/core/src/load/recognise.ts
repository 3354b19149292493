import type { BaseFolder, Dialect, Location } from '../model/index.ts';
import { displayPath } from './describe.ts';
import { fileRules, isOfProject, locationsOf, pluginOf } from './discover.ts';
import type { FoundFile, LoadPlace } from './discover.ts';
import { isPluginOf } from './plugins.ts';
import { pathsOf } from './resolve-based.ts';
import { fitting, nameOfFile, ofAnyDepth } from './expand-pattern.ts';

/** What a path alone reveals about a configuration file. */
export interface Recognised {
  readonly dialect: Dialect;
  readonly found: FoundFile;
  /** The one hook folder that is meant; null for files that define all hooks. */
  readonly folder: string | null;
  readonly display: string;
}

/** Finds the dialect of a file by its location and name; null when none fits. */
export function recognise(dialects: readonly Dialect[], path: string, place: LoadPlace): Recognised | null {
  const file = pathsOf(place).resolve(path);
  const fits = dialects.flatMap((dialect) => [...exactFits(dialect, file, place), ...endingFits(dialect, file, place)]);
  const best = fits.reduce<Fit | null>(
    (winner, fit) => (winner === null || fit.weight > winner.weight ? fit : winner),
    null,
  );
  return best && { dialect: best.dialect, found: best.found, folder: best.folder, display: displayPath(file, place) };
}

/** An interpretation of the path; the more of it is explained, the higher its weight. */
interface Fit extends Omit<Recognised, 'display'> {
  readonly weight: number;
}

const ANY = '*';

/** A path that the dialect reads anyway, in this project or for this user. */
function exactFits(dialect: Dialect, file: string, place: LoadPlace): readonly Fit[] {
  const paths = pathsOf(place);
  return locationsOf(dialect, place).flatMap((found): readonly Fit[] => {
    if (found.pattern !== undefined)
      return ofAnyDepth(found.pattern).flatMap((pattern) => patternFits(dialect, { ...found, pattern }, file));
    if (dialect.shape.kind === 'event-files')
      return paths.dirname(file) === found.file
        ? [{ dialect, found, folder: paths.basename(file), weight: Infinity }]
        : [];
    const isFolders = dialect.shape.kind === 'hook-folders';
    const holder = isFolders ? paths.resolve(file, '../..') : file;
    if (holder !== found.file || (isFolders && !file.endsWith(paths.sep + endingOf(dialect).at(-1)))) return [];
    return [{ dialect, found, folder: isFolders ? paths.basename(paths.dirname(file)) : null, weight: Infinity }];
  });
}

/** One of the files of a location with `*` in its path. */
function patternFits(dialect: Dialect, found: FoundFile, file: string): readonly Fit[] {
  const steps = file.split(pathsOf(found.place).sep);
  const pattern = found.pattern ?? [];
  const holder = steps.slice(0, -pattern.length).join(pathsOf(found.place).sep);
  if (holder !== found.file || !endsWith(steps, pattern)) return [];
  return [{ dialect, found: fileIn(found, file), folder: null, weight: Infinity }];
}

/** The location's own description of one of its files. */
function fileIn({ pattern = [], ...found }: FoundFile, file: string): FoundFile {
  const steps = file.split(pathsOf(found.place).sep).slice(-pattern.length);
  const name = nameOfFile(pattern, steps);
  return { ...found, file, display: displayPath(file, found.place), ...(name === null ? {} : { name }) };
}

/** The same layout in another project or home. */
function endingFits(dialect: Dialect, file: string, place: LoadPlace): readonly Fit[] {
  const steps = file.split(pathsOf(place).sep);
  return dialect.locations.flatMap((location) =>
    location.bases
      .flatMap((base) =>
        ofAnyDepth([...stepsOf(baseEnding(base)), ...stepsOf(location.path), ...endingOf(dialect)]).map(
          (ending): PathEnding => {
            const root = steps.slice(0, -ending.length).join(pathsOf(place).sep) || pathsOf(place).sep;
            return { location, base, steps: ending, root };
          },
        ),
      )
      .filter((ending) => ending.steps.length > 1 && endsWith(steps, ending.steps) && isMeant(dialect, ending))
      .map((ending) => fitOf(dialect, file, ending, place)),
  );
}

/** The end of a path by a row of the table, and what stands before it. */
interface PathEnding {
  readonly location: Location;
  readonly base: BaseFolder;
  readonly steps: readonly string[];
  readonly root: string;
}

function isMeant(dialect: Dialect, { location, base, root }: PathEnding): boolean {
  if (location.scope === 'plugin') return isPluginOf(dialect, location, root);
  // Below a folder of any name, front matter may be anything.
  return location.format !== 'front-matter' || base.from === 'project' || baseEnding(base) !== '';
}

function fitOf(
  dialect: Dialect,
  file: string,
  { location, base, steps: ending, root }: PathEnding,
  place: LoadPlace,
): Fit {
  const steps = file.split(pathsOf(place).sep);
  const isFolders = endingOf(dialect).length > 0;
  const target = isFolders ? pathsOf(place).resolve(file, '../..') : file;
  const isProjects = isOfProject(location, base);
  const pattern = stepsOf(location.path);
  const name = nameOfFile(pattern, steps.slice(-pattern.length));
  const found = {
    ...fileRules(location),
    file: target,
    display: displayPath(target, place),
    within: isProjects ? root : null,
    plugin: location.scope === 'plugin' ? pluginOf(location, root, place) : null,
    place,
    ...(name === null ? {} : { name }),
  };
  // A layout that users and projects share is more likely a project's.
  const weight = ending.length + (isProjects || location.scope === 'plugin' ? 0.5 : 0);
  return { dialect, found, folder: isFolders ? (steps.at(-2) ?? null) : null, weight };
}

const endingOf = ({ shape }: Dialect): readonly string[] => (shape.kind === 'hook-folders' ? [ANY, shape.file] : []);

const stepsOf = (path: string): readonly string[] => path.split('/').filter((step) => step !== '');

const baseEnding = (base: BaseFolder): string => ('path' in base ? base.path : '');

function endsWith(steps: readonly string[], ending: readonly string[]): boolean {
  const tail = steps.slice(-ending.length);
  return ending.every((step, index) => {
    const name = tail[index] ?? '';
    return step === ANY || (step.includes(ANY) ? fitting(step)(name) : step === name);
  });
}
