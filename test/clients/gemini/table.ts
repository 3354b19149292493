import { join } from 'node:path';
import { readByRequests } from '../by-requests.ts';
import type { Client } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { decided } from './decided.ts';

export const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: (folder) => join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
  runBy: () => process.execPath,
  home: {},
  settings: {
    file: 'home/.gemini/settings.json',
    keys: {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
    },
  },
  environment: (modelUrl, { isTrusted }) => ({
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_API_KEY: 'x',
    // The option alone does not make it read all of the project's settings.
    ...(isTrusted === false ? {} : { GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  }),
  words: ({ prompt, isPermitted, isTrusted }) => [
    '-m',
    'gemini-2.5-flash',
    ...(isPermitted ? ['--yolo'] : []),
    ...(isTrusted === false ? [] : ['--skip-trust']),
    '-p',
    prompt,
  ],
  input: () => [],
  asker: () => 'agent',
  provoke: usualScenes((name, input) => ({ name, input }), {
    PreModelTurn: 'a headless run does not tell what its hooks did',
    PostModelTurn: 'a headless run does not tell what its hooks did',
    PreToolSelection: 'a headless run does not tell what its hooks did',
    PreCompact: 'decides nothing',
    Notification: 'comes with questions that only a terminal shows',
  }),
  read: readByRequests({
    denied: [/^error: Tool execution blocked: ([\s\S]*)$/],
    withheld: [/^error: ([\s\S]*)$/],
    asked: null,
    unpermitted: /denied by policy|not allowed|Tool ".*" not found|requires user confirmation/i,
    rejected: /Agent execution blocked: ([^\n]*)/,
    ended: /Agent execution stopped: (?:Agent execution stopped by hook: )?([^\n]*)/,
    context: [/<hook_context>\s*([\s\S]*?)\s*<\/hook_context>$/],
    noise: [/Process Group PGID: \d+/g, /<session_context>[\s\S]*?<\/session_context>/g],
    bareReasons: false,
  }),
  neverPermits: true,
  decided,
  connection: {
    file: '.gemini/settings.json',
    names: {
      SessionStart: 'SessionStart',
      UserPromptSubmit: 'BeforeAgent',
      PreToolUse: 'BeforeTool',
      Stop: 'AfterAgent',
    },
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'd' } }),
    copied: 'the first copy counts there, and it is the user’s',
    off: {
      files: { 'project/.gemini/settings.json': { hooksConfig: { enabled: false } } },
      word: 'hooksConfig',
    },
    instead: [{ does: 'adds a context', at: 'PreToolUse', says: 'the program has no context before a tool' }],
    cost: {
      by: 'calls',
      empty: {
        'home/.gemini/settings.json': { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: ':' }] }] } },
      },
    },
  },
};
