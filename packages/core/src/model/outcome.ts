import type { Diagnostic } from './diagnostic.ts';
import type { EventName } from './event.ts';
import type { Fault } from './verdict.ts';
import type { HandlerKind, Scope } from './hook.ts';
import type { Json, JsonObject } from './json.ts';

/** What a refusal makes a host do: a closed set within a version, so that a host implements each once. A host that meets one it does not know stops the action. */
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
  | 'decline';

export type Level = 'info' | 'warning' | 'error';

/** A text for a person; holds no live control sequence. */
export interface Message {
  readonly level: Level;
  readonly text: string;
  /** The name under which users of the system know it. */
  readonly code: string | null;
  readonly hook: string;
}

/** The refusal that won. `reason` is null only where a dialect lets a hook be silent about it. */
export interface Block {
  readonly effect: Effect;
  readonly reason: string | null;
  readonly hook: string;
}

/** The answers that only some events know; each key is there when a hook gave it. */
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
}

export type RunStatus = 'passed' | 'blocked' | 'failed' | 'timed_out' | 'skipped' | 'background';

/** What a hook may put in the place of what the host has. */
export type Rewrite = 'updatedInput' | 'updatedToolOutput' | 'updatedPrompt';

/** What a hook in shadow would have done; it did none of it. */
export interface Shadow {
  readonly decision: Decision;
  /** Of a block, and null for all others. */
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
  /** What is worth recording about the run and changed nothing. */
  readonly notes: readonly string[];
  /** Only of a hook in shadow: what it would have done. Its status is never `blocked`. */
  readonly shadow?: Shadow;
}

/** `block` refuses the action, `ask` wants a person to decide, `allow` needs no further question, `none` says nothing; the strictest of all hooks wins, in this order. */
export type Decision = 'none' | 'allow' | 'ask' | 'block';

/** What all hooks together came to, and so what a host must do; every key is always there, as null, `[]` or `{}` when there is nothing to say. */
export interface Outcome {
  readonly event: EventName;
  readonly decision: Decision;
  /** Of an `ask` or `allow`; that of a block stands in `block`. */
  readonly reason: string | null;
  readonly block: Block | null;
  /** Take the place of what the host has, each as a whole; null: it stays as it is. */
  readonly updatedInput: JsonObject | null;
  readonly updatedToolOutput: Json | null;
  readonly updatedPrompt: string | null;
  /** Texts for the model; the host adds any wrapper. */
  readonly additionalContext: readonly string[];
  /** The ids of the hooks that gave the items of `additionalContext`: one for each, in the same order. */
  readonly contextHooks: readonly string[];
  /** For the person, faults of hooks among them. */
  readonly messages: readonly Message[];
  readonly extra: Extra;
  /** Every hook that the event selected, in run order. */
  readonly hooks: readonly HookRun[];
  readonly diagnostics: readonly Diagnostic[];
}
