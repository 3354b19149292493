import { createHooks, type Hooks, type HooksOptions } from '@hookline/core/internal';
import type { AgentOptions } from '../contract/agent.ts';
import { askAgentOf } from './hook-agent.ts';
import { type CallTool, callMcpToolOf } from './hook-mcp-tool.ts';
import { askModelOf, type HookModels } from './hook-models.ts';
import type { Inbox } from '../session/inbox.ts';
import type { Workspace } from '../files/workspace.ts';
import { reminder } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import { showMessage } from '../session/show-message.ts';

/** What hooks reach in the session that they belong to. */
export interface HookPorts {
  readonly inbox: Inbox;
  readonly main: () => Thread;
  readonly models: HookModels;
  readonly callTool: CallTool;
  /** Called after a hook has put something into the inbox that should wake the model. */
  readonly onWake: () => void;
}

/** Embeds the engine: all dialects, each with its own tool names, and this agent's models and MCP servers behind hooks. */
export const openHooks = (options: AgentOptions, workspace: Workspace, ports: HookPorts): Promise<Hooks> =>
  createHooks({
    ...options.hooks,
    ...workspace,
    startsTools: true,
    toolNames: 'native',
    nonInteractive: options.ui.askPermission === null,
    model: askModelOf(ports.models),
    agent: askAgentOf(ports.main),
    mcpTool: callMcpToolOf(ports.callTool),
    ...listeners(options, ports),
  });

function listeners({ ui, interactive, onDebug }: AgentOptions, { inbox, main, onWake }: HookPorts): HooksOptions {
  return {
    onContext: ({ hook, text }) => inbox.put([reminder(text, nameOf(main().session.hooks, hook))]),
    onMessage: ({ level, text, hook }) => showMessage(ui, level, text, hook),
    onStart: (hook) => ui.tell({ type: 'hook_start', ...hook }),
    ...(onDebug === undefined ? {} : { onDebug }),
    // Without a user who stays after the turn nothing can be woken: such hooks are waited for instead.
    ...(interactive === true
      ? {
          onWake: (call) => {
            inbox.put([reminder(call.reminder)]);
            showMessage(ui, 'info', call.summary, call.hook);
            onWake();
          },
        }
      : {}),
  };
}

/** The name of a hook; its id when the hook no longer exists. */
const nameOf = (hooks: Hooks, id: string): string => hooks.list().find((hook) => hook.id === id)?.name ?? id;
