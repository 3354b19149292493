import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isBelow, realPathOf, resolvedPath } from './paths.ts';

/**
 * Why a state folder is ignored for a project: it is inside the project, also by a symlink, so that whoever wrote the
 * project could have written the trust. Null when it may be used. If the home folder itself is opened as a project, it
 * holds the user's state.
 */
export function stateInsideProblem(stateFolder: string, project: string, home: string): string | null {
  if (!liesInProject([stateFolder, join(stateFolder, 'trust')], project, home)) return null;
  return `the state folder ${stateFolder} is inside the project, which must not decide on its own trust; set HOOKLINE_STATE_DIR to a folder outside`;
}

/** Whether one of these paths is inside the project, so that whoever wrote the project could have written there. */
export function liesInProject(places: readonly string[], project: string, home: string): boolean {
  const path = resolvedPath(project);
  const inside = places.map(placeOf).find((place) => isBelow(path, place));
  return inside !== undefined && path !== resolvedPath(home) && !holdsAccount(path);
}

/** Where a path would lead if its missing parts were created. */
function placeOf(path: string): string {
  const real = realPathOf(path);
  return real ?? (dirname(path) === path ? path : join(placeOf(dirname(path)), basename(path)));
}

/** Whether the home folder of the account, whatever the environment says, is this folder or below it. */
function holdsAccount(path: string): boolean {
  try {
    const home = resolvedPath(userInfo().homedir);
    return home === path || isBelow(path, home);
  } catch {
    return false; // an account without an entry
  }
}
