import { join } from 'node:path';
import { readByRequests } from '../by-requests.ts';
import type { Client, Play } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { asText } from '../values.ts';
import { decided } from './decided.ts';

const TRIPLES: Readonly<Record<string, string>> = {
  x64: 'x86_64-unknown-linux-musl',
  arm64: 'aarch64-unknown-linux-musl',
};

export const codex: Client = {
  id: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: (folder) =>
    join(folder, `node_modules/@openai/codex-linux-${process.arch}/vendor`, TRIPLES[process.arch] ?? '', 'bin/codex'),
  home: {},
  settings: {
    file: 'home/.codex/config.toml',
    around: (modelUrl, play) => ({ head: headFor(play), tail: provider(modelUrl, play) }),
  },
  environment: () => ({ FAKE_KEY: 'x' }),
  words: ({ prompt }) => [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-hook-trust',
    '--dangerously-bypass-approvals-and-sandbox',
    '--json',
    prompt,
  ],
  input: () => [],
  asker: () => 'agent',
  provoke: usualScenes(
    (tool, input) =>
      tool === 'Bash'
        ? { name: 'exec_command', input: { cmd: asText(input['command']) } }
        : `the program is given no tool ${tool}`,
    {
      PermissionRequest: 'no one is asked in a headless run',
      PostToolUseFailure: 'is not fired for a tool that ends in an error',
      Interrupt: 'comes when a person stops the turn',
      PreCompact: 'comes only when a long session is made shorter',
      PostCompact: 'comes only when a long session is made shorter',
      SubagentStart: 'its agents need a tool of several steps',
      SubagentStop: 'its agents need a tool of several steps',
      PreModelTurn: () => ({}),
      PostModelTurn: () => ({}),
    },
  ),
  read: readByRequests({
    denied: [
      /^Command blocked by PreToolUse hook: ([\s\S]*)\. Command: /,
      /^Tool call blocked by PreToolUse hook: ([\s\S]*)\. Tool: /,
    ],
    withheld: [],
    asked: null,
    unpermitted: /rejected by user|requires approval|approval policy|not permitted/i,
    rejected: null,
    ended: null,
    context: [],
    noise: [/Chunk ID: \w+/g, /Wall time: [\d.]+ seconds/g, /<hook_prompt hook_run_id="[^"]*">/g, /<\/hook_prompt>/g],
    bareReasons: false,
  }),
  neverPermits: true,
  decided,
  connection: {
    file: '.codex/hooks.json',
    names: {
      SessionStart: 'SessionStart',
      UserPromptSubmit: 'UserPromptSubmit',
      PreToolUse: 'PreToolUse',
      Stop: 'Stop',
    },
    shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
    patch: { call: (input) => ({ name: 'apply_patch', input, isFreeform: true }), model: 'gpt-5.5' },
    copied: 'the program runs every copy of a hook: none replaces another',
    off: { files: { 'project/.codex/config.toml': '[features]\nhooks = false\n' }, word: 'features.hooks' },
    instead: [{ does: 'consents', says: 'no hook permits a call before it runs, and a headless run asks no one' }],
    cost: {
      by: 'calls',
      entry: (line) => ({
        'home/.codex/hooks.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: line }] }] } },
      }),
    },
  },
};

const headFor = ({ with: given }: Play): string =>
  [
    `model = "${given?.['model'] ?? 'fake-model'}"`,
    'model_provider = "fake"',
    'check_for_update_on_startup = false',
    '',
  ].join('\n');

const provider = (modelUrl: string, { isTrusted }: Play): string =>
  [
    '',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${modelUrl}/v1"`,
    'wire_api = "responses"',
    'env_key = "FAKE_KEY"',
    '[analytics]',
    'enabled = false',
    '[otel]',
    'exporter = "none"',
    ...(isTrusted === false ? [] : ['[projects."{{project}}"]', 'trust_level = "trusted"']),
    '',
  ].join('\n');
