import { join } from 'node:path';
import { realPath } from '../inside.ts';
import type { Thread } from '../thread.ts';

const ALWAYS = ['.mcp.json', '.agents', '.git'];

/** Files and folders that decide what may run here: hook files, the scripts they lead to, and what starts programs. */
export function guardsOf({ session, root }: Thread): readonly string[] {
  const { hooks, project } = session;
  return [
    ...hooks.files.map(({ path }) => path),
    ...(hooks.project?.files ?? []).map(({ path }) => join(project, path)),
    ...[project, root].flatMap((folder) => ALWAYS.map((name) => join(folder, name))),
  ].map((path) => realPath(path));
}
