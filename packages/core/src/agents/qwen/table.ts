import type { AgentEventRow, AgentTable } from '../../model/index.ts';

/** Programs alone: a request that comes to nothing lets everything go on. */
const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };
const unless = (because: string): AgentEventRow => ({ ...usual, registered: { because } });

/** Qwen Code, as run on the day of `tested`. */
export const qwen: AgentTable = {
  id: 'qwen',
  title: 'Qwen Code',
  dialect: 'qwen',
  tested: { version: '0.24.4', day: '2026-11-19' },
  program: {
    command: 'qwen',
    versionArguments: ['--version'],
    variables: ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'QWEN_CODE_*', 'QWEN_PROJECT_DIR', 'QWEN_SKILL_ROOT'],
  },
  registration: {
    files: [
      {
        scope: 'user',
        bases: [
          { from: 'variable', name: 'QWEN_HOME', path: '' },
          { from: 'home', path: '.qwen' },
        ],
        path: 'settings.json',
      },
      { scope: 'project', bases: [{ from: 'project' }], path: '.qwen/settings.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/qwen-code', on: 'linux' },
          { from: 'system', path: '/Library/Application Support/QwenCode', on: 'darwin' },
          { from: 'system', path: String.raw`C:\ProgramData\qwen-code`, on: 'win32' },
        ],
        path: 'settings.json',
      },
    ],
    format: 'grouped-json-with-comments',
    commands: 'shell-line',
    managedKeys: { disableAllHooks: false },
    environmentFiles: ['.qwen/.env', '.env'],
    environmentKey: 'env',
    failClosed: 'plain-line',
    // The task list takes no exit code for a refusal; an agent that may never stop would help no one.
    failClosedNotOn: ['Stop', 'SubagentStop', 'TodoCreated', 'TodoCompleted'],
  },
  events: {
    SessionStart: usual,
    SessionEnd: usual,
    SessionDelete: usual,
    // Called again, with no prompt, after every tool call.
    UserPromptSubmit: { ...usual, noEventWhen: { field: 'prompt', is: '' } },
    UserPromptExpansion: usual,
    PreToolUse: usual,
    PermissionRequest: usual,
    PermissionDenied: usual,
    PostToolUse: usual,
    PostToolUseFailure: usual,
    PostToolBatch: { ...usual, timeoutSeconds: 15 },
    Stop: usual,
    SubagentStart: usual,
    SubagentStop: usual,
    StopFailure: usual,
    PreCompact: usual,
    PostCompact: usual,
    Notification: usual,
    MessageDisplay: unless('it comes with every piece of a message, and nothing can be said to it'),
    InstructionsLoaded: usual,
    TodoCreated: usual,
    TodoCompleted: usual,
  },
  refuses: 'answer',
  substitutes: { ask: 'ask', rewriteInput: 'block' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: 10_000,
  disarmedBy: [
    {
      id: 'disableAllHooks',
      by: 'project',
      about: 'disableAllHooks: true in its .qwen/settings.json',
      known: 'live',
    },
    {
      id: 'copied-entry',
      by: 'project',
      about: 'a project’s copy of the entry with other options; the first copy counts, and the project’s is first',
      known: 'live',
    },
    {
      id: 'allow-of-another-hook',
      by: 'project',
      about: 'a hook that runs after the entry, such as one of a skill, and allows what the entry has refused',
      known: 'live',
    },
    {
      id: 'environment',
      by: 'project',
      about:
        'variables that reach the entry, from .env files or the env of its settings: HOOKLINE_DISABLE, HOOKLINE_RUN',
      known: 'document',
    },
  ],
  secrets: {
    variables: ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY', 'QWEN_API_KEY'],
    fields: ['transcript_path', 'agent_transcript_path'],
  },
  alsoReads: [],
};
