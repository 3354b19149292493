import { join, relative } from 'node:path';
import { isInside, realPath } from '../files/inside.ts';
import type { Thread } from '../session/thread.ts';

const ALWAYS = ['.mcp.json', '.agents', '.git'];

/**
 * Files and folders that decide what may run here: hook files, the scripts they lead to, and what starts programs. In a
 * worktree their copies count too, since they become those of the project once they are merged.
 */
export function guardsOf({ session, root }: Thread): readonly string[] {
  const { hooks, project } = session;
  const files = [
    ...hooks.files.map(({ path }) => path),
    ...(hooks.project?.files ?? []).map(({ path }) => join(project, path)),
    ...ALWAYS.map((name) => join(project, name)),
  ];
  const copies = root === project ? [] : files.filter((path) => isInside(project, path));
  return [...files, ...copies.map((path) => join(root, relative(project, path)))].map((path) => realPath(path));
}
