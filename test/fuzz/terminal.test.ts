import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { loadCommands } from '../../packages/cli/src/commands/index.ts';
import { BUNDLE, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { needs } from '../support/programs.ts';

const COMMANDS = await loadCommands();

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

/** Everything that acts on a terminal or hides on it, and a line that is not ours. */
const HOSTILE =
  'A\u001b[2J\u001b]0;t\u0007B\u009b31mC\u202eD\u2066E\u200bF\u0085G\rH\bI\u2028J\u0000K\u001bPq\u001b\\L\u{e0041}M\nhookline: forged';

/** Raw bytes that must not come out. Tabs and line feeds may; what hides inside an emoji is not looked for here. */
const LIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\u{e0041}/u;

const EVENT = {
  hook_event_name: 'PreToolUse',
  session_id: HOSTILE,
  tool_name: 'Bash',
  tool_use_id: HOSTILE,
  tool_input: { command: HOSTILE, [HOSTILE]: HOSTILE },
  transcript_path: HOSTILE,
  permission_mode: HOSTILE,
  [HOSTILE]: HOSTILE,
};

/** A program that prints the answer, and hostile text beside it. */
const said = (answer: unknown, status: number): string => {
  const [stdout, stderr] = [JSON.stringify(answer), HOSTILE].map((text) => Buffer.from(text).toString('base64'));
  return [
    '#!/usr/bin/env python3',
    'import base64, sys',
    `sys.stdout.buffer.write(base64.b64decode('${stdout}'))`,
    `sys.stderr.buffer.write(base64.b64decode('${stderr}'))`,
    `sys.exit(${status})`,
    '',
  ].join('\n');
};

const HOOK_MD = (name: string): string =>
  `---\nname: ${JSON.stringify(name.slice(0, 60))}\ndescription: ${JSON.stringify(HOSTILE)}\ntrigger: before_tool\n${JSON.stringify(HOSTILE)}: 1\nmatcher:\n  tool: ${JSON.stringify('Bash|\u001b[2J')}\n---\n`;

/** A project, a home and a record in which every text is hostile. */
function makeHostilePlace(): Place {
  const answer = {
    decision: 'deny',
    reason: HOSTILE,
    systemMessage: HOSTILE,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: HOSTILE,
      additionalContext: HOSTILE,
    },
    [HOSTILE]: HOSTILE,
  };
  const place = makePlace({
    'home/say.py': said(answer, 0),
    'home/.qoder/settings.json': {
      hooks: {
        [HOSTILE]: [],
        PreToolUse: [
          { matcher: `Bash|(${HOSTILE}`, hooks: [{ type: 'command', command: HOSTILE }] },
          {
            matcher: 'Bash',
            [HOSTILE]: 1,
            hooks: [
              { type: 'command', name: HOSTILE, statusMessage: HOSTILE, command: '~/say.py', [HOSTILE]: HOSTILE },
            ],
          },
          {
            hooks: [
              { type: 'command', name: HOSTILE, command: 'kill -9 $$' },
              { type: 'command', command: `${HOSTILE}; exit 3`, if: `Bash(${HOSTILE})` },
            ],
          },
          {
            hooks: [
              { type: 'http', url: `http://127.0.0.1:1/${HOSTILE}` },
              { type: HOSTILE },
              { type: 'prompt', prompt: HOSTILE, model: HOSTILE },
            ],
          },
        ],
        SessionStart: [{ hooks: [{ type: 'command', command: '~/say.py' }] }],
        Stop: [{ hooks: [{ type: 'command', name: HOSTILE, command: '~/say.py >&2' }] }],
      },
    },
    'home/.local/state/kolega-code/hooks.json': {
      schema_version: 1,
      hooks: {
        PreToolUse: [
          { matcher: HOSTILE, hooks: [{ type: 'command', command: HOSTILE }] },
          {
            hooks: [
              { type: 'python', callable: HOSTILE },
              { type: 'command', command: '"' },
            ],
          },
        ],
      },
    },
    'home/.config/kode/config.yaml': JSON.stringify({
      hooks: {
        tool_call_pre: [{ exec: [HOSTILE.replaceAll('\0', '')] }, { exec: HOSTILE, timeout_ms: HOSTILE }],
        [HOSTILE]: [],
      },
    }),
    'home/.config/agents/hooks/one/HOOK.md': HOOK_MD(HOSTILE.replaceAll('\n', ' ')),
    'home/.config/agents/hooks/one/scripts/run': said(
      { decision: 'ask', reason: HOSTILE, additional_context: HOSTILE, log: HOSTILE },
      0,
    ),
    'project/.polytoken/hooks.json': [
      { name: HOSTILE, event: HOSTILE, matcher: `[${HOSTILE}`, handler: { bash: HOSTILE } },
      `!${HOSTILE}`,
    ],
    'project/.kolega/hooks.json': `{"schema_version": 1, "hooks": {"PreToolUse": [{${HOSTILE}`,
    'project/.mcp.json': {
      mcpServers: {
        [HOSTILE]: { command: HOSTILE, args: [HOSTILE] },
        server: { command: HOSTILE },
        [`x${HOSTILE}`]: { url: HOSTILE },
      },
    },
    'project/AGENTS.md': `${HOSTILE}\n@${HOSTILE}\n@./missing.md\n`,
    'project/.qoder/agents/odd.md': `---\nname: ${JSON.stringify(HOSTILE)}\ndescription: 5\n---\n${HOSTILE}`,
    'project/event.json': EVENT,
    'project/bad-event.json': { hook_event_name: HOSTILE, session_id: 's', cwd: '/' },
    'project/steps.json': [
      {
        text: HOSTILE,
        calls: [
          {
            name: 'Bash',
            input: { command: `printf '\\033[2J\\233'; echo ${HOSTILE.replaceAll('\0', '')}`, description: HOSTILE },
          },
          { name: HOSTILE, input: { [HOSTILE]: HOSTILE } },
        ],
      },
      { text: `{{last_result}}${HOSTILE}` },
    ],
    'project/odd.hooktest.yaml': JSON.stringify({
      cases: [
        { name: HOSTILE, event: EVENT, expect: { decision: 'allow', reason: HOSTILE } },
        { name: `again ${HOSTILE}`, example: 'PreToolUse', expect: { context: HOSTILE } },
      ],
    }),
    'project/bad.hooktest.yaml': JSON.stringify({ cases: [{ name: HOSTILE, [HOSTILE]: HOSTILE }], [HOSTILE]: 1 }),
    'project/bad-steps.json': [{ text: 5, [HOSTILE]: HOSTILE }],
  });
  mkdirSync(join(place.project, 'odd\u001b[2J\u202e\u009b1m'));
  writeFileSync(join(place.project, 'odd\u001b[2J\u202e\u009b1m/.kolega'), HOSTILE);
  return place;
}

