import type { JsonObject } from '@hookline/core';
import type { ModelErrorType, ModelReply } from '../contract/model.ts';

/** Whose step it is: `subagent` serves every type that has no step of its own left. */
export type ScriptSpeaker = 'main' | 'compaction' | 'prompt-hook' | 'agent-hook' | 'subagent' | `subagent:${string}`;

/** One reply of the scripted model, checked. */
export interface ScriptStep {
  readonly speaker: ScriptSpeaker;
  /** The text in the pieces that it is streamed in; a number is a pause in milliseconds. */
  readonly chunks: readonly (string | number)[];
  readonly calls: readonly ScriptCall[];
  /** Thrown after the text. */
  readonly error: { readonly type: ModelErrorType; readonly message: string } | null;
  readonly finish: ModelReply['finish'];
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly delayMs: number;
}

export interface ScriptCall {
  readonly name: string;
  /** A string is what the model wrote instead of an object. */
  readonly input: JsonObject | string;
  readonly id: string | null;
}
