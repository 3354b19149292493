import type { AgentEventRow, AgentTable } from '../../model/index.ts';

const usual: AgentEventRow = { timeoutSeconds: 30, ways: ['client', 'command'], registered: true };
/** An empty answer may count as a broken one where a permission is asked for. */
const permission: AgentEventRow = { ...usual, silence: { permission: 'allow' } };

/** The events of all tools tell the same calls. */
const told = { registered: { because: 'preToolUse and postToolUse tell the same calls' } } as const;

/** Cursor, from its documents only: no version of it was ever run by us. */
export const cursor: AgentTable = {
  id: 'cursor',
  title: 'Cursor',
  dialect: 'cursor',
  tested: null,
  program: {
    command: 'cursor-agent',
    versionArguments: ['--version'],
    variables: ['CURSOR_*', 'CLAUDE_PROJECT_DIR'],
  },
  registration: {
    files: [
      { scope: 'user', bases: [{ from: 'home', path: '.cursor' }], path: 'hooks.json' },
      { scope: 'project', bases: [{ from: 'project' }], path: '.cursor/hooks.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/cursor', on: 'linux' },
          { from: 'system', path: '/Library/Application Support/Cursor', on: 'darwin' },
          { from: 'system', path: String.raw`C:\ProgramData\Cursor`, on: 'win32' },
        ],
        path: 'hooks.json',
      },
    ],
    format: 'listed-json',
    commands: 'shell-line',
    environmentKey: null,
    failClosed: { key: 'failClosed', value: true },
    failClosedNotOn: [],
  },
  events: {
    beforeShellExecution: { ...permission, ...told },
    beforeMCPExecution: { ...permission, ...told },
    beforeReadFile: { ...permission, ...told },
    afterShellExecution: { ...usual, ...told },
    afterMCPExecution: { ...usual, ...told },
    afterFileEdit: { ...usual, ...told },
    afterAgentResponse: { ...usual, registered: { because: 'it would start a program for every message' } },
    sessionStart: usual,
    beforeSubmitPrompt: { ...usual, silence: { continue: true } },
    preToolUse: permission,
    postToolUse: usual,
    postToolUseFailure: usual,
    subagentStart: permission,
    subagentStop: usual,
    stop: usual,
    preCompact: usual,
    sessionEnd: usual,
  },
  refuses: 'answer',
  substitutes: { ask: 'block', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: null,
  disarmedBy: [],
  secrets: {
    variables: ['CURSOR_USER_EMAIL', 'CURSOR_API_KEY', 'CURSOR_TRANSCRIPT_PATH'],
    fields: ['user_email', 'transcript_path', 'agent_transcript_path'],
  },
  alsoReads: ['claude'],
};
