import type { AgentEventRow, AgentTable } from '../../model/index.ts';

const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };
const unless = (because: string): AgentEventRow => ({ ...usual, registered: { because } });

/** Gemini CLI, as run on the day of `tested`. */
export const gemini: AgentTable = {
  id: 'gemini',
  title: 'Gemini CLI',
  dialect: 'gemini',
  tested: { version: '0.61.0', day: '2026-11-19' },
  program: {
    command: 'gemini',
    versionArguments: ['--version'],
    variables: [
      'CLAUDE_PROJECT_DIR',
      'GEMINI_CLI',
      'GEMINI_CWD',
      'GEMINI_PLANS_DIR',
      'GEMINI_PROJECT_DIR',
      'GEMINI_SESSION_ID',
    ],
  },
  registration: {
    files: [
      {
        scope: 'user',
        bases: [
          { from: 'variable', name: 'GEMINI_CLI_HOME', path: '.gemini' },
          { from: 'home', path: '.gemini' },
        ],
        path: 'settings.json',
      },
      { scope: 'project', bases: [{ from: 'project' }], path: '.gemini/settings.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/gemini-cli', on: 'linux' },
          { from: 'system', path: '/Library/Application Support/GeminiCli', on: 'darwin' },
          { from: 'system', path: String.raw`C:\ProgramData\gemini-cli`, on: 'win32' },
        ],
        path: 'settings.json',
      },
    ],
    format: 'grouped-json-with-comments',
    commands: 'shell-line',
    timeoutUnit: 'milliseconds',
    managedKeys: { hooksConfig: { enabled: true } },
    environmentFiles: ['.gemini/.env', '.env'],
    environmentKey: null,
    failClosed: 'plain-line',
    // Nothing bounds how often it is kept from stopping.
    failClosedNotOn: ['AfterAgent'],
  },
  events: {
    SessionStart: usual,
    SessionEnd: usual,
    BeforeAgent: usual,
    AfterAgent: usual,
    BeforeModel: unless('it comes with every request to the model, and few hooks of other systems know it'),
    BeforeToolSelection: unless('hooks of other systems do not know it'),
    AfterModel: unless('it comes with every piece of a reply'),
    BeforeTool: usual,
    AfterTool: usual,
    Notification: usual,
    PreCompress: unless('it comes before every turn, though nothing is compressed'),
  },
  refuses: 'answer',
  substitutes: { ask: 'ask', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: null,
  disarmedBy: [
    {
      id: 'hooksConfig',
      by: 'project',
      about: 'hooksConfig.enabled: false in its .gemini/settings.json; or hooksConfig.disabled with the whole entry',
      known: 'live',
    },
    {
      id: 'environment',
      by: 'project',
      about: 'variables of .env files that reach the entry: HOOKLINE_DISABLE, HOOKLINE_RUN',
      known: 'document',
    },
    {
      id: 'untrusted-folder',
      by: 'user',
      about: 'a folder that is not trusted: there the agent runs no hook of a settings file, not even the user’s',
      known: 'live',
    },
  ],
  secrets: {
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
    fields: ['transcript_path'],
  },
  alsoReads: [],
};
