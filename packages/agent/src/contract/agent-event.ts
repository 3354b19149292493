import type { Decision, Diagnostic, Effect, EventName, HookRun, Json, JsonObject, Message } from '@hookline/core';

/** The agent that did it: null for the main agent, else the id of a sub-agent. */
type AgentId = string | null;

/** All that can be seen of a session from outside: `ask --json` prints one per line, `chat` draws them. */
export type AgentEvent =
  | {
      readonly type: 'session';
      readonly id: string;
      readonly source: 'startup' | 'resume' | 'clear' | 'compact';
      readonly model: string;
      readonly project: string;
      readonly transcript: string;
    }
  /** A piece of text while it streams; a printer of whole texts waits for `text`. */
  | { readonly type: 'text_delta'; readonly text: string; readonly agent: AgentId }
  | { readonly type: 'text'; readonly text: string; readonly agent: AgentId }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly agent: AgentId;
    }
  | {
      readonly type: 'tool_result';
      readonly id: string;
      readonly name: string;
      readonly output: string;
      readonly is_error: boolean;
      readonly agent: AgentId;
    }
  | { readonly type: 'hook_start'; readonly id: string; readonly name: string; readonly status: string | null }
  /** What the hooks of one event decided; left out when no hook matched. */
  | {
      readonly type: 'hook';
      readonly event: EventName;
      readonly decision: Decision;
      readonly effect: Effect | null;
      readonly reason: string | null;
      readonly hooks: readonly HookRun[];
      readonly agent: AgentId;
    }
  /** For the user; `hook` is null when it comes from the agent itself. */
  | { readonly type: 'message'; readonly level: Message['level']; readonly text: string; readonly hook: string | null }
  | { readonly type: 'diagnostic'; readonly diagnostic: Diagnostic }
  | { readonly type: 'notification'; readonly notification_type: string; readonly message: string }
  | { readonly type: 'permission'; readonly tool: string; readonly allowed: boolean; readonly reason: string }
  | { readonly type: 'mode'; readonly from: string; readonly to: string }
  | { readonly type: 'model'; readonly from: string; readonly to: string }
  /** A further folder that the agent may work in. */
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'cwd'; readonly from: string; readonly to: string }
  | { readonly type: 'compacted'; readonly trigger: 'manual' | 'auto'; readonly summary: string }
  | { readonly type: 'elicitation'; readonly server: string; readonly action: string; readonly content: Json }
  | { readonly type: 'subagent'; readonly id: string; readonly agent_type: string; readonly state: 'start' | 'stop' }
  | { readonly type: 'turn_end'; readonly how: TurnEnd['how']; readonly reason: string | null };

/** How a turn ended: `done` is the ordinary end, with all others the host should say why. */
export interface TurnEnd {
  readonly how: 'done' | 'rejected' | 'failed' | 'interrupted' | 'ended_by_hook' | 'max_turns';
  /** Why, where there is something to say; null for an ordinary end. */
  readonly reason: string | null;
}
