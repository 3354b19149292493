import type { Json, JsonObject } from './json.ts';

/** The usual values, or any other string. */
type Word<Usual extends string> = Usual | (string & Record<never, never>);

/** The fields of every event; `fire` works without them, but then hooks do not know where they run. */
export interface CommonFields {
  readonly session_id: string;
  /** The folder in which the agent works at this moment. */
  readonly cwd: string;
  readonly transcript_path?: string;
  readonly permission_mode?: string;
  /** Of a sub-agent, when this does not happen in the main agent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly agent_transcript_path?: string;
  readonly model?: string;
  readonly provider?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly project_path?: string;
  /** True where no person can be asked. */
  readonly non_interactive?: boolean;
}

interface ToolCall {
  /** The host's name for the tool, as in any known system. */
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly tool_use_id?: string;
  /** Of a tool that an MCP server runs. */
  readonly mcp_context?: JsonObject;
  readonly original_request_name?: string;
}

interface ToolEnd extends ToolCall {
  readonly exit_code?: number;
  readonly duration_ms?: number;
}

interface TurnEnding {
  readonly stop_reason?: string;
  readonly step_count?: number;
  /** True when a hook has already kept the agent from stopping in this turn. */
  readonly stop_hook_active?: boolean;
  readonly last_assistant_message?: string;
}

interface Subagent {
  readonly name?: string;
  readonly task?: string;
}

interface Compaction {
  readonly trigger?: Word<'manual' | 'auto'>;
  readonly input_tokens?: number;
  readonly model_context_length?: number;
}

interface Task {
  readonly task_id: string;
  readonly task_subject?: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

interface ModelSwitch {
  readonly to_model: string;
  readonly from_model?: string;
  /** As it was asked for, perhaps by a short name. */
  readonly requested_model?: string;
  readonly source?: string;
}

interface AboutServer {
  readonly mcp_server_name: string;
  readonly mode?: Word<'form' | 'url'>;
  readonly elicitation_id?: string;
}

/**
 * The fields of each event beside the common ones, by its name: the subject of an event is required, the rest is
 * optional.
 */
export interface EventFields {
  readonly SessionStart: { readonly source?: Word<'startup' | 'resume' | 'clear' | 'compact'> };
  readonly SessionEnd: {
    readonly reason?: string;
    readonly turns?: number;
    readonly step_count?: number;
    readonly duration_ms?: number;
  };
  readonly UserPromptSubmit: { readonly prompt: string; readonly attachments?: readonly Json[] };
  readonly TurnStart: { readonly prompt: string };
  readonly TurnEnd: TurnEnding;
  readonly PreModelTurn: Record<never, never>;
  readonly PostModelTurn: { readonly last_assistant_message?: string };
  readonly PreToolUse: ToolCall & { readonly auto_approve?: boolean };
  readonly PostToolUse: ToolEnd & { readonly tool_response: Json };
  readonly PostToolUseFailure: ToolEnd & {
    readonly error: string;
    readonly error_type?: string;
    readonly is_interrupt?: boolean;
    readonly tool_response?: Json;
  };
  readonly PermissionRequest: ToolCall & { readonly permission_suggestions?: readonly Json[] };
  readonly PermissionDenied: ToolCall & { readonly reason?: string };
  readonly Stop: TurnEnding;
  readonly StopFailure: { readonly error_type?: string; readonly error?: string };
  readonly SubagentStart: Subagent;
  readonly SubagentStop: Subagent & TurnEnding & { readonly result?: string };
  readonly PreCompact: Compaction & { readonly custom_instructions?: string | null };
  readonly PostCompact: Compaction & { readonly compact_summary?: string };
  readonly Notification: {
    readonly notification_type?: string;
    readonly message?: string;
    readonly title?: string;
    readonly details?: JsonObject;
    readonly tool_name?: string;
  };
  readonly InstructionsLoaded: {
    readonly file_path: string;
    readonly memory_type?: string;
    readonly load_reason?: string;
  };
  readonly ConfigChange: { readonly source?: string; readonly file_path?: string };
  readonly CwdChanged: { readonly old_cwd: string; readonly new_cwd: string };
  readonly FileChanged: { readonly file_path: string; readonly event?: Word<'change' | 'add' | 'unlink'> };
  readonly WorktreeCreate: { readonly name: string };
  readonly WorktreeRemove: { readonly worktree_path: string };
  readonly Elicitation: AboutServer & {
    readonly message?: string;
    readonly url?: string;
    readonly requested_schema?: JsonObject;
  };
  readonly ElicitationResult: AboutServer & {
    readonly action: Word<'accept' | 'decline' | 'cancel'>;
    readonly content?: Json;
  };
  readonly FacetSwitch: { readonly from_facet: string; readonly to_facet: string };
  readonly Setup: { readonly trigger?: Word<'init' | 'maintenance'> };
  readonly UserPromptExpansion: {
    /** The name of the typed command, without its slash. */
    readonly command_name: string;
    readonly command_args?: string;
    readonly command_source?: string;
    readonly expansion_type?: Word<'slash_command' | 'mcp_prompt'>;
    /** As it was typed. */
    readonly prompt?: string;
  };
  readonly MessageDisplay: {
    /** The text that is about to be shown: a part of a message, or all of it. */
    readonly delta: string;
    readonly final?: boolean;
    readonly index?: number;
    readonly message_id?: string;
    readonly turn_id?: string;
  };
  /** The calls of one reply of the model, after all of them have ended. */
  readonly PostToolBatch: { readonly tool_calls: readonly JsonObject[] };
  readonly TaskCreated: Task;
  readonly TaskCompleted: Task;
  readonly TeammateIdle: { readonly teammate_name?: string; readonly team_name?: string };
  readonly PreModelSwitch: ModelSwitch;
  readonly PostModelSwitch: ModelSwitch;
  readonly DirectoryAdded: { readonly directory: string; readonly source?: string };
  readonly SessionDelete: { readonly deleted_session_id: string };
  readonly PreToolSelection: { readonly llm_request?: JsonObject };
  readonly Interrupt: { readonly reason?: string };
  /** The prompt, and as the host has completed it for the model. */
  readonly UserPromptTransformed: { readonly prompt: string; readonly transformed_prompt: string };
}
