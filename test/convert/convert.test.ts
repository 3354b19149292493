import { createHooks, DIALECTS, type AnyEvent, type Outcome } from '@hookline/core/internal';
import { convertHooks, writeChanges } from '@hookline/toolbox';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually, makePlace } from '../../packages/cli/src/testing/place.ts';
import { programsIn } from '../../scripts/programs.mjs';
import { DIALECT_IDS } from '../support/dialect-ids.ts';
import { needs } from '../support/programs.ts';
import { skipWithout } from '../support/skip-without.ts';
import { IDS, type Moment, momentsOf } from './cases.mjs';
import { converted, type Decided, judge, original } from './prove.mjs';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BRIDGE = {
  file: fromHere('../../packages/cli/dist/hookline-bridge.mjs'),
  http: fromHere('../../packages/cli/dist/hookline-http.mjs'),
  assets: fromHere('../../packages/core/assets'),
};
const PAIRS = IDS.flatMap((from) => IDS.filter((to) => to !== from).map((to) => [from, to] as const));

/** Cases that decide or rewrite something; `run.mjs` takes them all. */
const SAMPLE: Readonly<Record<string, readonly string[]>> = {
  kolega: ['kolega-public-first-block-stops-the-rest'],
  'agent-hooks': ['agent-hooks-public-exit-2'],
  qoder: ['qoder-public-sample-quick-start-blocks'],
  kode: ['kode-public-chain-input'],
  polytoken: ['polytoken-public-seed-protect-changelog-denies'],
  claude: ['claude-public-on-failure-block-exit-1', 'claude-public-if-bash-compound'],
};

describe('a conformance case is decided alike after conversion, or its difference is listed', () => {
  test.each(PAIRS)('%s to %s', { timeout: 120_000 }, async (from, to) => {
    const moments = await momentsOf(from);
    const wanted = SAMPLE[from] ?? [];
    const chosen = wanted.flatMap((id) => moments.find((moment) => moment.id.startsWith(id)) ?? []);
    expect(chosen.length).toBeGreaterThan(0);
    skipWithout(...programsIn(JSON.stringify(chosen)));
    for (const moment of chosen) {
      const [before, after] = [await decidedOnce(moment), await converted(moment, to)];
      expect((await judge(before, after, moment, to)).verdict, moment.id).not.toBe('third');
    }
  });
});

const decided = new Map<string, Promise<Decided>>();

/** The original is the same for every target. */
function decidedOnce(moment: Moment): Promise<Decided> {
  const known = decided.get(moment.id) ?? original(moment);
  decided.set(moment.id, known);
  return known;
}

/** A project with these files, and a way to convert and fire in it. */
function aProject(files: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-convert-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries({ 'home/.keep': '', 'project/.keep': '', ...files })) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755);
  }
  const places = {
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: { PATH: process.env['PATH'] ?? '', ...env },
  };
  const convert = async (from: string, to: string): Promise<void> => {
    const request = { from, to, scope: 'project', output: null, toolNames: 'native', bridge: BRIDGE } as const;
    writeChanges((await convertHooks(request, places)).changes, places.project);
  };
  const fire = async (dialect: string, fields: Partial<AnyEvent>): Promise<Outcome> => {
    const options = { dialects: [dialect], trust: 'all', record: false, warm: false, toolNames: 'native' } as const;
    const hooks = await createHooks({ ...places, ...options });
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: places.project, ...fields } as const;
    try {
      return await hooks.fire(event);
    } finally {
      await hooks.close();
    }
  };
  return { ...places, convert, fire };
}

/** A guard for each system, in the system's own words: it refuses to write `.env`. */
const GUARDS: Readonly<Record<string, (tool: string, path: string) => Readonly<Record<string, unknown>>>> = {
  kolega: (tool, path) => ({
    '.kolega/hooks.json': {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: tool, hooks: [{ type: 'command', command: './guard.sh' }] }] },
    },
    'guard.sh': `#!/bin/sh\nin=$(cat)\ncase $in in *'"${path}": "'*'.env"'*) echo 'not .env' >&2; exit 2;; esac\n`,
  }),
  'agent-hooks': (tool, path) => ({
    '.agents/hooks/guard/HOOK.md': `---\nname: guard\ndescription: d\ntrigger: before_tool\nmatcher:\n  tool: ^${tool}$\n---\n`,
    '.agents/hooks/guard/scripts/run.sh': `#!/bin/sh\nin=$(cat)\ncase $in in *'"${path}": "'*'.env"'*) echo 'not .env' >&2; exit 2;; esac\n`,
  }),
  qoder: (tool, path) => ({
    '.qoder/settings.json': {
      hooks: {
        PreToolUse: [
          {
            matcher: tool,
            hooks: [
              {
                type: 'command',
                command: `case $(cat) in *'"${path}":"'*'.env"'*) echo 'not .env' >&2; exit 2;; esac`,
              },
            ],
          },
        ],
      },
    },
  }),
  claude: (tool, path) => ({
    '.claude/settings.json': {
      hooks: {
        PreToolUse: [
          {
            matcher: tool,
            hooks: [
              {
                type: 'command',
                command: `case $(cat) in *'"${path}":"'*'.env"'*) echo 'not .env' >&2; exit 2;; esac`,
              },
            ],
          },
        ],
      },
    },
  }),
  kode: (tool, path) => ({
    '.kode/config.yaml': 'hooks:\n  tool_call_pre:\n    - exec: ./guard.sh\n',
    'guard.sh': `#!/bin/sh\nin=$(cat)\ncase $in in *'"tool":"${tool}"'*'"${path}":"'*'.env"'*) echo 'not .env' >&2; exit 2;; esac\n`,
  }),
  polytoken: (tool, path) => ({
    '.polytoken/hooks.json': [
      {
        name: 'guard',
        event: 'pre_tool_use',
        matcher: tool,
        handler: { bash: `case $(cat) in *'"${path}":"'*'.env"'*) echo 'not .env' >&2; exit 2;; esac` },
      },
    ],
  }),
};

