import type { Tool as ListedTool } from '@modelcontextprotocol/client';
import type { JsonObject } from '@hookline/core';
import { withoutTags } from '../session/reminder.ts';
import type { Tool, ToolEnd } from '../tools/tool.ts';
import { connectServer } from './connect-server.ts';
import type { ConnectedServer } from './connected-server.ts';
import { limitsOf } from './limits.ts';
import type { McpPorts } from './ports.ts';
import type { McpServerConfig } from './server-config.ts';
import { toolNames } from './tool-names.ts';

/** The servers that answered. */
export interface McpConnections {
  /** Their tools at this moment: a server may add and remove some while it runs. */
  readonly tools: readonly Tool[];
  /** Calls a tool by the names that its server knows; never throws. */
  readonly call: (server: string, tool: string, input: JsonObject, signal: AbortSignal) => Promise<ToolEnd>;
  /** Ends all connections; no process of a server is left after it. */
  readonly close: () => Promise<void>;
}

/** Connects to all servers at once; one that cannot be reached does not affect the others and is reported in one line. */
export async function connectServers(
  configs: readonly McpServerConfig[],
  ports: McpPorts,
  signal: AbortSignal = new AbortController().signal,
): Promise<McpConnections> {
  const limits = limitsOf(ports);
  const answers = await Promise.all(configs.map((config) => connectServer(config, { ports, limits }, signal)));
  const servers = answers.filter((server) => server !== null);
  return {
    get tools() {
      return toolsOf(servers);
    },
    call: async (name, tool, input, signal) => {
      const server = servers.find((connected) => connected.name === name);
      return server === undefined ? notConnected(name) : server.call(tool, input, signal);
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** The end of a call to a server that is not there. */
export const notConnected = (server: string): ToolEnd => ({
  ok: false,
  error: `MCP server "${server}" is not connected`,
  errorType: 'mcp',
});

function toolsOf(servers: readonly ConnectedServer[]): readonly Tool[] {
  const owned = servers.flatMap((server) => server.tools.map((listed) => ({ server, listed })));
  const names = toolNames(owned.map(({ server, listed }) => ({ server: server.name, tool: listed.name })));
  return owned.map(({ server, listed }, index) => toolOf(server, listed, names[index] ?? listed.name));
}

const toolOf = (server: ConnectedServer, listed: ListedTool, name: string): Tool => ({
  name,
  // A server must not speak to the model in the name of the system, not even in the descriptions of its tools.
  description: withoutTags(
    listed.description ?? listed.title ?? `The tool ${listed.name} of the MCP server ${server.name}.`,
  ),
  inputSchema: JSON.parse(withoutTags(JSON.stringify(listed.inputSchema))) as JsonObject,
  // What a server claims about its own tools is no reason to trust them.
  access: 'network',
  mcp: { server: server.name, tool: listed.name, connection: server.connection },
  run: (input, _, signal) => server.call(listed.name, input, signal),
});