const ODD_FOLDER = 'odd\u001b[2J\u202e\u009b1m';
const ARGUMENT = HOSTILE.replaceAll('\0', '');

/** How each command is called; those that show the same with and without --json are called both ways. */
const CALLS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  fire: [
    ['event.json', '--trust-hooks', '--wait', '--debug'],
    ['event.json', '--json', '--wait'],
    ['event.json', '--dialect', 'agent-hooks', '--debug'],
    ['event.json', '--project', ODD_FOLDER, '--trust-hooks'],
    ['--event', 'SessionStart', '--set', `source=${ARGUMENT}`],
    ['--event', 'Stop', '--set', `last_assistant_message=${ARGUMENT}`],
    ['--event', ARGUMENT],
    ['bad-event.json'],
    [ARGUMENT],
    ['event.json', `--${ARGUMENT}`],
    ['--event', 'PreToolUse', '--input', ARGUMENT],
    ['--event', 'PreToolUse', '--tool', ARGUMENT, '--set', ARGUMENT],
    ['event.json', '--dialect', ARGUMENT],
  ],
  ask: [
    [ARGUMENT, '--script', 'steps.json', '--trust-hooks', '--permission-mode', 'bypass', '--debug'],
    ['Go', '--script', 'steps.json', '--json', '--permission-mode', 'bypass'],
    ['Go', '--script', 'bad-steps.json'],
    ['Go', '--script', ARGUMENT],
    ['Go', '--model', ARGUMENT],
    ['Go', '--script', 'steps.json', '--resume', ARGUMENT],
    ['Go', '--permission-mode', ARGUMENT],
  ],
  chat: [
    ['--script', 'steps.json', '--permission-mode', 'bypass', '--trust-hooks'],
    ['--script', ARGUMENT],
  ],
  explain: [
    ['event.json'],
    ['event.json', '--json'],
    ['event.json', '--order'],
    ['bad-event.json'],
    ['last'],
    ['last', '--json'],
    ['last', '--order'],
    [ARGUMENT],
  ],
  list: [[], ['--json'], ['--project', ODD_FOLDER], ['--project', ARGUMENT]],
  validate: [
    [],
    ['--json'],
    ['--reporter', 'github'],
    ['.kolega/hooks.json', '.polytoken/hooks.json'],
    [ARGUMENT],
    ['--reporter', ARGUMENT],
  ],
  trust: [[], ['--json'], ['--list'], ['--list', '--json'], ['--project', ODD_FOLDER]],
  untrust: [[], ['--json'], ['--project', ODD_FOLDER]],
  events: [[], ['--json'], [ARGUMENT]],
  log: [[], ['--json'], ['--session', ARGUMENT], ['--event', ARGUMENT], ['--limit', ARGUMENT], ['--since', ARGUMENT]],
  new: [
    ['--dialect', 'qoder', '--event', 'PreToolUse', '--language', 'bash', '--name', 'x', '--no-input'],
    ['--dialect', 'qoder', '--event', 'PreToolUse', '--language', 'bash', '--name', ARGUMENT, '--no-input'],
    ['--dialect', 'qoder', '--event', ARGUMENT, '--language', ARGUMENT, '--name', 'x', '--no-input'],
  ],
  init: [
    ['--dialect', 'polytoken', '--dry-run'],
    ['--dialect', 'qoder', '--json'],
    ['--dialect', ARGUMENT],
  ],
  add: [
    ['--list'],
    ['dangerous-commands', '--dialect', 'polytoken', '--dry-run'],
    ['dangerous-commands', '--dialect', 'qoder', '--option', ARGUMENT],
    [ARGUMENT, '--dialect', 'qoder'],
  ],
  test: [
    ['--trust-hooks'],
    ['--trust-hooks', '--json'],
    ['--trust-hooks', '--reporter', 'junit'],
    ['--trust-hooks', '--reporter', 'github'],
    ['--example', ARGUMENT],
    ['bad.hooktest.yaml'],
    [ARGUMENT],
  ],
  prove: [['--no-stress'], ['--no-stress', '--json'], ['--stress', ARGUMENT], [ARGUMENT]],
  doctor: [[], ['--json'], ['--project', ODD_FOLDER]],
  replay: [[], ['--json'], ['event.json'], ['bad-event.json'], [ARGUMENT], ['--sample', ARGUMENT]],
  remove: [[ARGUMENT], [ARGUMENT, '--yes'], [ARGUMENT, '--dialect', ARGUMENT, '--dry-run']],
  shadow: [['--list'], [ARGUMENT], [ARGUMENT, '--off'], ['qoder:user:PreToolUse[1].hooks[0]']],
  convert: [
    ['--from', 'qoder', '--to', 'kode', '--user', '--dry-run'],
    ['--from', 'qoder', '--to', 'polytoken', '--user', '--dry-run', '--json'],
    ['--from', 'agent-hooks', '--to', 'kolega', '--user', '--yes'],
    ['--from', 'kolega', '--to', 'qoder', '--dry-run'],
    ['--from', ARGUMENT, '--to', 'kode'],
  ],
  serve: [
    ['--idle', ARGUMENT],
    [`${ODD_FOLDER}/socket`, '--idle', '0.2'],
  ],
  client: [['--output', `${ODD_FOLDER}/no/such/client`], [ARGUMENT]],
  completion: [['bash'], ['zsh'], ['fish'], [ARGUMENT]],
  __background: [],
  help: [[], [ARGUMENT]],
};

