import type { AnyEvent, Dialect } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

/** What the names of all tools of servers begin with in a dialect. */
export const serverToolStart = ({ serverTools = 'mcp__' }: Pick<Dialect, 'serverTools'>): string =>
  serverTools.slice(0, (serverTools + '{').indexOf('{'));

/** The dialect's name for the tool of a server; null where it has none of its own. */
export function nativeServerTool({ serverTools }: Dialect, name: string): string | null {
  const [, server = '', tool] = serverTools === undefined ? [] : (/^mcp__(.+?)__(.+)$/s.exec(name) ?? []);
  if (serverTools === undefined || tool === undefined) return null;
  return serverTools.replace(/\{(server|tool)\}/g, (_, part) => (part === 'server' ? server : tool));
}

/** The neutral name of a server's tool that has the dialect's name; the dialect stands for a server that is not told. */
export function neutralServerTool(dialect: Dialect, event: AnyEvent): string | undefined {
  const { tool_name: name } = event;
  const start = serverToolStart(dialect);
  if (dialect.serverTools === undefined || typeof name !== 'string' || !name.startsWith(start)) return undefined;
  const rest = name.slice(start.length);
  if (!dialect.serverTools.includes('{server}')) return `mcp__${dialect.id}__${rest}`;
  const server = serverIn(rest, event);
  const tool = rest.slice(server.length + 1);
  return server === '' || tool === '' ? undefined : `mcp__${server}__${tool}`;
}

/** The server at the beginning of `server_tool`: what the event says, since both may hold an underscore; else the first word. */
function serverIn(rest: string, { mcp_context: context }: AnyEvent): string {
  const told = isJsonObject(context) ? context['server_name'] : undefined;
  if (typeof told === 'string' && told !== '' && rest.startsWith(`${told}_`)) return told;
  return rest.slice(0, Math.max(rest.indexOf('_'), 0));
}
