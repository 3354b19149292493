import { join } from 'node:path';
import type { Client, Play } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { decided } from './decided.ts';
import { readOutcome } from './read.ts';

const SETTINGS = 'home/model.json';

export const cline: Client = {
  id: 'cline',
  name: 'Cline',
  package: 'cline',
  version: '3.0.65',
  program: (folder) => join(folder, 'node_modules/@cline', `cli-linux-${process.arch}`, 'bin/cline'),
  home: {},
  settings: { file: SETTINGS, around: (modelUrl, play) => ({ head: provider(modelUrl, play), tail: '' }) },
  environment: () => ({
    CLINE_PROVIDER_SETTINGS_PATH: `{{root}}/${SETTINGS}`,
    // Without it a server of its own stays behind.
    CLINE_SESSION_BACKEND_MODE: 'local',
    CLINE_NO_AUTO_UPDATE: '1',
    DO_NOT_TRACK: '1',
  }),
  words: ({ prompt, isPermitted }) => ['--json', '--auto-approve', String(isPermitted), prompt],
  input: () => [],
  asker: () => 'agent',
  provoke: usualScenes(
    (tool, input) =>
      tool === 'Bash'
        ? { name: 'run_commands', input: { commands: [input['command'] ?? ''] } }
        : `no call of ${tool} is made to happen`,
    {
      UserPromptSubmit: 'without a terminal it is told only reminders of the program itself, never the prompt',
      SessionEnd: 'is told only after a run that was broken off, and then without a reason',
      PreCompact: 'is never told',
    },
  ),
  read: readOutcome,
  neverPermits: true,
  decided,
  connection: {
    file: '.cline/hooks/PreToolUse.bash',
    names: {
      SessionStart: 'TaskStart',
      UserPromptSubmit: 'UserPromptSubmit',
      PreToolUse: 'PreToolUse',
      Stop: 'TaskComplete',
    },
    shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
    patch: { call: (input) => ({ name: 'apply_patch', input: { input } }), model: 'gpt-5' },
    copied: 'each file is a hook of its own: a copy takes nothing away',
    off: 'no file of a project switches hooks off',
    refused: {
      says: 'the tool does not run and the run ends; the program tells the reason to no one',
      expect: { decision: 'block', block: { effect: 'end_turn' } },
    },
    notAdopted: 'hooks that are files of their own are not moved',
    instead: [
      {
        does: 'keeps the agent working',
        says: 'the turn ends all the same: the program waits for no answer then',
        expect: { decision: 'none' },
      },
      { does: 'rejects the prompt', says: 'without a terminal the program does not tell the prompt' },
      {
        does: 'adds a context',
        at: 'UserPromptSubmit',
        says: 'without a terminal the program does not tell the prompt',
      },
    ],
    cost: { by: 'calls', entry: (line) => ({ 'home/.cline/hooks/PreToolUse': `#!/bin/sh\n${line}\n` }) },
  },
};

const provider = (modelUrl: string, { with: given }: Play): string => {
  const settings = {
    provider: 'openai-compatible',
    apiKey: 'x',
    model: given?.['model'] ?? 'm',
    baseUrl: `${modelUrl}/v1`,
  };
  return JSON.stringify({
    version: 1,
    lastUsedProvider: settings.provider,
    modes: {},
    providers: {
      [settings.provider]: { settings, updatedAt: '2026-11-18T00:00:00.000Z', tokenSource: 'manual' },
    },
  });
};
