import type { JsonObject } from '@hookline/core';

/** A tool call as the model asked for it; `input` is null when what it wrote is not a JSON object. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject | null;
  /** What the model wrote where an object was expected. */
  readonly rawInput?: string;
}

/** What the model is told about one of its calls. */
export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly output: string;
  readonly isError: boolean;
}

/** One step of a conversation, as it is kept, written to the transcript and sent to the model. */
export type ConversationItem =
  | { readonly kind: 'user'; readonly text: string }
  /** A text that neither the user nor the model wrote, complete with its envelope. */
  | { readonly kind: 'reminder'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'results'; readonly results: readonly ToolResult[] };
