import { join } from 'node:path';
import { readByRequests } from '../by-requests.ts';
import type { JsonObject } from '@hookline/core';
import type { SeenRequest } from '../../support/openai-server.ts';
import type { Asker, Client, Play } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { asText } from '../values.ts';
import { decided } from './decided.ts';

export const kimi: Client = {
  id: 'kimi',
  name: 'Kimi Code',
  package: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  needs: [`node-linux-${process.arch}@22.23.3`],
  program: (folder) => join(folder, 'node_modules/.bin/kimi'),
  runBy: (folder) => join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin/node'),
  home: {},
  settings: {
    file: 'home/.kimi-code/config.toml',
    movedBy: 'KIMI_CODE_HOME',
    around: (modelUrl) => ({ head: HEAD, tail: provider(modelUrl) }),
  },
  environment: () => ({ KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' }),
  words: ({ prompt }) => ['-p', prompt],
  input: () => [],
  asker,
  provoke: usualScenes((name, input) => ({ name, input }), {
    SessionEnd: 'is not fired in a headless run',
    PermissionRequest: 'no one is asked in a headless run',
    PermissionDenied: 'no one is asked in a headless run',
    TurnStart: ({ prompt }) => ({ prompt: asText(prompt) }),
    StopFailure: ({ error }) => ({ failure: asText(error) }),
    Notification: 'no way to let a background task end within a headless run is known',
    SubagentStart: startsAgent,
    SubagentStop: startsAgent,
    PreCompact: 'comes only when a long session is made shorter',
  }),
  read: readByRequests({
    denied: [/<system>ERROR: Tool execution failed\.<\/system>\n([\s\S]*)$/],
    withheld: [],
    asked: null,
    unpermitted: /(?!)/,
    rejected: /UserPromptSubmit hook blocked:?\s*([\s\S]*?)\s*(?:\nkimi version|$)/,
    ended: null,
    context: [/<hook_result hook_event="UserPromptSubmit">\s*([\s\S]*?)\s*<\/hook_result>/],
    noise: [/Wall time: [\d.]+ seconds/g],
    bareReasons: false,
  }),
  decided,
  connection: {
    file: '.kimi-code/config.toml',
    names: {
      SessionStart: 'SessionStart',
      UserPromptSubmit: 'UserPromptSubmit',
      PreToolUse: 'PreToolUse',
      Stop: 'Stop',
    },
    shell: (command) => ({ name: 'Bash', input: { command, description: 'd' } }),
    patch: 'it has no tool that takes a patch',
    copied: 'no file of a project is read',
    off: 'no file of a project is read',
    instead: [
      {
        does: 'rewrites the input',
        says: 'the tool does not run, and the model reads the rewritten input',
        expect: { decision: 'block', block: { effect: 'deny_tool', reason: { $match: 'echo rewritten > ran\\.txt' } } },
        ran: null,
      },
      { does: 'adds a context', at: 'PreToolUse', says: 'the program takes a context with a prompt only' },
      { does: 'consents', says: 'a headless run permits everything' },
    ],
    cost: {
      by: 'calls',
      entry: (line) => ({
        'home/.kimi-code/config.toml': `[[hooks]]\nevent = "PreToolUse"\ncommand = ${JSON.stringify(line)}\n`,
      }),
    },
  },
};

const HEAD = 'default_model = "fake"\n';

const provider = (modelUrl: string): string =>
  [
    '',
    '[providers.fake]',
    'type = "openai"',
    `base_url = "${modelUrl}/v1"`,
    'api_key = "x"',
    '[models.fake]',
    'provider = "fake"',
    'model = "fake"',
    'max_context_size = 100000',
    '',
  ].join('\n');

/** Only the agent itself may start agents. */
function asker({ body }: SeenRequest): Asker {
  return JSON.stringify(body['tools'] ?? []).includes('"Agent"') ? 'agent' : 'subagent';
}

function startsAgent({ agent_type: type, task }: JsonObject): Partial<Play> {
  const input = { description: 'd', prompt: asText(task) || 'SUBTASK', subagent_type: asText(type) };
  return { calls: [{ name: 'Agent', input }] };
}
