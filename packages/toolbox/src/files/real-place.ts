import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A path that a command was to write to and that is outside the project; names the symlink that leads there. */
export class OutsideProjectError extends Error {}

/** Where a file is or would be created with every symlink resolved, its own too; throws when that is outside `root`. */
export function realPlace(path: string, root: string): string {
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))
    throw new OutsideProjectError(`${path} is outside of ${root}; nothing was changed. Name a place inside of it`);
  const realRoot = realpathSync(root);
  let [shown, place] = [root, realRoot];
  for (const part of inside.split(sep)) {
    shown = join(shown, part);
    place = follow(join(place, part), shown, realRoot);
  }
  return place;
}

/** As `realPlace`, but a symlink at the path itself is not followed: the symlink itself is removed. */
export function realPlaceOfEntry(path: string, root: string): string {
  const folder = dirname(path);
  return join(folder === root ? realpathSync(root) : realPlace(folder, root), path.slice(folder.length + 1));
}

/** Throws when a symlink leads one of the paths out of the project; must be called before anything is planned there. */
export function checkPlaces(paths: readonly string[], root: string | null): void {
  // Below a folder that does not exist yet there is no symlink either.
  if (root !== null && existsSync(root)) for (const path of paths) realPlace(path, root);
}

/**
 * The folder that a command with the option `output` may write below: a symlink of the project must not lead out of it
 * either.
 */
export const rootOfOutput = (output: string, project: string): string =>
  output.startsWith(`${project}${sep}`) ? project : output;

function follow(place: string, shown: string, realRoot: string): string {
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return place;
  const target = targetOf(place);
  if (target === realRoot || target.startsWith(realRoot.endsWith(sep) ? realRoot : `${realRoot}${sep}`)) return target;
  throw new OutsideProjectError(
    `${shown} is a symlink that leads out of the project, to ${target}; nothing was changed. Remove the symlink, or pass --user to change your own hooks`,
  );
}

/** A dangling symlink counts as leading to its target. */
function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return resolve(dirname(link), readlinkSync(link));
  }
}
