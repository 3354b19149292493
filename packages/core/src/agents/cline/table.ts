import type { AgentEventRow, AgentTable, BaseFolder } from '../../model/index.ts';
import { PROOF } from './proof.ts';

const USER_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'CLINE_DIR', path: '' },
  { from: 'home', path: '.cline' },
];

const usual: AgentEventRow = { timeoutSeconds: 120, ways: ['client', 'command'], registered: true };

/**
 * Cline, its command line as run on the day of `tested`, not its extension for editors. Its hooks are files named after
 * events, whose exit codes say nothing.
 */
export const cline: AgentTable = {
  id: 'cline',
  title: 'Cline',
  dialect: 'cline',
  tested: { version: '3.0.65', day: '2026-11-19' },
  program: { command: 'cline', versionArguments: ['--version'], variables: ['CLINE_*'] },
  registration: {
    files: [
      { scope: 'user', bases: USER_FOLDER, path: 'hooks' },
      { scope: 'project', bases: [{ from: 'project' }], path: '.cline/hooks' },
    ],
    format: 'event-files',
    proof: PROOF,
    commands: 'shell-line',
    environmentKey: null,
    failClosed: 'plain-line',
    failClosedNotOn: [],
  },
  events: {
    PreToolUse: usual,
    PostToolUse: usual,
    TaskStart: usual,
    TaskResume: usual,
    UserPromptSubmit: {
      ...usual,
      registered: {
        because: 'it can refuse nothing, and without a terminal it only tells a reminder of the program itself',
      },
    },
    TaskComplete: usual,
    TaskError: usual,
    TaskCancel: usual,
    SessionShutdown: usual,
  },
  refuses: 'answer',
  substitutes: { ask: 'block', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: {},
  longestContext: 50_000,
  disarmedBy: [
    {
      id: 'later-rewrite',
      by: 'project',
      about: 'a hook of the project whose path comes after ours, and which rewrites a call that was let through',
      known: 'live',
    },
  ],
  secrets: {
    variables: ['CLINE_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY'],
    fields: ['userId'],
  },
  patchTools: { apply_patch: { field: 'input', known: 'live' } },
  alsoReads: [],
};
