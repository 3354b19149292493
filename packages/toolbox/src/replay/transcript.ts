import type { JsonObject, AnyEvent } from '@hookline/core/internal';
import type { ReplayItem, Recorded } from './replay-item.ts';

/** An event in a transcript. */
export type Happened = Omit<ReplayItem, 'kind' | 'isCut'>;

/** Converts the lines of one transcript, in their order, to events. */
export interface LineReader {
  readonly take: (line: JsonObject, id: string) => readonly Happened[];
  /** Calls still open at the end. */
  readonly rest: () => readonly Happened[];
}

/** What a transcript contains about the context of its lines. */
export interface Surroundings {
  readonly session: string | null;
  readonly cwd: string | null;
  readonly project: string | null;
  readonly at: string | null;
}

/** A tool call that waits for its result. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly callId: string;
  readonly around: Surroundings;
}

/** The result of a call. */
export interface CallResult {
  readonly isError: boolean;
  readonly response: AnyEvent[string];
  readonly text: string;
  readonly around: Surroundings;
  readonly id: string;
}

/** It was allowed; nothing else is known. */
export const PASSED: Recorded = {
  decision: 'none',
  hook: null,
  effect: null,
  reason: null,
  rewritten: null,
  contexts: null,
};

/** A prompt that a person sent. */
export const promptEvent = (text: string, around: Surroundings, id: string): Happened =>
  happened({ hook_event_name: 'UserPromptSubmit', prompt: text }, around, id, PASSED);

/** The call before it was made; `recorded` is null when the decision about it is not known. */
export const callEvent = ({ id, around, ...call }: OpenCall, recorded: Recorded | null): Happened =>
  happened({ hook_event_name: 'PreToolUse', ...toolFields(call) }, around, id, recorded);

/** The call after it was made. */
export function resultEvent(call: OpenCall, { isError, response, text, around, id }: CallResult): Happened {
  const event: AnyEvent = isError
    ? { hook_event_name: 'PostToolUseFailure', ...toolFields(call), error: text }
    : { hook_event_name: 'PostToolUse', ...toolFields(call), tool_response: response ?? text };
  return happened(event, { ...call.around, at: around.at }, id, null);
}

const toolFields = ({ name, input, callId }: Omit<OpenCall, 'id' | 'around'>): JsonObject => ({
  tool_name: name,
  tool_input: input,
  tool_use_id: callId,
});

function happened(event: AnyEvent, around: Surroundings, id: string, recorded: Recorded | null): Happened {
  const { session, cwd, project, at } = around;
  return {
    id,
    at,
    project,
    recorded,
    event: {
      ...event,
      ...(session === null ? {} : { session_id: session }),
      ...(cwd === null ? {} : { cwd }),
    },
  };
}
