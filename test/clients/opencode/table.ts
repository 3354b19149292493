import { join } from 'node:path';
import type { Client } from '../client.ts';
import { readOutcome } from './read.ts';

const CONFIG = {
  autoupdate: false,
  share: 'disabled',
  model: 'fake/m',
  small_model: 'fake/m',
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{env:HOOKLINE_MODEL_URL}', apiKey: 'x' },
      models: { m: {} },
    },
  },
  agent: { careful: { mode: 'primary', permission: { bash: 'ask' } } },
};

/** The settings with another model, which begin to count where it is given. */
const modelsWith = (model: string): string =>
  JSON.stringify({ model: `fake/${model}`, provider: { fake: { models: { [model]: {} } } } });

/** A plugin that runs a line of shell before each tool, and nothing else. */
const pluginOf = (line: string): string => `import { spawn } from 'node:child_process';
export const Plain = async () => ({
  'tool.execute.before': () => new Promise((resolve) => spawn('/bin/sh', ['-c', ${JSON.stringify(line)}]).on('close', resolve)),
});
`;

export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: (folder) => join(folder, 'node_modules', `opencode-linux-${process.arch}`, 'bin/opencode'),
  // Without them it waits for a server of packages, which is not there.
  home: { '.config/opencode/opencode.json': CONFIG, '.npmrc': 'fetch-retries=0\noffline=true\n' },
  environment: (modelUrl, { with: given }) => ({
    ...(given?.['model'] === undefined ? {} : { OPENCODE_CONFIG_CONTENT: modelsWith(given['model']) }),
    HOOKLINE_MODEL_URL: `${modelUrl}/v1`,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  words: ({ prompt, isPermitted }) => [
    'run',
    '--format',
    'json',
    ...(isPermitted ? [] : ['--agent', 'careful']),
    prompt,
  ],
  input: () => [],
  // The title of a session is asked for without tools.
  asker: ({ body }) => (Array.isArray(body['tools']) && body['tools'].length > 0 ? 'agent' : 'hook'),
  provoke: () => 'it has no hook files of its own',
  read: readOutcome,
  decided: {},
  connection: {
    file: '.config/opencode/plugins/hookline.js',
    names: {
      SessionStart: 'session.created',
      UserPromptSubmit: 'chat.message',
      PreToolUse: 'tool.execute.before',
      Stop: 'session.idle',
    },
    shell: (command) => ({ name: 'bash', input: { command, description: 'd' } }),
    patch: { call: (patchText) => ({ name: 'apply_patch', input: { patchText } }), model: 'gpt-5' },
    copied: 'a copy of the plugin in the project runs beside ours, and takes nothing away from it',
    off: 'no file of a project switches plugins off',
    notAdopted: 'it has no hook files of its own',
    instead: [
      {
        does: 'rejects the prompt',
        says: 'the model is not asked; without a screen the program shows an error, not the reason',
        expect: { decision: 'block', block: { effect: 'reject_prompt' } },
      },
      {
        does: 'keeps the agent working',
        says: 'the turn ends all the same: the agent only tells that it has ended',
        expect: { decision: 'none' },
      },
    ],
    cost: { by: 'calls', entry: (line) => ({ 'home/.config/opencode/plugins/plain.js': pluginOf(line) }) },
  },
};
