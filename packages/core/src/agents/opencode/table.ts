import type { AgentEventRow, AgentTable } from '../../model/index.ts';
import { PLUGIN, PROOF } from './plugin.ts';
import { PROTOCOL } from './protocol.ts';

const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };

/** opencode, as run on the day of `tested`. It has no hook files of its own: a plugin of ours calls hookline. */
export const opencode: AgentTable = {
  id: 'opencode',
  title: 'opencode',
  dialect: 'opencode',
  protocol: PROTOCOL,
  tested: { version: '1.18.33', day: '2026-11-19' },
  program: {
    command: 'opencode',
    versionArguments: ['--version'],
    pidVariable: 'OPENCODE_PID',
    variables: ['AGENT', 'OPENCODE', 'OPENCODE_*'],
  },
  registration: {
    files: [
      {
        scope: 'user',
        bases: [
          { from: 'variable', name: 'OPENCODE_CONFIG_DIR', path: 'plugins' },
          { from: 'variable', name: 'XDG_CONFIG_HOME', path: 'opencode/plugins' },
          { from: 'home', path: '.config/opencode/plugins' },
        ],
        path: 'hookline.js',
      },
      { scope: 'project', bases: [{ from: 'project' }], path: '.opencode/plugins/hookline.js' },
    ],
    format: 'whole-file',
    whole: PLUGIN,
    proof: PROOF,
    commands: 'arguments',
    environmentKey: null,
    failClosed: { key: 'onFailure', value: 'refuse' },
    failClosedNotOn: [],
  },
  events: {
    'session.created': usual,
    'chat.message': usual,
    'tool.execute.before': usual,
    'tool.execute.after': usual,
    'experimental.session.compacting': usual,
    'session.compacted': usual,
    'session.idle': usual,
    'session.error': usual,
    'session.deleted': usual,
  },
  refuses: 'answer',
  substitutes: { ask: 'block', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: 'text',
  longestContext: null,
  disarmedBy: [
    {
      id: 'later-plugin',
      by: 'project',
      about: 'a plugin of the project that runs after ours, which can change a call that was let through',
      known: 'document',
    },
    { id: 'pure', by: 'user', about: 'opencode --pure, or OPENCODE_PURE: no plugin is loaded', known: 'document' },
  ],
  secrets: { variables: ['OPENCODE_SERVER_PASSWORD', 'OPENCODE_API_KEY', 'OPENCODE_AUTH_CONTENT'], fields: [] },
  patchTools: { apply_patch: { field: 'patchText', known: 'live' } },
  alsoReads: [],
};
