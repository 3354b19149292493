import { realPath } from '../files/inside.ts';
import { fileOf, type ToolRequest } from './tool-request.ts';
import type { Thread } from '../session/thread.ts';
import type { Candidate } from '../permission/decide.ts';
import { guardsOf } from './guards.ts';

/** The request as the permission gate sees it; paths count as they really are, whatever links lead there. */
export function candidateOf(request: ToolRequest, thread: Thread): Candidate {
  const { tool, input, wish } = request;
  const file = fileOf(request, thread);
  return {
    tool: tool.name,
    access: tool.access,
    input,
    file,
    project: realPath(thread.root),
    // Looked up for edits alone: it takes a while, and nobody asks about others.
    isGuard: tool.access === 'edit' && file !== null && isGuard(file, thread),
    hooks: wish,
  };
}

const isGuard = (file: string, thread: Thread): boolean =>
  guardsOf(thread).some((guard) => file === guard || file.startsWith(`${guard}/`));
