import type { AgentEventRow, AgentTable, BaseFolder } from '../../model/index.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'KIMI_CODE_HOME', path: '' },
  { from: 'home', path: '.kimi-code' },
];

const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };

/** Kimi Code, as run on the day of `tested`. */
export const kimi: AgentTable = {
  id: 'kimi',
  title: 'Kimi Code',
  dialect: 'kimi',
  tested: { version: '2.1.0', day: '2026-11-19' },
  program: { command: 'kimi', versionArguments: ['--version'], variables: [] },
  registration: {
    files: [{ scope: 'user', bases: CONFIG_FOLDER, path: 'config.toml' }],
    format: 'toml-list',
    commands: 'shell-line',
    environmentKey: null,
    failClosed: 'shell-line',
    failClosedNotOn: ['Stop'],
  },
  events: {
    PreToolUse: usual,
    UserPromptSubmit: usual,
    Stop: usual,
    PostToolUse: usual,
    PostToolUseFailure: usual,
    PermissionRequest: usual,
    PermissionResult: {
      ...usual,
      registered: { because: 'it also tells of permissions that were given' },
      noEventWhen: { field: 'decision', isNot: 'rejected' },
    },
    TurnStarted: usual,
    StopFailure: usual,
    Interrupt: usual,
    SessionStart: usual,
    SessionEnd: usual,
    SubagentStart: usual,
    SubagentStop: usual,
    PreCompact: usual,
    PostCompact: usual,
    Notification: usual,
  },
  refuses: 'exit',
  contexts: 'plain-text',
  substitutes: { ask: 'block', rewriteInput: 'block' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: null,
  disarmedBy: [
    { id: 'bad-entry', by: 'user', about: 'one bad entry in the list hooks of the same file', known: 'live' },
  ],
  secrets: { variables: ['KIMI_API_KEY', 'MOONSHOT_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'], fields: [] },
  alsoReads: [],
};
