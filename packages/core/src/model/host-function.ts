import type { EventName, LifecycleEvent } from './event.ts';
import type { Json, JsonObject } from './json.ts';
import type { Extra } from './outcome.ts';

/** Which events have something that an answer can replace. */
interface Rewritable {
  readonly updatedInput: 'PreToolUse' | 'PermissionRequest';
  readonly updatedToolOutput: 'PostToolUse' | 'PostToolUseFailure';
  readonly updatedPrompt: 'UserPromptSubmit' | 'TurnStart';
}

type RewriteOn<Name extends EventName, Key extends keyof Rewritable, Value> = Name extends Rewritable[Key]
  ? Value
  : never;

/**
 * What a function of the host may return; nothing at all is allowed too. Every key is optional. An answer with an
 * unknown key or a value of the wrong type is a fault `bad_output`, but a refusal in it still counts.
 */
export interface HostAnswer<Name extends EventName = EventName> {
  /**
   * `block` refuses, `ask` wants a person to decide, `allow` needs no further question; `none` and absent decide
   * nothing.
   */
  readonly decision?: 'allow' | 'ask' | 'block' | 'none';
  readonly reason?: string;
  /** Replaces `tool_input` as a whole. */
  readonly updatedInput?: RewriteOn<Name, 'updatedInput', JsonObject>;
  /** Replaces the output of the tool. */
  readonly updatedToolOutput?: RewriteOn<Name, 'updatedToolOutput', Json>;
  readonly updatedPrompt?: RewriteOn<Name, 'updatedPrompt', string>;
  /** Texts for the model. */
  readonly additionalContext?: string | readonly string[];
  /** A text for the person. */
  readonly systemMessage?: string;
  readonly extra?: Extra;
}

/** A hook that is a function of the host; an exception or a rejected promise is a fault of the hook. */
export type HostFunction<Name extends EventName = EventName> = (
  event: LifecycleEvent<Name>,
) => HostAnswer<Name> | void | Promise<HostAnswer<Name> | void>;

/** When a function of the host is called, and the consequence of its faults. */
export interface Registration<Name extends EventName = EventName> {
  readonly event: Name;
  /**
   * Names separated by `|` or `,`, or a regular expression that is searched in the tool's name (or the source, reason,
   * trigger … of an event without a tool). Absent: every such event. Functions see tools as the host names them.
   */
  readonly matcher?: string;
  /** Removed after its first run without a fault. */
  readonly once?: boolean;
  /** For messages and records; default: the name of the function. */
  readonly name?: string;
  /** Milliseconds after which a promise is no longer waited for, which is a fault; default 60,000. */
  readonly timeoutMs?: number;
  /**
   * The consequence of a fault of this function: `proceed`, the default, lets the action go on; `block` refuses it
   * where the event can be refused.
   */
  readonly onFault?: 'proceed' | 'block';
}
