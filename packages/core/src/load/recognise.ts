import type { BaseFolder, Dialect, Location } from '../model/index.ts';
import { displayPath } from './describe.ts';
import { locationsOf, pathsOf, pluginOf } from './discover.ts';
import type { FoundFile, LoadPlace } from './discover.ts';

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
  return locationsOf(dialect, place).flatMap((found) => {
    const isFolders = dialect.shape.kind === 'hook-folders';
    const holder = isFolders ? paths.resolve(file, '../..') : file;
    if (holder !== found.file || (isFolders && !file.endsWith(paths.sep + endingOf(dialect).at(-1)))) return [];
    return { dialect, found, folder: isFolders ? paths.basename(paths.dirname(file)) : null, weight: Infinity };
  });
}

/** The same layout in another project or home. */
function endingFits(dialect: Dialect, file: string, place: LoadPlace): readonly Fit[] {
  const steps = file.split(pathsOf(place).sep);
  return dialect.locations.flatMap((location) => {
    const endings = location.bases.map((base) => [
      ...stepsOf(baseEnding(base)),
      ...stepsOf(location.path),
      ...endingOf(dialect),
    ]);
    return endings
      .filter((ending) => ending.length > 1 && endsWith(steps, ending))
      .map((ending) => fitOf(ending, location));
  });

  function fitOf(ending: readonly string[], location: Location): Fit {
    const root = steps.slice(0, -ending.length).join(pathsOf(place).sep) || pathsOf(place).sep;
    const isFolders = endingOf(dialect).length > 0;
    const target = isFolders ? pathsOf(place).resolve(file, '../..') : file;
    const isUser = location.scope === 'user';
    const found = {
      scope: location.scope,
      file: target,
      display: displayPath(target, place),
      within: isUser || location.scope === 'plugin' ? null : root,
      plugin: location.scope === 'plugin' ? pluginOf(location, root, place) : null,
      place,
    };
    // A layout that users and projects share is more likely a project's.
    return {
      dialect,
      found,
      folder: isFolders ? (steps.at(-2) ?? null) : null,
      weight: ending.length + (isUser ? 0 : 0.5),
    };
  }
}

const endingOf = ({ shape }: Dialect): readonly string[] => (shape.kind === 'hook-folders' ? [ANY, shape.file] : []);

const stepsOf = (path: string): readonly string[] => path.split('/').filter((step) => step !== '');

const baseEnding = (base: BaseFolder): string => ('path' in base ? base.path : '');

function endsWith(steps: readonly string[], ending: readonly string[]): boolean {
  const tail = steps.slice(-ending.length);
  return ending.every((step, index) => step === ANY || step === tail[index]);
}
