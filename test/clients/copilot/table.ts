import { join } from 'node:path';
import { readByRequests } from '../by-requests.ts';
import type { Client } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { decided } from './decided.ts';

const NATIVE: Readonly<Record<string, string>> = { Bash: 'bash', Read: 'view', Write: 'create', Edit: 'edit' };
const FIELDS: Readonly<Record<string, string>> = {
  file_path: 'path',
  content: 'file_text',
  old_string: 'old_str',
  new_string: 'new_str',
};

export const copilot: Client = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  package: '@github/copilot',
  version: '1.0.102',
  program: (folder) => join(folder, 'node_modules/@github', `copilot-linux-${process.arch}`, 'copilot'),
  home: {},
  trusting: { '.copilot/config.json': { trusted_folders: ['{{project}}'] } },
  environment: (modelUrl, play) => ({
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'x',
    COPILOT_MODEL: play.with?.['model'] ?? 'fake-model',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  words: ({ prompt, isPermitted, plugins = [] }) => [
    '-p',
    prompt,
    ...(isPermitted ? ['--allow-all-tools'] : []),
    ...plugins.flatMap((folder) => ['--plugin-dir', folder]),
  ],
  input: () => [],
  asker: () => 'agent',
  takesPlugins: true,
  provoke: usualScenes(
    (tool, input) => ({
      name: NATIVE[tool] ?? tool,
      input: Object.fromEntries(Object.entries(input).map(([key, value]) => [FIELDS[key] ?? key, value])),
    }),
    {
      PreCompact: 'comes only when a long session is made shorter',
      SubagentStart: 'its own agents need a task of several turns',
      SubagentStop: 'its own agents need a task of several turns',
      StopFailure: 'a failure of the model ends the run',
      Notification: 'comes with questions that only a terminal shows',
    },
  ),
  read: readByRequests({
    denied: [
      /^Denied by preToolUse hook: ([\s\S]*)$/,
      /^(Denied by preToolUse hook from "[^"]*" \(hook errored\)[\s\S]*)$/,
      /^Permission denied by a PermissionRequest hook: ([\s\S]*)$/,
    ],
    withheld: [/^Tool result blocked: ([\s\S]*)$/],
    asked: /^Denied by preToolUse hook \(unable to ask user for confirmation\): ([\s\S]*)$/,
    unpermitted: /^Permission denied because no interactive user response/,
    rejected: /^! ([^\n]*)$/m,
    ended: null,
    context: [
      /^Additional context from \w+ hook:\n([\s\S]*)$/,
      /^Tool "\w+" \w+\. Additional guidance from \w+ hooks:\n([\s\S]*)$/,
      /<system_reminder>\s*([\s\S]*?)\s*<\/system_reminder>$/,
    ],
    noise: [/<current_datetime>[^<]*<\/current_datetime>\s*/g, /\/session-state\/[\da-f-]{36}/g],
    bareReasons: false,
  }),
  decided,
  connection: {
    file: '.copilot/hooks/hookline.json',
    names: {
      SessionStart: 'sessionStart',
      UserPromptSubmit: 'userPromptSubmitted',
      PreToolUse: 'preToolUse',
      Stop: 'agentStop',
    },
    shell: (command) => ({ name: 'bash', input: { command, description: 'd' } }),
    patch: { call: (input) => ({ name: 'apply_patch', input: { input } }), model: 'gpt-5.1-codex' },
    copied: 'a copy is one more hook there, and takes nothing away',
    off: {
      files: { 'project/.github/copilot/settings.json': { disableAllHooks: true } },
      word: 'disableAllHooks',
    },
    instead: [],
    alsoReads: 'claude',
    cost: {
      by: 'calls',
      entry: (line) => ({
        'home/.copilot/hooks/plain.json': { version: 1, hooks: { preToolUse: [{ type: 'command', bash: line }] } },
      }),
    },
  },
};