describe('a guard in the words of one system guards in those of another', () => {
  test.each(PAIRS)('%s to %s', { timeout: 120_000 }, async (from, to) => {
    const write = DIALECTS.find(({ id }) => id === from)?.tools['Write'];
    const path = write?.fields?.['file_path'] ?? 'file_path';
    const guard = GUARDS[from]?.(write?.names[0] ?? 'Write', typeof path === 'string' ? path : path.at) ?? {};
    const project = aProject(
      Object.fromEntries(Object.entries(guard).map(([name, text]) => [`project/${name}`, text])),
    );
    await project.convert(from, to);
    const writing = (file_path: string): Partial<AnyEvent> => ({ tool_name: 'Write', tool_input: { file_path } });
    expect((await project.fire(to, writing('.env'))).block?.reason).toBe('not .env');
    expect((await project.fire(to, writing('a.txt'))).decision).toBe('none');
  });
});

test('an input that the hook rewrites comes back in the fields of the host', { timeout: 60_000 }, async () => {
  const answer = JSON.stringify({ replace_tool_input: { path: 'safe.txt', content: 'x' } });
  const project = aProject({
    'project/.kode/config.yaml': 'hooks:\n  tool_call_pre:\n    - exec: ./move.sh\n',
    'project/move.sh': `#!/bin/sh\necho '${answer}'\n`,
  });
  await project.convert('kode', 'agent-hooks');
  const outcome = await project.fire('agent-hooks', {
    tool_name: 'Write',
    tool_input: { file_path: 'a', content: 'x' },
  });
  expect(outcome.updatedInput).toEqual({ file_path: 'safe.txt', content: 'x' });
});

