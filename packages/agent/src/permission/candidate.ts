import { realPath } from '../inside.ts';
import { fileOf, type ToolRequest } from '../loop/tool-request.ts';
import type { Thread } from '../thread.ts';
import type { Candidate } from './decide.ts';
import { guardsOf } from './guards.ts';

/** The request as the permission gate sees it; paths count as they really are, whatever links lead there. */
export function candidateOf(request: ToolRequest, thread: Thread): Candidate {
  const file = fileOf(request, thread);
  return {
    tool: request.tool.name,
    access: request.tool.access,
    input: request.input,
    file,
    project: realPath(thread.root),
    isGuard: file !== null && guardsOf(thread).some((guard) => file === guard || file.startsWith(`${guard}/`)),
    hooks: request.wish,
  };
}
