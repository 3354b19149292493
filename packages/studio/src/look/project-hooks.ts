import { statSync } from 'node:fs';
import { createHooks, type Hooks, type HooksOptions } from '@hookline/core/internal';
import { HttpProblem } from '../http/index.ts';
import type { DecisionSource } from '../source/decision-source.ts';

/** Where hooks are looked for. */
export type StudioPlace = HooksOptions &
  Required<Pick<HooksOptions, 'project' | 'home' | 'env'>> & {
    /** Paths of the record are of other machines: nothing is looked for there. */
    readonly isElsewhere?: true;
  };

/** Opens the hooks of a project as they are now, for looking: nothing is run, recorded or kept warm. */
export async function withHooks<Result>(
  place: StudioPlace,
  project: string,
  work: (hooks: Hooks) => Result | Promise<Result>,
): Promise<Result> {
  const { isElsewhere: _, ...options } = place;
  const hooks = await createHooks({ ...options, project, record: false, warm: false });
  try {
    return await work(hooks);
  } finally {
    await hooks.close();
  }
}

/** The project that a page means: one of those that the studio itself names, since a path from a page is no path. */
export function projectOf(asked: string | null, place: StudioPlace, source: DecisionSource): string {
  if (asked === null || asked === '' || asked === place.project) return place.project;
  if (!source.words().projects.includes(asked))
    throw new HttpProblem(404, 'there is no such project here', 'expected one of the projects of /api/meta');
  return asked;
}

/** The project of a decision, or the studio's own where it is gone. */
export const projectLeft = (project: string | null, place: StudioPlace): string =>
  project !== null && place.isElsewhere !== true && isFolder(project) ? project : place.project;

/** A path of the record may be anything, also none that a file can have. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
