import { trustProject } from '@hookline/core';
import type { AgentOptions } from '../contract/agent.ts';
import { readMcpConfig } from '../mcp/read-config.ts';
import { mcpTrust } from '../mcp/trust.ts';
import { UsageProblem } from '../contract/model.ts';
import { workspaceOf } from '../files/workspace.ts';
import { showMessage } from '../session/show-message.ts';

/** Trusts the project's hooks and MCP servers as they are now; throws a UsageProblem when that cannot be done. */
export async function trustProjectAsItIs(options: AgentOptions): Promise<void> {
  const workspace = workspaceOf(options);
  const { stateDir, dialects, plugins } = options.hooks ?? {};
  const { problem, content, already } = await trustProject({
    ...workspace,
    ...(stateDir === undefined ? {} : { stateDir }),
    ...(dialects === undefined ? {} : { dialects }),
    ...(plugins === undefined ? {} : { plugins }),
  });
  if (problem !== null) throw new UsageProblem(problem);
  if (!already && content.files.length > 0)
    showMessage(options.ui, 'info', `trusted ${content.files.length} hook files of ${content.path}`);
  const { digest, servers } = await readMcpConfig(workspace.project, workspace.env);
  const trust = mcpTrust(workspace, workspace.project);
  if (digest === null || servers.length === 0 || trust.isTrusted(digest)) return;
  trust.trust(digest);
  showMessage(options.ui, 'info', `trusted the MCP servers ${servers.map(({ name }) => name).join(', ')} of .mcp.json`);
}
