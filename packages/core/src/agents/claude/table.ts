import type { AgentEventRow, AgentTable } from '../../model/index.ts';

const ALL_WAYS = ['http', 'client', 'command'] as const;
const PROGRAMS = ['client', 'command'] as const;

const usual: AgentEventRow = { timeoutSeconds: 60, ways: ALL_WAYS, registered: true };
const program: AgentEventRow = { ...usual, ways: PROGRAMS };
/** Refused by exit code only, and a server has none. */
const byExit: AgentEventRow = program;
const unless = (because: string, row: AgentEventRow = usual): AgentEventRow => ({ ...row, registered: { because } });

/** Claude Code, as run on the day of `tested`. */
export const claude: AgentTable = {
  id: 'claude',
  title: 'Claude Code',
  dialect: 'claude',
  tested: { version: '2.1.328', day: '2026-11-19' },
  program: {
    command: 'claude',
    versionArguments: ['--version'],
    pidVariable: 'CLAUDE_PID',
    variables: [
      'AI_AGENT',
      'CLAUDECODE',
      'CLAUDE_CODE_*',
      'CLAUDE_EFFORT',
      'CLAUDE_ENV_FILE',
      'CLAUDE_PID',
      'CLAUDE_PLUGIN_*',
      'CLAUDE_PROJECT_DIR',
    ],
    marks: ['CLAUDECODE'],
  },
  registration: {
    files: [
      {
        scope: 'user',
        bases: [
          { from: 'variable', name: 'CLAUDE_CONFIG_DIR', path: '' },
          { from: 'home', path: '.claude' },
        ],
        path: 'settings.json',
      },
      { scope: 'project', bases: [{ from: 'project' }], path: '.claude/settings.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/claude-code', on: 'linux' },
          { from: 'system', path: '/Library/Application Support/ClaudeCode', on: 'darwin' },
          { from: 'system', path: String.raw`C:\Program Files\ClaudeCode`, on: 'win32' },
        ],
        path: 'managed-settings.d/50-hookline.json',
      },
    ],
    format: 'grouped-json',
    commands: 'arguments',
    environmentKey: 'env',
    failClosed: { key: 'onFailure', value: 'block' },
    failClosedNotOn: ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'],
  },
  events: {
    SessionStart: program,
    Setup: program,
    SessionEnd: { timeoutSeconds: 1.5, ways: PROGRAMS, registered: true },
    // A program, not a request: where the server has ended, the next prompt starts it again.
    UserPromptSubmit: { ...program, timeoutSeconds: 30 },
    UserPromptExpansion: usual,
    PreToolUse: usual,
    PermissionRequest: usual,
    PermissionDenied: usual,
    PostToolUse: usual,
    PostToolUseFailure: usual,
    PostToolBatch: usual,
    Notification: usual,
    SubagentStart: usual,
    SubagentStop: usual,
    TaskCreated: usual,
    TaskCompleted: byExit,
    TeammateIdle: byExit,
    Stop: usual,
    StopFailure: usual,
    PreCompact: usual,
    PostCompact: usual,
    PreModelSwitch: { ...usual, timeoutSeconds: 30 },
    PostModelSwitch: { ...usual, timeoutSeconds: 30 },
    ConfigChange: usual,
    CwdChanged: usual,
    DirectoryAdded: usual,
    WorktreeCreate: unless('an entry takes the place of the agent’s own way to make a worktree', byExit),
    WorktreeRemove: usual,
    InstructionsLoaded: usual,
    Elicitation: usual,
    ElicitationResult: usual,
    FileChanged: unless('its matcher is also the list of watched files'),
    MessageDisplay: unless('the agent shows nothing until the entry has answered', { ...usual, timeoutSeconds: 10 }),
  },
  refuses: 'answer',
  substitutes: { ask: 'ask', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: true,
  outputs: {
    Bash: { replaces: { stdout: '{text}', stderr: '' }, known: 'live' },
  },
  longestContext: 10_000,
  disarmedBy: [
    {
      id: 'disableAllHooks',
      by: 'project',
      about: 'disableAllHooks: true in a settings file that outranks the user’s',
      known: 'live',
    },
    {
      id: 'copied-entry',
      by: 'project',
      about: 'a project’s copy of the entry with other options; the last copy counts',
      known: 'live',
    },
    {
      id: 'environment',
      by: 'project',
      about: 'variables in the env of a settings file that reach a command entry: HOOKLINE_DISABLE, HOOKLINE_RUN',
      known: 'document',
    },
    {
      id: 'bad-gate-entry',
      by: 'user',
      about: 'one bad entry of PreToolUse or PermissionRequest in the same file',
      known: 'live',
    },
    {
      id: 'allowManagedHooksOnly',
      by: 'managed',
      about: 'allowManagedHooksOnly: true in managed settings',
      known: 'live',
    },
  ],
  secrets: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_MESSAGING_TOKEN',
      'CLAUDE_CODE_MESSAGING_SOCKET',
      'CLAUDE_CODE_OAUTH_TOKEN',
    ],
    fields: ['transcript_path', 'agent_transcript_path'],
  },
  alsoReads: [],
};
