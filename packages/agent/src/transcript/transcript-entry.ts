import type { Decision, Effect, EventName, RunStatus } from '@hookline/core/internal';
import type { ConversationItem } from '../contract/conversation.ts';
import type { Task } from '../contract/task.ts';
import type { AgentEvent, TurnEnd } from '../contract/agent-event.ts';

/** An entry of a transcript without its timestamp. */
export type TranscriptFact =
  | {
      readonly type: 'session';
      readonly version: 1;
      readonly id: string;
      readonly project: string;
      readonly model: string;
      readonly source: Extract<AgentEvent, { type: 'session' }>['source'];
      readonly cwd: string;
    }
  /** `agent` is null for the main agent, else the id of a sub-agent. */
  | { readonly type: 'item'; readonly item: ConversationItem; readonly agent: string | null }
  | {
      readonly type: 'hook';
      readonly event: EventName;
      readonly decision: Decision;
      readonly effect: Effect | null;
      readonly reason: string | null;
      readonly hooks: readonly { readonly id: string; readonly status: RunStatus }[];
      readonly agent: string | null;
    }
  | { readonly type: 'mode'; readonly mode: string }
  /** The model that is asked from here on, as `PROVIDER/NAME`. */
  | { readonly type: 'model'; readonly model: string }
  /** A further folder that tools may work in. */
  | { readonly type: 'folder'; readonly path: string }
  /** The whole task list, after a change of it. */
  | { readonly type: 'tasks'; readonly tasks: readonly Task[] }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'cwd'; readonly cwd: string }
  /** The items take the place of everything before. */
  | { readonly type: 'compacted'; readonly items: readonly ConversationItem[] }
  | { readonly type: 'cleared' }
  | { readonly type: 'turn_end'; readonly how: TurnEnd['how']; readonly reason: string | null };

/** One line of a transcript; the timestamp is an ISO 8601 string. */
export type TranscriptEntry = TranscriptFact & { readonly timestamp: string };
