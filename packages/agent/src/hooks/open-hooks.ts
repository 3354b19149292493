import { createHooks, type Hooks, type HooksOptions } from '@hookline/core/internal';
import type { AgentOptions } from '../contract/agent.ts';
import { askAgentOf } from './hook-agent.ts';
import { askModelOf, type HookModels } from './hook-models.ts';
import type { Inbox } from '../session/inbox.ts';
import type { Place } from '../files/place.ts';
import { reminder } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';

/** What hooks reach in the session that they belong to. */
export interface HookOutlets {
  readonly inbox: Inbox;
  readonly main: () => Thread;
  readonly models: HookModels;
  /** Called after a hook has put something into the inbox that should wake the model. */
  readonly onWake: () => void;
}

/** Embeds the engine: all dialects, each with its own tool names, and this agent's models behind prompt and agent hooks. */
export const openHooks = (options: AgentOptions, place: Place, outlets: HookOutlets): Promise<Hooks> =>
  createHooks({
    ...options.hooks,
    ...place,
    startsTools: true,
    toolNames: 'native',
    nonInteractive: options.front.askPermission === null,
    model: askModelOf(outlets.models),
    agent: askAgentOf(outlets.main),
    ...listeners(options, outlets),
  });

function listeners({ front, interactive, onDebug }: AgentOptions, { inbox, main, onWake }: HookOutlets): HooksOptions {
  return {
    onContext: ({ hook, text }) => inbox.put([reminder(text, nameOf(main().session.hooks, hook))]),
    onMessage: ({ level, text, hook }) => front.tell({ type: 'message', level, text, hook }),
    onStart: (hook) => front.tell({ type: 'hook_start', ...hook }),
    ...(onDebug === undefined ? {} : { onDebug }),
    // Where nobody stays after the turn nothing can be woken: such hooks are waited for then.
    ...(interactive === true
      ? {
          onWake: (call) => {
            inbox.put([reminder(call.reminder)]);
            front.tell({ type: 'message', level: 'info', text: call.summary, hook: call.hook });
            onWake();
          },
        }
      : {}),
  };
}

/** What its users call a hook; one that is no longer there is known by its id. */
const nameOf = (hooks: Hooks, id: string): string => hooks.list().find((hook) => hook.id === id)?.name ?? id;
