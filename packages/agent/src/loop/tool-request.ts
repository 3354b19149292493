import type { Decision, JsonObject } from '@hookline/core';
import type { ToolCall } from '../contract/conversation.ts';
import { realPath } from '../files/paths.ts';
import type { EventFields } from '../session/host.ts';
import type { Thread } from '../session/thread.ts';
import { resolvePath } from '../tools/resolve-path.ts';
import type { Tool } from '../tools/tool.ts';

/** A tool call on its way to execution: `input` is what hooks and the user have made of it so far. */
export interface ToolRequest {
  readonly tool: Tool;
  readonly call: ToolCall;
  readonly input: JsonObject;
  /** The input as the hooks that guard the call before its permission have last seen it. */
  readonly seenInput: JsonObject;
  /** What hooks decided about permission. */
  readonly wish: { readonly decision: Decision; readonly reason: string | null };
  /** Texts for the model beside the result, complete with their envelopes. */
  readonly reminders: readonly string[];
}

/** No hook has decided about permission. */
export const NO_WISH: ToolRequest['wish'] = { decision: 'none', reason: null };

/** What every event about a tool call carries. */
export const toolFields = ({ tool, call, input }: ToolRequest): EventFields => ({
  tool_name: tool.name,
  tool_input: input,
  tool_use_id: call.id,
  ...(tool.mcp === undefined
    ? {}
    : {
        mcp_context: { server_name: tool.mcp.server, tool_name: tool.mcp.tool, ...tool.mcp.connection },
        original_request_name: tool.mcp.tool,
      }),
});

/** The file that the request is about, absolute and with symlinks resolved; null when it is about none. */
export function fileOf({ tool, input }: ToolRequest, { cwd, session }: Thread): string | null {
  const path = tool.fileOf?.(input) ?? null;
  return path === null ? null : realPath(resolvePath(path, { cwd, home: session.home }));
}
