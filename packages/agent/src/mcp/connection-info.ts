import type { JsonObject } from '@hookline/core';
import type { McpServerConfig } from './server-config.ts';

/** How a server is reached, as hooks are told: nothing of its environment, arguments or headers, or what a URL holds beside the place. */
export function connectionInfo(config: McpServerConfig): JsonObject {
  if (config.kind === 'stdio') return { command: config.command, cwd: config.cwd };
  const { origin, pathname } = new URL(config.url);
  return { url: `${origin}${pathname}` };
}
