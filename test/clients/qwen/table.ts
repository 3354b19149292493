import { join } from 'node:path';
import { readByRequests } from '../by-requests.ts';
import type { JsonObject } from '@hookline/core';
import type { SeenRequest } from '../../support/openai-server.ts';
import type { Asker, Client, Play, ToolCall } from '../client.ts';
import { usualScenes } from '../simple-scenes.ts';
import { asText, isObject } from '../values.ts';
import { decided } from './decided.ts';

export const qwen: Client = {
  id: 'qwen',
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  needs: [`node-linux-${process.arch}@22.23.3`],
  program: (folder) => join(folder, 'node_modules/@qwen-code/qwen-code/cli.js'),
  runBy: (folder) => join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin/node'),
  home: {},
  // A second agent, which looks for things to remember after a turn, would ask the model too.
  settings: { file: 'home/.qwen/settings.json', keys: { memory: { enableManagedAutoMemory: false } } },
  environment: (modelUrl) => ({
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_API_KEY: 'x',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  }),
  words: ({ prompt, isPermitted }) => [
    '--auth-type',
    'openai',
    '-m',
    'fake-model',
    ...(isPermitted ? ['--yolo'] : []),
    '-p',
    prompt,
  ],
  input: () => [],
  asker,
  endsHooks: 'what a hook that no one waits for leaves behind is not there after a headless run',
  provoke: usualScenes((name, input) => ({ name, input }), {
    SessionEnd: 'is not fired in a headless run',
    PermissionRequest: 'is not fired in a headless run: the call is declined first',
    Notification: () => ({}),
    PostToolBatch: ({ tool_calls: calls }) => ({ calls: listOf(calls).map(callOf) }),
    SubagentStart: 'what is told of a started sub-agent differs from run to run',
    SubagentStop: startsAgent,
    TaskCreated: ({ all_todos: todos }) => ({ calls: [todoList(todos)] }),
    TaskCompleted: ({ all_todos: todos }) => ({
      calls: [todoList(listOf(todos).map((todo) => ({ ...todo, status: 'pending' }))), todoList(todos)],
    }),
    PreCompact: 'comes only when a long session is made shorter',
  }),
  read: readByRequests({
    denied: [],
    withheld: [],
    asked: null,
    unpermitted: /requires? (?:user )?(?:approval|confirmation)|declined|not permitted|non-interactive mode/i,
    rejected: null,
    ended: null,
    context: [
      /SessionStart additional context:\n([\s\S]*?)\n<\/qwen:session-start-context>$/,
      /<qwen:user-prompt-submit-context>\s*([\s\S]*?)\s*<\/qwen:user-prompt-submit-context>$/,
    ],
    noise: [/Process Group PGID: [^\n]*/g],
    bareReasons: true,
  }),
  neverPermits: true,
  decided,
  connection: {
    file: '.qwen/settings.json',
    names: {
      SessionStart: 'SessionStart',
      UserPromptSubmit: 'UserPromptSubmit',
      PreToolUse: 'PreToolUse',
      Stop: 'Stop',
    },
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'd', is_background: false } }),
    patch: 'it has no tool that takes a patch',
    copied: ({ hooks }) => ({ 'project/.qwen/settings.json': { hooks: unwaited(hooks) } }),
    off: { files: { 'project/.qwen/settings.json': { disableAllHooks: true } }, word: 'disableAllHooks' },
    instead: [
      {
        does: 'rewrites the input',
        says: 'the tool does not run, and the model reads the rewritten input',
        expect: { decision: 'block', block: { effect: 'deny_tool', reason: { $match: 'echo rewritten > ran\\.txt' } } },
        ran: null,
      },
      { does: 'adds a context', at: 'PreToolUse', says: 'the program shows a context before a tool to no one' },
    ],
    cost: {
      by: 'calls',
      entry: (line) => ({
        'home/.qwen/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: line }] }] } },
      }),
    },
  },
};

/** Entries that no one waits for. */
function unwaited(hooks: unknown): unknown {
  return JSON.parse(JSON.stringify(hooks).replaceAll('"type":"command"', '"type":"command","async":true')) as unknown;
}

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value.filter(isObject) as readonly JsonObject[]) : [];

const callOf = ({ tool_name: name, tool_input: input }: JsonObject): ToolCall => ({
  name: asText(name),
  input: isObject(input) ? input : {},
});

const todoList = (todos: unknown): ToolCall => ({ name: 'todo_write', input: { todos: [...listOf(todos)] } });

const TASK = 'SUBTASK';

function startsAgent({ agent_type: type }: JsonObject): Partial<Play> {
  return { calls: [{ name: 'agent', input: { description: 'd', prompt: TASK, subagent_type: asText(type) } }] };
}

/** A sub-agent is told its task in the words of a user. */
function asker({ body }: SeenRequest): Asker {
  if (listOf(body['tools']).length === 0) return 'hook';
  const said = listOf(body['messages']).filter(({ role }) => role === 'user');
  return JSON.stringify(said).includes(TASK) ? 'subagent' : 'agent';
}
