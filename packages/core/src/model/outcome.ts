import type { Diagnostic } from './diagnostic.ts';
import type { EventName } from './event.ts';
import type { Fault } from './verdict.ts';
import type { HandlerKind, Scope } from './hook.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * What a refusal makes a host do: a closed set within a version, so that a host implements each once. A host that gets
 * an unknown one stops the action.
 */
export type Effect =
  | 'reject_prompt'
  | 'deny_tool'
  | 'withhold_output'
  | 'end_turn'
  | 'keep_working'
  | 'retry_turn'
  | 'cancel_compaction'
  | 'suppress_compaction'
  | 'suppress_notification'
  | 'abort_session'
  | 'keep_session'
  | 'refuse_subagent'
  | 'refuse_change'
  | 'fail_worktree'
  | 'decline'
  | 'refuse_task'
  | 'keep_task_open';

export type Level = 'info' | 'warning' | 'error';

/** A text for a person; contains no active control sequence. */
export interface Message {
  readonly level: Level;
  readonly text: string;
  /** The name by which users of the system know it. */
  readonly code: string | null;
  readonly hook: string;
}

/** The refusal that won. `reason` is null only where a dialect allows a hook to give none. */
export interface Block {
  readonly effect: Effect;
  readonly reason: string | null;
  readonly hook: string;
}

/** The answers that only some events have; each key is present when a hook gave it. */
export interface Extra {
  readonly sessionTitle?: string;
  readonly worktreePath?: string;
  readonly watchPaths?: readonly string[];
  readonly retry?: boolean;
  readonly clearContext?: boolean;
  readonly action?: string;
  readonly content?: Json;
  readonly permission?: JsonObject;
  readonly prependToPrompt?: string;
  readonly appendToOutput?: string;
  /** The call is put off to a later run of the session; the decision beside it is `ask`, for hosts that cannot do so. */
  readonly defer?: boolean;
  /** Shown instead of the message. */
  readonly displayContent?: string;
  /** Sent as the user's first prompt. */
  readonly initialUserMessage?: string;
  readonly reloadSkills?: boolean;
  /** Only the context reaches the model, not the prompt itself. */
  readonly suppressOriginalPrompt?: boolean;
  /** A control sequence for the terminal, as the hook gave it; hookline never prints it. */
  readonly terminalSequence?: string;
  readonly classifierContext?: string;
  /** Files to show to the user. */
  readonly artifacts?: readonly Json[];
  /** Keys of the request to the model, instead of the host's. */
  readonly llmRequest?: JsonObject;
  /** Stands for what the model would say, or for the part of its answer that the event is about. */
  readonly llmResponse?: JsonObject;
  /** Which tools the model may use: `mode` is `AUTO`, `ANY` or `NONE`. */
  readonly toolConfig?: JsonObject;
  /** What the parent gets instead of a sub-agent's own answer. */
  readonly modifiedResponse?: string;
  /** Another tool call, whose result takes the place of this one's. */
  readonly tailToolCallRequest?: JsonObject;
}

export type RunStatus = 'passed' | 'blocked' | 'failed' | 'timed_out' | 'skipped' | 'background';

/** What a hook may replace. */
export type Rewrite = 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt';

/** What a hook in shadow would have done; it did none of it. */
export interface Shadow {
  readonly decision: Decision;
  /** For a block; null for all others. */
  readonly effect: Effect | null;
  readonly reason: string | null;
  readonly rewrites: readonly Rewrite[];
  /** How many texts it would have given to the model. */
  readonly contexts: number;
}

/** What one matched hook did, or why it was not run. */
export interface HookRun {
  readonly id: string;
  readonly name: string;
  readonly dialect: string;
  readonly scope: Scope;
  readonly source: string;
  readonly handler: HandlerKind;
  readonly status: RunStatus;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: readonly ('stdout' | 'stderr')[];
  readonly fault: Fault | null;
  /** The hook asked that its output not be shown. */
  readonly quiet: boolean;
  /** Why a `skipped` hook did not run; null for the others. */
  readonly why: string | null;
  /** Notes about the run that changed nothing. */
  readonly notes: readonly string[];
  /** Only of a hook in shadow: what it would have done. Its status is never `blocked`. */
  readonly shadow?: Shadow;
}

/**
 * `block` refuses the action, `ask` wants a person to decide, `allow` needs no further question, `none` decides
 * nothing; the strictest of all hooks wins, in this order.
 */
export type Decision = 'none' | 'allow' | 'ask' | 'block';

/**
 * The combined result of all hooks, and so what a host must do; every key is always present, as null, `[]` or `{}`
 * when empty.
 */
export interface Outcome {
  readonly event: EventName;
  readonly decision: Decision;
  /** Of an `ask` or `allow`; the reason of a block is in `block`. */
  readonly reason: string | null;
  readonly block: Block | null;
  /** Replace what the host has, each as a whole; null: unchanged. */
  readonly updatedInput: JsonObject | null;
  readonly updatedToolOutput: Json | null;
  readonly updatedPrompt: string | null;
  /** Texts for the model; the host adds any wrapper. */
  readonly additionalContext: readonly string[];
  /** The ids of the hooks that gave the items of `additionalContext`: one for each, in the same order. */
  readonly contextHooks: readonly string[];
  /** For the person, including faults of hooks. */
  readonly messages: readonly Message[];
  readonly extra: Extra;
  /** Every hook that the event selected, in run order. */
  readonly hooks: readonly HookRun[];
  readonly diagnostics: readonly Diagnostic[];
}
