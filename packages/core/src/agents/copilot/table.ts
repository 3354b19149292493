import type { AgentEventRow, AgentTable } from '../../model/index.ts';

/** Programs alone: its requests go to other machines, and to this one only where its user has set a variable. */
const usual: AgentEventRow = { timeoutSeconds: 60, ways: ['client', 'command'], registered: true };

/** GitHub Copilot CLI, as run on the day of `tested`. */
export const copilot: AgentTable = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  dialect: 'copilot',
  tested: { version: '1.0.102', day: '2026-11-19' },
  program: {
    command: 'copilot',
    versionArguments: ['--version'],
    variables: [
      'CLAUDE_PROJECT_DIR',
      'COPILOT_CLI',
      'COPILOT_CLI_*',
      'COPILOT_HOOK_DIR',
      'COPILOT_PROJECT_DIR',
      'GIT_CONFIG_*',
    ],
    marks: ['COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI'],
  },
  registration: {
    // It reads every file of these folders: ours is one of its own.
    files: [
      {
        scope: 'user',
        bases: [
          { from: 'variable', name: 'COPILOT_HOME', path: '' },
          { from: 'home', path: '.copilot' },
        ],
        path: 'hooks/hookline.json',
      },
      { scope: 'project', bases: [{ from: 'project' }], path: '.github/hooks/hookline.json' },
      {
        scope: 'managed',
        bases: [
          { from: 'system', path: '/etc/github-copilot/policy.d', on: 'linux' },
          { from: 'system', path: '/etc/github-copilot/policy.d', on: 'darwin' },
          { from: 'system', path: String.raw`C:\ProgramData\GitHub\Copilot\policy.d`, on: 'win32' },
        ],
        path: 'hookline.json',
      },
    ],
    format: 'listed-json',
    commands: 'shell-line',
    environmentKey: null,
    // A tool call is refused where its hook fails, but goes on where the time is over; beside exit code 2 it reads the
    // answer, and not stderr.
    failClosed: 'plain-line',
    // There a refusal keeps the agent at work.
    failClosedNotOn: ['agentStop', 'subagentStop'],
  },
  events: {
    sessionStart: usual,
    sessionEnd: usual,
    userPromptSubmitted: usual,
    userPromptTransformed: { ...usual, registered: { because: 'hooks of other systems do not know it' } },
    preToolUse: usual,
    permissionRequest: usual,
    postToolUse: usual,
    postToolUseFailure: usual,
    agentStop: usual,
    subagentStart: usual,
    subagentStop: usual,
    errorOccurred: usual,
    preCompact: usual,
    notification: usual,
  },
  refuses: 'answer',
  substitutes: { ask: 'ask', rewriteInput: 'rewrite' },
  endTurnLetsToolRun: false,
  outputs: 'text',
  longestContext: 10_000,
  disarmedBy: [
    {
      id: 'disableAllHooks',
      by: 'project',
      about:
        'disableAllHooks: true in .github/copilot/settings.json, its settings.local.json or .claude/settings.json of a trusted project',
      known: 'live',
    },
    {
      id: 'later-rewrite',
      by: 'project',
      about: 'a hook of a trusted project, which runs after ours and rewrites a call that was let through',
      known: 'live',
    },
    {
      id: 'later-answer',
      by: 'project',
      about:
        'a hook of a trusted project that answers after ours on a prompt, a stop or a request for permission: there the last answer counts',
      known: 'live',
    },
  ],
  secrets: {
    variables: [
      'COPILOT_GITHUB_TOKEN',
      'COPILOT_PROVIDER_API_KEY',
      'COPILOT_PROVIDER_BEARER_TOKEN',
      'GH_TOKEN',
      'GITHUB_TOKEN',
    ],
    fields: ['transcriptPath', 'transcript_path'],
  },
  // Offered to models of the families that are trained for it, in place of `edit` and `create`.
  patchTools: { apply_patch: { field: null, known: 'live' } },
  alsoReads: ['claude'],
};
