import { relative, sep } from 'node:path';
import type { Dialect, Hook } from '../model/index.ts';
import { folderVariables } from '../settings/folder-variables.ts';
import { isFile, resolvedPath } from '../trust/paths.ts';
import { scanHook } from '../trust/scan/scan-hook.ts';

/**
 * The script files inside the project that a hook names, relative to the project: what trust in the hook depends on.
 */
export function namedScripts(hook: Hook, project: string, systems: readonly Dialect[]): readonly string[] {
  const path = resolvedPath(project);
  const variables = folderVariables(systems, ['project', 'cwd', 'work-dir']);
  const values = new Map(variables.map((name) => [name, path]));
  const ownFolder = folderVariables(systems, ['hook-folder']);
  const { code: files } = scanHook(hook, { project: path, start: path, values, ownFolder });
  return files.filter(isFile).map((file) => relative(path, file).split(sep).join('/'));
}
