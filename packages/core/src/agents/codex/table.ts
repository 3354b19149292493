import type { AgentEventRow, AgentTable, BaseFolder } from '../../model/index.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'CODEX_HOME', path: '' },
  { from: 'home', path: '.codex' },
];

const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };
/** Given more, the agent takes three seconds all the same. */
const brief: AgentEventRow = { ...usual, timeoutSeconds: 3 };

/** Codex, as run on the day of `tested`. */
export const codex: AgentTable = {
  id: 'codex',
  title: 'Codex',
  dialect: 'codex',
  tested: { version: '0.169.0', day: '2026-11-19' },
  program: { command: 'codex', versionArguments: ['--version'], variables: [] },
  registration: {
    files: [
      { scope: 'user', bases: CONFIG_FOLDER, path: 'hooks.json' },
      { scope: 'project', bases: [{ from: 'project' }], path: '.codex/hooks.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/codex', on: 'linux' },
          { from: 'system', path: '/etc/codex', on: 'darwin' },
        ],
        path: 'hooks.json',
      },
    ],
    format: 'grouped-json',
    commands: 'shell-line',
    environmentKey: null,
    failClosed: 'shell-line',
    // There a refusal keeps the agent at work, and it sets no bound: a hookline that is gone would keep it for ever.
    failClosedNotOn: ['Stop', 'SubagentStop'],
    consent: {
      of: 'each-entry-by-hash',
      file: { bases: CONFIG_FOLDER, path: 'config.toml' },
      table: ['hooks', 'state'],
      how: 'start codex, type /hooks, and trust them there',
      hashed: {
        always: { async: false, command: '', timeout: 600, type: 'command' },
        unlessUsual: { additionalContextLimit: 2500, statusMessage: null },
        withoutMatcher: ['UserPromptSubmit', 'Stop', 'PreModelRequest', 'PostModelRequest'],
        // Their time limits are set to 1 to 3 seconds, and other programs or servers stand in other keys.
        unknownFor: {
          events: ['SessionEnd', 'Interrupt'],
          keys: ['commandWindows', 'command_windows', 'server'],
        },
      },
    },
  },
  events: {
    SessionStart: usual,
    SessionEnd: brief,
    UserPromptSubmit: usual,
    PreModelRequest: usual,
    PostModelRequest: usual,
    PreToolUse: usual,
    PermissionRequest: usual,
    PostToolUse: usual,
    PreCompact: usual,
    PostCompact: usual,
    SubagentStart: usual,
    SubagentStop: usual,
    Stop: usual,
    Interrupt: brief,
  },
  refuses: 'answer',
  besideRefusal: 'nothing',
  substitutes: { ask: 'block', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: null,
  disarmedBy: [
    {
      id: 'features.hooks',
      by: 'project',
      about: 'features.hooks = false in the .codex/config.toml of a trusted project',
      known: 'live',
      in: { bases: [{ from: 'project' }], path: '.codex/config.toml', key: ['features', 'hooks'], is: false },
    },
    {
      id: 'features.hooks-of-user',
      by: 'user',
      about: 'features.hooks = false in config.toml',
      known: 'live',
      in: { bases: CONFIG_FOLDER, path: 'config.toml', key: ['features', 'hooks'], is: false },
    },
    {
      id: 'untrusted',
      by: 'user',
      about: 'an entry that the user has not trusted is skipped in silence',
      known: 'live',
    },
    { id: 'bad-entry', by: 'user', about: 'one bad entry or key in the same file', known: 'live' },
    {
      id: 'allow_managed_hooks_only',
      by: 'managed',
      about: 'allow_managed_hooks_only in requirements.toml',
      known: 'document',
    },
  ],
  secrets: {
    variables: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN', 'AZURE_OPENAI_API_KEY'],
    fields: ['transcript_path', 'agent_transcript_path'],
  },
  patchTools: { apply_patch: { field: 'command', known: 'live' } },
  alsoReads: [],
};