describe('a handler that the target does not have runs through the bridge', () => {
  const kolegaHook = (handler: object): Readonly<Record<string, unknown>> => ({
    'project/.kolega/hooks.json': { schema_version: 1, hooks: { PreToolUse: [{ hooks: [handler] }] } },
  });

  test('python', { ...needs('python3'), timeout: 60_000 }, async () => {
    const project = aProject({
      ...kolegaHook({ type: 'python', callable: 'guard:check' }),
      'project/guard.py':
        'from kolega_code.hooks import HookOutcome\ndef check(event):\n    return HookOutcome.deny(event.payload["tool_name"])\n',
    });
    await project.convert('kolega', 'polytoken');
    expect((await project.fire('polytoken', { tool_name: 'Bash', tool_input: {} })).block?.reason).toBe(
      'execute_terminal_command',
    );
  });

  test('module', { timeout: 60_000 }, async () => {
    const project = aProject({
      ...kolegaHook({ type: 'module', module: './guard.mjs#check' }),
      'project/guard.mjs': 'export const check = ({ name }) => ({ blocked: true, reason: name });\n',
    });
    await project.convert('kolega', 'kode');
    expect((await project.fire('kode', { tool_name: 'Bash', tool_input: {} })).block?.reason).toBe('PreToolUse');
  });

  test('http', { timeout: 60_000 }, async () => {
    const server = createServer((_request, response) => response.end('{"decision":"deny","reason":"from afar"}'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    const hooks = { PreToolUse: [{ hooks: [{ type: 'http', url }] }] };
    const project = aProject({ 'project/.qoder/settings.json': { hooks } });
    await project.convert('qoder', 'kolega');
    expect((await project.fire('kolega', { tool_name: 'Bash', tool_input: {} })).block?.reason).toBe('from afar');
  });
});

test('a bridge that is told to end takes its hook along', { timeout: 60_000 }, async () => {
  const project = aProject({
    'project/.kode/config.yaml': 'hooks:\n  session_end:\n    - exec: ./slow.sh\n',
    'project/slow.sh': '#!/bin/sh\necho $$ > pid\nexec sleep 600\n',
  });
  await project.convert('kode', 'qoder');
  const wrapper = join(project.project, '.qoder/hooks/kode-01-slow.mjs');
  const child = spawn('node', [wrapper], { cwd: project.project, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(
    JSON.stringify({ hook_event_name: 'SessionEnd', session_id: 's', cwd: project.project, reason: 'x' }),
  );
  const file = join(project.project, 'pid');
  const pid = await eventually(() => (existsSync(file) ? Number(readFileSync(file, 'utf8')) || null : null));
  child.kill('SIGTERM');
  await eventually(() => (isAlive(pid) ? null : true));
  expect(isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the command', () => {
  const FILES = {
    'project/.kolega/hooks.json': {
      schema_version: 1,
      hooks: { Stop: [{ hooks: [{ type: 'command', command: './tests.sh' }] }] },
    },
    'project/tests.sh': '#!/bin/sh\necho "run the tests" >&2\nexit 2\n',
  };
  const words = (to: string, ...more: readonly string[]): readonly string[] => [
    'convert',
    '--from',
    'kolega',
    '--to',
    to,
    ...more,
  ];

  test('writes hooks that work', { timeout: 60_000 }, async () => {
    const place = makePlace(FILES);
    expect((await place.run(words('polytoken'))).status).toBe(0);
    const event = { input: JSON.stringify({ hook_event_name: 'Stop', session_id: 's' }) };
    const fired = await place.run(['fire', '-', '--dialect', 'polytoken', '--trust-hooks'], event);
    expect([fired.status, fired.stderr.trim().split('\n').at(-1)]).toEqual([2, 'run the tests']);
  });

  test('writes with --strict what loses only something that the hook is not seen to use', async () => {
    const place = makePlace(FILES);
    const { status, stdout } = await place.run(words('qoder', '--strict'));
    expect([status, existsSync(join(place.project, '.qoder/settings.json'))]).toEqual([0, true]);
    expect(stdout).toContain('  possible loss  payload: qoder does not give Stop hooks: stop_reason\n');
    expect(stdout).toContain('1 of 1 hooks converted; 1 possible loss.\n');
  });

  test('writes nothing on a dry run, or with --strict when the hook uses what is lost', async () => {
    const tests = '#!/bin/sh\ngrep -q \'"stop_reason": "max_steps"\' || exit 2\n';
    const place = makePlace({ ...FILES, 'project/tests.sh': tests });
    const dry = await place.run(words('qoder', '--dry-run', '--json'));
    const strict = await place.run(words('qoder', '--strict', '--json'));
    expect([dry.status, strict.status, existsSync(join(place.project, '.qoder'))]).toEqual([0, 1, false]);
    expect(JSON.parse(strict.stdout)).toEqual({
      from: 'kolega',
      to: 'qoder',
      scope: 'project',
      written: false,
      hooks: [
        {
          id: 'kolega:project:Stop[0].hooks[0]',
          name: './tests.sh',
          event: 'Stop',
          source: '.kolega/hooks.json',
          way: 'bridge',
          events: ['Stop'],
          losses: [
            {
              kind: 'payload',
              part: null,
              text: 'qoder does not give Stop hooks: stop_reason',
              seen: 'in tests.sh',
            },
          ],
          notes: [],
        },
      ],
      losses: [],
      files: [
        { path: '.qoder/hooks/hookline-bridge.mjs', change: 'made' },
        { path: '.qoder/hooks/kolega-01-tests.mjs', change: 'made' },
        { path: '.qoder/settings.json', change: 'made' },
      ],
      diagnostics: [],
    });
  });

  test('tells of an entry that its own system does not load', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'comand', command: 'true' }] }] };
    const place = makePlace({ 'project/.kolega/hooks.json': { schema_version: 1, hooks } });
    const { status, stdout, stderr } = await place.run(words('qoder'));
    expect([status, stdout]).toEqual([0, `Nothing to convert: ${place.project} has no hooks of kolega.\n`]);
    expect(stderr).toMatch(/^\.kolega\/hooks\.json:1:\d+ error: .*unknown type "comand"; did you mean "command"\?/);
  });

  test.each([
    [['--to', 'kode'], `--from is missing: name a system (${DIALECT_IDS.join(', ')})`],
    [['--from', 'kolega', '--to', 'koda'], 'unknown dialect "koda"; did you mean kode?'],
    [['--from', 'kode', '--to', 'kode'], 'both systems are kode; name two different ones'],
  ])('says in one line what is wrong with %j', async (options, line) => {
    const { status, stdout, stderr } = await makePlace().run(['convert', ...options]);
    expect([status, stdout, stderr]).toEqual([1, '', `hookline: ${line}\n`]);
  });
});
