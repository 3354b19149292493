import { elicitationsOf } from './answer-elicitation.ts';
import { connectServers, type McpConnections } from './connect.ts';
import type { McpPorts } from './ports.ts';
import { readMcpConfig } from './read-config.ts';
import { mcpTrust } from './trust.ts';
import type { Thread } from '../session/thread.ts';
import { showMessage } from '../session/show-message.ts';

/** Connects to the MCP servers that the project names, once their file is trusted: a clone must not start programs. */
export async function connectProjectServers(
  main: Thread,
  signal: AbortSignal | undefined,
): Promise<McpConnections | null> {
  const { project, home, env, ui } = main.session;
  const warn = (text: string): void => showMessage(ui, 'warning', text);
  const config = await readMcpConfig(project, env);
  config.problems.forEach(warn);
  if (config.servers.length === 0 || config.digest === null) return null;
  if (!mcpTrust({ env, home }, project).isTrusted(config.digest)) {
    const names = config.servers.map(({ name }) => name).join(', ');
    warn(
      `the MCP servers of .mcp.json are not trusted and not started: ${names}; --trust-hooks trusts them as they are`,
    );
    return null;
  }
  const ports: McpPorts = { project, env, onProblem: warn, ...elicitationsOf(main) };
  return connectServers(config.servers, ports, signal);
}
