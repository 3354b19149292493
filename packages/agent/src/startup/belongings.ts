import type { McpConnections } from '../mcp/connect.ts';
import { connectProjectServers } from '../mcp/project-servers.ts';
import { type Surroundings, watchSurroundings } from '../watch/surroundings.ts';
import type { Thread } from '../session/thread.ts';
import type { Tool } from '../tools/tool.ts';

/** What a session opens at its start and closes at its end: MCP servers and watchers. */
export interface Belongings {
  readonly open: (main: Thread, signal: AbortSignal | undefined) => Promise<void>;
  readonly tools: () => readonly Tool[];
  readonly settle: () => Promise<void>;
  readonly watch: (paths: readonly string[] | null) => void;
  readonly close: () => Promise<void>;
}

/** `onPending` is called when a watcher has noticed something that waits to be settled. */
export function createBelongings(onPending: () => void): Belongings {
  let servers: McpConnections | null = null;
  let surroundings: Surroundings | null = null;
  return {
    open: async (main, signal) => {
      servers = await connectProjectServers(main, signal);
      surroundings = watchSurroundings(main, onPending);
    },
    tools: () => servers?.tools ?? [],
    settle: async () => surroundings?.settle(),
    watch: (paths) => surroundings?.watch(paths),
    close: async () => {
      await surroundings?.close();
      await servers?.close();
    },
  };
}
