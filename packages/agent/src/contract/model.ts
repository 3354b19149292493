import type { JsonObject } from '@hookline/core';
import type { ConversationItem, ToolCall } from './conversation.ts';

/** A tool as the model knows it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
}

/** Who speaks: a scripted model keeps one list of steps for each, so that parallel speakers cannot take each other's. */
export type Speaker = 'main' | 'compaction' | 'prompt-hook' | 'agent-hook' | `subagent:${string}`;

/** What a model is asked: the conversation so far, and the tools it may use. */
export interface ModelRequest {
  readonly speaker: Speaker;
  readonly system: string;
  readonly items: readonly ConversationItem[];
  readonly tools: readonly ToolDefinition[];
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
}

/** One complete turn of the model. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `length`: the reply was cut at the limit of output tokens. */
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** A language model behind a narrow interface. */
export interface Model {
  readonly provider: string;
  readonly name: string;
  /** Streams text as it comes and gives the whole reply; throws a ModelFailure, or the signal's reason. */
  readonly ask: (request: ModelRequest, onText: (text: string) => void, signal: AbortSignal) => Promise<ModelReply>;
}

/** Why a provider gave no reply, as the StopFailure event names it. */
export type ModelErrorType =
  | 'rate_limit'
  | 'authentication_failed'
  | 'billing_error'
  | 'invalid_request'
  | 'server_error'
  | 'max_output_tokens'
  | 'unknown';

/** A provider that refused, broke or could not be reached; the message is one line that says what to do. */
export class ModelFailure extends Error {
  readonly errorType: ModelErrorType;

  constructor(errorType: ModelErrorType, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelFailure';
    this.errorType = errorType;
  }
}

/** A caller's mistake that a user must fix: bad option, missing key, unreadable file. One line that says what to do. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}
