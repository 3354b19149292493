import { type McpConnections, notConnected } from '../mcp/connect.ts';
import { connectProjectServers } from '../mcp/project-servers.ts';
import { type Watchers, startWatchers } from '../watch/watchers.ts';
import type { Thread } from '../session/thread.ts';
import type { Tool } from '../tools/tool.ts';

/** What a session opens at its start and closes at its end: MCP servers and watchers. */
export interface SessionResources {
  readonly open: (main: Thread, signal: AbortSignal | undefined) => Promise<void>;
  readonly tools: () => readonly Tool[];
  /** Calls a tool of a connected server; before the servers are connected, and without them, it fails. */
  readonly callTool: McpConnections['call'];
  readonly settle: () => Promise<void>;
  readonly watch: (paths: readonly string[] | null) => void;
  readonly close: () => Promise<void>;
}

/** `onPending` is called when a watcher has noticed something that waits to be handled. */
export function createSessionResources(onPending: () => void): SessionResources {
  let servers: McpConnections | null = null;
  let watchers: Watchers | null = null;
  /** What a hook of the start wants watched. */
  let early: readonly string[] | null = null;
  return {
    open: async (main, signal) => {
      servers = await connectProjectServers(main, signal);
      watchers = startWatchers(main, onPending);
      if (early !== null) watchers.watch(early);
    },
    tools: () => servers?.tools ?? [],
    callTool: async (server, ...call) => servers?.call(server, ...call) ?? notConnected(server),
    settle: async () => watchers?.settle(),
    watch: (paths) => {
      if (watchers === null) early = paths;
      else watchers.watch(paths);
    },
    close: async () => {
      await watchers?.close();
      await servers?.close();
    },
  };
}
