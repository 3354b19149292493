import type { Effect, Extra, Message } from './outcome.ts';
import type { Json, JsonObject } from './json.ts';

export type FaultCode =
  | 'exit'
  | 'killed'
  | 'timeout'
  | 'not_started'
  | 'bad_output'
  | 'no_power'
  | 'unavailable'
  | 'reported';

/** A fault of a hook; whether the action proceeds is its dialect's rule. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
}

/** A message that may be wanted only the first time; `once` is the key for that. */
export interface VerdictMessage extends Omit<Message, 'code'> {
  readonly code?: string;
  readonly once?: string;
}

/** The decision and content of one hook's answer. The empty verdict means "nothing to say". */
export interface Verdict {
  readonly decision?: 'allow' | 'ask' | 'block';
  /** The effect of a block; only beside `decision: 'block'`. */
  readonly effect?: Effect;
  readonly reason?: string | null;
  readonly updatedInput?: JsonObject;
  /** For the next hook of a sequence only. */
  readonly nextInput?: JsonObject;
  readonly updatedToolOutput?: Json;
  readonly updatedPrompt?: string;
  readonly context?: readonly string[];
  readonly messages?: readonly VerdictMessage[];
  readonly extra?: Extra;
  readonly fault?: Fault;
  /** The whole answer, where the answers of several hooks are laid over each other. */
  readonly answer?: JsonObject;
  /** The hook asked that its output not be shown. */
  readonly quiet?: boolean;
  /** For the record only. */
  readonly notes?: readonly string[];
}
