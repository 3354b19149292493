import { configFolder, configurationFiles, type Dialect, DIALECTS, stateFolder } from '@hookline/core/internal';
import { basename, dirname } from 'node:path/posix';
import type { World } from '../guard/world.ts';

/** The folders of this user and project that decide which hooks run: those of every dialect, and hookline's own. */
export function ownFolders({ project, home, env }: Pick<World, 'project' | 'home' | 'env'>): readonly string[] {
  const shared = new Set([project, home, `${home}/.config`]);
  const folders = configurationFiles({ project, home, env }).map(({ path, dialect, isFolder }) =>
    // In a folder with much other content only the file itself is meant.
    isFolder === true || holdsFolders(dialect) || shared.has(dirname(path)) ? path : dirname(path),
  );
  const own = [
    stateFolder(env, home),
    configFolder({ env, home, platform: process.platform }),
    // Where they are by default, when the agent's environment does not set them.
    `${home}/.local/state/hookline`,
    `${home}/.config/hookline`,
  ];
  return [...new Set([...folders, ...own])];
}

/** Whether its configuration is a folder of hooks, and not a file. */
const holdsFolders = (id: string): boolean =>
  FOLDERS.has(DIALECTS.find((dialect) => dialect.id === id)?.shape.kind ?? '');

const FOLDERS: ReadonlySet<string> = new Set(['hook-folders', 'event-files']);

/** The hook paths of these dialects inside any project: the folders of their files, or a file that is in none. */
export const hookGlobs = (dialects: readonly Pick<Dialect, 'locations' | 'shape'>[]): readonly string[] => [
  ...new Set(
    dialects.flatMap(({ locations, shape }) =>
      locations
        .filter(({ scope }) => scope === 'project' || scope === 'local')
        .map(({ path }) => {
          const folder = FOLDERS.has(shape.kind) ? path : dirname(path);
          return folder === '.' ? basename(path) : `${folder}/**`;
        }),
    ),
  ),
];

/** That of every dialect. */
export const PROJECT_HOOK_GLOBS: readonly string[] = hookGlobs(DIALECTS);
