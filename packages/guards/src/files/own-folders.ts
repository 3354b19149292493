import { configFolder, configurationFiles, DIALECTS, stateFolder } from '@hookline/core/internal';
import { dirname } from 'node:path/posix';
import type { World } from '../guard/world.ts';

/** The folders of this user and project that decide which hooks run: those of every dialect, and hookline's own. */
export function ownFolders({ project, home, env }: Pick<World, 'project' | 'home' | 'env'>): readonly string[] {
  const folders = configurationFiles({ project, home, env }).map(({ path, dialect }) =>
    holdsFolders(dialect) ? path : dirname(path),
  );
  const own = [
    stateFolder(env, home),
    configFolder({ env, home, platform: process.platform }),
    // Where they lie when the environment of the agent says nothing else.
    `${home}/.local/state/hookline`,
    `${home}/.config/hookline`,
  ];
  return [...new Set([...folders, ...own])];
}

/** Whether its configuration is a folder of hooks, and not a file. */
const holdsFolders = (id: string): boolean =>
  DIALECTS.find((dialect) => dialect.id === id)?.shape.kind === 'hook-folders';

/** The folders of the project that hold hooks of a dialect, wherever a project lies. */
export const PROJECT_HOOK_GLOBS: readonly string[] = DIALECTS.flatMap(({ locations, shape }) =>
  locations
    .filter(({ scope }) => scope === 'project' || scope === 'local')
    .map(({ path }) => `${shape.kind === 'hook-folders' ? path : dirname(path)}/**`),
).filter((glob, index, all) => all.indexOf(glob) === index);
