import { realPath } from '../inside.ts';
import { fileOf, type ToolRequest } from '../loop/tool-request.ts';
import type { Candidate } from './decide.ts';

/** The request as the permission gate sees it. */
export const candidateOf = (request: ToolRequest, project: string, cwd: string): Candidate => ({
  tool: request.tool.name,
  access: request.tool.access,
  input: request.input,
  file: fileOf(request, cwd),
  project: realPath(project),
  hooks: request.wish,
});
