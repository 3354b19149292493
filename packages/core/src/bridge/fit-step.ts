import type { AgentTable, FieldMeaning } from '../model/index.ts';
import type { AnswerContent } from './answer-content.ts';
import type { AnswerTarget, Unsupported } from './answer.ts';
import { fieldFor } from './field-keys.ts';

/** The agent that is answered, and what its user has chosen. */
export interface AgentTarget extends AnswerTarget {
  readonly agent: AgentTable;
  /** Whether hooks may permit what the agent would ask its user about. */
  readonly mayAllow: boolean;
  /** The tool of the event under the agent's own name; null where the event has none. */
  readonly tool: string | null;
}

/** What is left of a content, and what of it is lost. */
export interface Fitted {
  readonly content: AnswerContent;
  readonly lost: readonly Unsupported[];
}

export type FitStep = (content: AnswerContent, target: AgentTarget) => Fitted;

export const kept = (content: AnswerContent): Fitted => ({ content, lost: [] });

/** Whether a part has a key on this event. */
export const hasKey = (target: AgentTarget, meaning: FieldMeaning): boolean => fieldFor(target, meaning) !== undefined;
