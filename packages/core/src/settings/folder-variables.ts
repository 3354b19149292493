import type { Dialect } from '../model/index.ts';

/** A folder that dialects pass to hooks in an environment variable. */
type PassedFolder = 'project' | 'cwd' | 'work-dir' | 'hook-folder';

/** The environment variables in which these dialects pass one of the folders to their hooks. */
export const folderVariables = (systems: readonly Dialect[], folders: readonly PassedFolder[]): readonly string[] =>
  systems.flatMap(({ environment }) =>
    environment.sets.flatMap((field) =>
      'is' in field && folders.some((folder) => folder === field.is) ? [field.name] : [],
    ),
  );
