import type { ConversationItem } from '../contract/conversation.ts';
import type { Host } from './host.ts';
import type { Model, Speaker } from '../contract/model.ts';
import type { Session } from './session.ts';
import type { Tool } from '../tools/tool.ts';

/** One conversation with a model: the main agent's, a sub-agent's, or that of an agent hook. */
export interface Thread {
  readonly session: Session;
  readonly speaker: Speaker;
  /** null for the main agent. */
  readonly agentId: string | null;
  readonly host: Host;
  readonly model: Model;
  readonly system: string;
  readonly tools: () => readonly Tool[];
  /** `open`: every tool may be used without asking; for agents that a trusted hook started. */
  readonly gate: 'ask' | 'open';
  readonly maxTurns: number;
  readonly items: () => readonly ConversationItem[];
  /** Characters that the items have as JSON. */
  readonly size: () => number;
  /** Adds to the conversation and to its transcript, in that order. */
  readonly add: (item: ConversationItem) => void;
  /** The conversation starts again from these. */
  readonly replace: (items: readonly ConversationItem[], why: 'cleared' | 'compacted') => void;
  /** Absolute paths of the instruction files that the model has been given. */
  readonly instructionFiles: Set<string>;
  /** The folder that the thread works in and below: the project, or a worktree. */
  readonly root: string;
  cwd: string;
  /** Tokens that the last reply was given for; null before the first. */
  inputTokens: number | null;
}

/** Adds texts that are complete with their envelopes. */
export const addReminders = (thread: Thread, texts: readonly string[]): void => {
  for (const text of texts) thread.add({ kind: 'reminder', text });
};

/** The last text of the model; empty when there is none. */
export function lastText(thread: Thread): string {
  const last = thread.items().findLast((item) => item.kind === 'assistant' && item.text !== '');
  return last?.kind === 'assistant' ? last.text : '';
}
