import { join } from 'node:path';
import type { Client, ToolCall } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { decided } from './decided.ts';
import { withModelTurns } from './read.ts';

const shell = (command: string): ToolCall => ({ name: 'run_shell_command', input: { command, description: 'd' } });

export const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  needs: [`node-linux-${process.arch}@22.23.3`],
  program: (folder) => join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
  runBy: (folder) => join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin/node'),
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
    // It would start itself a second time, to have more memory.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    NODE_COMPILE_CACHE: '{{root}}/../compile-cache',
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
    PreModelTurn: () => ({}),
    PostModelTurn: () => ({}),
    PreToolSelection: () => ({}),
    // It comes before every turn of a session that has a history.
    PreCompact: () => ({ calls: [shell('echo ok')] }),
    Notification: 'comes with questions that only a terminal shows',
  }),
  read: withModelTurns({
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
    shell,
    patch: 'it has no tool that takes a patch',
    copied: 'the first copy counts there, and it is the user’s',
    off: {
      files: { 'project/.gemini/settings.json': { hooksConfig: { enabled: false } } },
      word: 'hooksConfig',
    },
    instead: [{ does: 'adds a context', at: 'PreToolUse', says: 'the program has no context before a tool' }],
    cost: {
      by: 'calls',
      entry: (line) => ({
        'home/.gemini/settings.json': { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: line }] }] } },
      }),
    },
  },
};
