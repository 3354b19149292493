import type { EventName, JsonObject } from '@hookline/core';
import { join } from 'node:path';
import type { ExampleTool } from './example-tools.ts';

/** The project of an example, and its tool. */
export interface Scene {
  readonly project: string;
  readonly tool: ExampleTool;
}

/** The fields of an event beside those of every event: all of the neutral vocabulary that any dialect uses. */
export const exampleFields = (event: EventName, scene: Scene): JsonObject => FIELDS[event](scene);

const TOOL_USE_ID = 'toolu_01ExampleCall';
const SUBAGENT = {
  agent_id: 'agent-1',
  agent_type: 'reviewer',
  name: 'reviewer-1',
  task: 'Review the change of sum.js.',
};
const MODEL = { provider: 'anthropic', model: 'claude-sonnet-4-5' };
const FINAL = 'The tests pass: sum adds again.';

const call = ({ tool }: Scene): JsonObject => ({
  tool_name: tool.tool_name,
  tool_input: tool.tool_input,
  tool_use_id: TOOL_USE_ID,
  ...tool.more,
});

const compaction = (trigger: string): JsonObject => ({
  trigger,
  input_tokens: 161_500,
  model_context_length: 200_000,
});

const ending = { stop_reason: 'end_turn', step_count: 4, stop_hook_active: false, last_assistant_message: FINAL };

const FIELDS: Readonly<Record<EventName, (scene: Scene) => JsonObject>> = {
  SessionStart: () => ({ source: 'startup', ...MODEL }),
  SessionEnd: () => ({ reason: 'user_exit', turns: 3, step_count: 12, duration_ms: 184_000 }),
  UserPromptSubmit: ({ project }) => ({
    prompt: 'Make the tests of sum.js pass.',
    source: 'user',
    attachments: [{ path: join(project, 'src/sum.js'), kind: 'file' }],
  }),
  TurnStart: () => ({ prompt: 'Make the tests of sum.js pass.' }),
  TurnEnd: () => ({ ...ending }),
  PreModelTurn: () => ({ ...MODEL }),
  PostModelTurn: () => ({ ...MODEL, last_assistant_message: 'I will run the tests first.', error: 'overloaded' }),
  PreToolUse: (scene) => ({ ...call(scene), auto_approve: false }),
  PostToolUse: (scene) => ({
    ...call(scene),
    tool_response: scene.tool.tool_response,
    exit_code: 0,
    duration_ms: 1250,
  }),
  PostToolUseFailure: (scene) => ({
    ...call(scene),
    error: '1 of 12 tests failed',
    error_type: 'exit',
    is_interrupt: false,
    exit_code: 1,
    duration_ms: 1250,
  }),
  PermissionRequest: (scene) => ({
    ...call(scene),
    permission_suggestions: [{ type: 'addRules', behavior: 'allow', rules: [{ toolName: scene.tool.tool_name }] }],
  }),
  PermissionDenied: (scene) => ({ ...call(scene), reason: 'The user refused.' }),
  Stop: () => ({ ...ending, prompt: 'Make the tests of sum.js pass.' }),
  StopFailure: () => ({
    error_type: 'rate_limit',
    error: '429 Too Many Requests',
    last_assistant_message: '429 Too Many Requests',
  }),
  SubagentStart: () => ({ ...SUBAGENT, model: MODEL.model, tool_use_id: TOOL_USE_ID }),
  SubagentStop: ({ project }) => ({
    stop_reason: 'end_turn',
    ...SUBAGENT,
    result: 'The change is fine.',
    duration_ms: 12_000,
    stop_hook_active: false,
    last_assistant_message: 'The change is fine.',
    agent_transcript_path: join(project, '.transcripts/agent-1.jsonl'),
  }),
  PreCompact: () => ({ ...compaction('auto'), custom_instructions: 'Keep the names of the changed files.' }),
  PostCompact: () => ({ ...compaction('auto'), compact_summary: 'sum.js subtracted; it adds now.' }),
  Notification: ({ tool }) => ({
    notification_type: 'permission_prompt',
    message: `Permission requested for ${tool.tool_name}`,
    title: 'Permission needed',
    details: { tool: tool.tool_name },
    tool_name: tool.tool_name,
  }),
  InstructionsLoaded: ({ project }) => ({
    file_path: join(project, 'AGENTS.md'),
    memory_type: 'project',
    load_reason: 'session_start',
  }),
  ConfigChange: ({ project }) => ({ source: 'project_settings', file_path: join(project, '.qoder/settings.json') }),
  CwdChanged: ({ project }) => ({ old_cwd: project, new_cwd: join(project, 'src') }),
  FileChanged: ({ project }) => ({ file_path: join(project, 'package.json'), event: 'change' }),
  WorktreeCreate: () => ({ name: 'fix-sum' }),
  WorktreeRemove: ({ project }) => ({ worktree_path: `${project}-worktrees/fix-sum` }),
  Elicitation: () => ({
    mcp_server_name: 'tracker',
    message: 'Which project is the issue for?',
    mode: 'form',
    url: 'https://example.com/elicitation',
    elicitation_id: 'elicitation-1',
    requested_schema: { type: 'object', properties: { project: { type: 'string' } }, required: ['project'] },
  }),
  ElicitationResult: () => ({
    mcp_server_name: 'tracker',
    action: 'accept',
    content: { project: 'calculator' },
    mode: 'form',
    elicitation_id: 'elicitation-1',
  }),
  FacetSwitch: () => ({ from_facet: 'plan', to_facet: 'build' }),
  Setup: () => ({ trigger: 'init' }),
  UserPromptExpansion: () => ({
    expansion_type: 'slash_command',
    command_name: 'review',
    command_args: 'src',
    prompt: '/review src',
  }),
  MessageDisplay: () => ({ turn_id: 'turn-1', message_id: 'message-1', index: 0, final: true, delta: 'Done.' }),
  PostToolBatch: () => ({
    tool_calls: [{ tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call-1', tool_response: 'a.txt' }],
  }),
  TaskCreated: () => ({ task_id: '1', task_subject: 'Write a test', task_description: 'For the parser' }),
  TaskCompleted: () => ({ task_id: '1', task_subject: 'Write a test', task_description: 'For the parser' }),
  TeammateIdle: () => ({ teammate_name: 'reviewer', team_name: 'release' }),
  PreModelSwitch: () => ({ from_model: 'model-a', to_model: 'model-b', requested_model: 'b', source: 'command' }),
  PostModelSwitch: () => ({ from_model: 'model-a', to_model: 'model-b', requested_model: 'b', source: 'command' }),
  PreToolSelection: () => ({ llm_request: { model: 'fast-model', messages: [{ role: 'user', content: 'Hello' }] } }),
  SessionDelete: () => ({ deleted_session_id: 'session-0' }),
  DirectoryAdded: () => ({ directory: '/home/ana/other', source: 'slash_command' }),
  Interrupt: () => ({ reason: 'cancelled' }),
  UserPromptTransformed: () => ({
    prompt: 'Make the tests of sum.js pass.',
    transformed_prompt: 'Today is Monday.\n\nMake the tests of sum.js pass.',
  }),
};
