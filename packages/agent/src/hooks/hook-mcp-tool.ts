import type { CallMcpTool, JsonObject } from '@hookline/core/internal';
import type { ToolEnd } from '../tools/tool.ts';

/** Calls a tool of an MCP server that the session is connected to; never throws. */
export type CallTool = (server: string, tool: string, input: JsonObject, signal: AbortSignal) => Promise<ToolEnd>;

/**
 * Lets hooks call tools of the session's own MCP servers. Such a call fires no event and asks for no permission, since
 * its hook is trusted. Rejects when the server cannot be asked.
 */
export const callMcpToolOf =
  (call: CallTool): CallMcpTool =>
  async ({ server, tool, input }, signal) => {
    const end = await call(server, tool, input, signal);
    if (end.ok) return end.text;
    if (end.errorType !== 'tool_error') throw new Error(end.error);
    return { content: [{ type: 'text', text: end.error }], isError: true };
  };
