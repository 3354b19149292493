import { join, relative } from 'node:path';
import { stateFolder } from '@hookline/core/internal';
import { isInside, realPath } from '../files/paths.ts';
import { fileOf, type ToolRequest } from './tool-request.ts';
import type { Thread } from '../session/thread.ts';
import type { CallFacts } from '../permission/decide.ts';

/** The request as the permission gate sees it; paths count as they really are, whatever symlinks lead there. */
export function callFactsOf(request: ToolRequest, thread: Thread): CallFacts {
  const { tool, input, wish } = request;
  const file = fileOf(request, thread);
  return {
    tool: tool.name,
    access: tool.access,
    input,
    file,
    project: realPath(thread.root),
    folders: thread.session.folders,
    // Looked up for edits alone: it takes a while, and is not needed for others.
    isProtected: tool.access === 'edit' && file !== null && isProtected(file, thread),
    hooks: wish,
  };
}

const isProtected = (file: string, thread: Thread): boolean =>
  isOwnState(file, thread) || protectedPaths(thread).some((path) => isInside(path, file));

/** Whether a file belongs to hookline's own state; a worktree that lies there is the sub-agent's to work in. */
function isOwnState(file: string, { session, root }: Thread): boolean {
  const [state, own] = [stateFolder(session.env, session.home), root].map((path) => realPath(path)) as [string, string];
  return isInside(state, file) && !(isInside(state, own) && isInside(own, file));
}

const ALWAYS = ['.mcp.json', '.agents', '.git'];

/**
 * Files and folders that decide what may run here: hook files, the scripts they lead to, and what starts programs. In a
 * worktree their copies count too, since they become those of the project once they are merged; in a further folder
 * files of the same names, since it may be the project of another session.
 */
function protectedPaths({ session, root }: Thread): readonly string[] {
  const { hooks, project } = session;
  const files = [
    ...hooks.files.map(({ path }) => path),
    ...(hooks.project?.files ?? []).map(({ path }) => join(project, path)),
    ...ALWAYS.map((name) => join(project, name)),
  ];
  const own = files.filter((path) => isInside(project, path)).map((path) => relative(project, path));
  const others = [...(root === project ? [] : [root]), ...session.folders];
  const copies = others.flatMap((folder) => own.map((path) => join(folder, path)));
  return [...files, ...copies].map((path) => realPath(path));
}
