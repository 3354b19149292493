import type { JsonObject } from '@hookline/core';
import type { McpServerConfig } from './server-config.ts';

/** How a server is reached, as hooks are told: without its environment, arguments and headers, and without query or credentials of its URL. */
export function connectionInfo(config: McpServerConfig): JsonObject {
  if (config.kind === 'stdio') return { command: config.command, cwd: config.cwd };
  const { origin, pathname } = new URL(config.url);
  return { url: `${origin}${pathname}` };
}
