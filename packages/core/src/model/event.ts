import type { CommonFields, EventFields } from './event-fields.ts';
import type { Json } from './json.ts';

/**
 * The names of all events, in a fixed order. A new one must be added here, in `EventFields` and to the powers of a
 * host's functions.
 */
export const EVENT_NAMES = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'TurnStart',
  'TurnEnd',
  'PreModelTurn',
  'PostModelTurn',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
  'InstructionsLoaded',
  'ConfigChange',
  'CwdChanged',
  'FileChanged',
  'WorktreeCreate',
  'WorktreeRemove',
  'Elicitation',
  'ElicitationResult',
  'FacetSwitch',
  'Setup',
  'UserPromptExpansion',
  'MessageDisplay',
  'PostToolBatch',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'PreModelSwitch',
  'PostModelSwitch',
  'DirectoryAdded',
  'SessionDelete',
  'PreToolSelection',
  'Interrupt',
  'UserPromptTransformed',
] as const;

/** The name of an event, whatever a hook system calls it. */
export type EventName = (typeof EVENT_NAMES)[number];

/**
 * The neutral vocabulary: a field outside it, also one that only a few systems have, is copied into native payloads as
 * it is.
 */
export const NEUTRAL_FIELDS = [
  'hook_event_name',
  'session_id',
  'cwd',
  'transcript_path',
  'permission_mode',
  'agent_id',
  'agent_type',
  'agent_transcript_path',
  'model',
  'provider',
  'timestamp',
  'project_path',
  'non_interactive',
  'tool_name',
  'tool_input',
  'tool_use_id',
  'tool_response',
  'error',
  'error_type',
  'is_interrupt',
  'exit_code',
  'duration_ms',
  'auto_approve',
  'mcp_context',
  'original_request_name',
  'permission_suggestions',
  'prompt',
  'attachments',
  'source',
  'reason',
  'turns',
  'stop_reason',
  'stop_hook_active',
  'last_assistant_message',
  'step_count',
  'trigger',
  'custom_instructions',
  'compact_summary',
  'input_tokens',
  'model_context_length',
  'notification_type',
  'message',
  'title',
  'details',
  'file_path',
  'memory_type',
  'load_reason',
  'old_cwd',
  'new_cwd',
  'event',
  'name',
  'worktree_path',
  'mcp_server_name',
  'mode',
  'url',
  'elicitation_id',
  'requested_schema',
  'action',
  'content',
  'from_facet',
  'to_facet',
  'result',
  'task',
] as const;

export type NeutralField = (typeof NEUTRAL_FIELDS)[number];

/**
 * An event in an agent, as a host reports it: the fields of its event, those of every event, and any further JSON,
 * which hooks see too. `LifecycleEvent` is the union of all, discriminated by `hook_event_name`;
 * `LifecycleEvent<'PreToolUse'>` is one.
 */
export type LifecycleEvent<Name extends EventName = EventName> = {
  readonly [Each in Name]: { readonly hook_event_name: Each } & CommonFields & EventFields[Each] & FurtherFields;
}[Name];

interface FurtherFields {
  readonly [field: string]: Json | undefined;
}

/**
 * An event of which only the name is certain: what the engine works with, since it may come from anywhere. Never
 * mutated.
 */
export interface AnyEvent extends FurtherFields {
  readonly hook_event_name: EventName;
}