test('every command is called here', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual([...COMMANDS.map(({ name }) => name), 'help'].toSorted());
});

const ENV = {
  NO_COLOR: '1',
  HOOKLINE_VERBOSE: '1',
  HOOKLINE_MODEL_COMMAND: `echo ${JSON.stringify({ ok: false, reason: 'A\u009b2J' })}`,
};

/** What a chat is told, line by line. */
const LINES = [ARGUMENT, '/hooks', '/mode \u001b[2J', '/resume \u001b[2J\u009b', '/\u009b', '/exit', ''].join('\n');

describe.each(Object.entries(CALLS).filter(([, calls]) => calls.length > 0))(
  '%s, with hostile text everywhere',
  (command, calls) => {
    test.each(calls.map((words) => [JSON.stringify(words).slice(0, 60), words] as const))(
      '%s prints nothing live',
      async (_title, words) => {
        const place = makeHostilePlace();
        await fill(place, command);
        const { stdout, stderr } = await place.run([command, ...words], {
          env: ENV,
          input: command === 'chat' ? LINES : '',
        });
        // What the model says to a program is that program's: see below for a terminal.
        const isForProgram = (command === 'ask' && !words.includes('--json')) || command === 'chat';
        expect(isForProgram ? '' : stdout).not.toMatch(LIVE);
        expect(stderr).not.toMatch(LIVE);
      },
    );
  },
);

/** Commands that show what others have left behind. */
async function fill(place: Place, command: string): Promise<void> {
  if (['log', 'explain', 'replay'].includes(command)) await place.run(['fire', 'event.json', '--wait'], { env: ENV });
  if (command === 'trust' || command === 'untrust') await place.run(['trust'], { env: ENV });
}

test('on a terminal the words of the model are encoded as well', needs('script'), async () => {
  const place = makeHostilePlace();
  const words = [process.execPath, BUNDLE, 'ask', 'Go', '--script', 'steps.json', '--permission-mode', 'bypass'];
  const line = words.map((word) => `'${word}'`).join(' ');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: place.home,
    NO_COLOR: '1',
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
  };
  const result = spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: place.project,
    env,
    encoding: 'utf8',
    input: '',
  });
  expect(result.stdout).toContain('A');
  expect(result.stdout.replaceAll('\r\n', '\n')).not.toMatch(LIVE);
});
