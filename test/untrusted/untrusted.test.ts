import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { DIALECT_IDS, layHostileClone } from './hostile-clone.ts';
import { traced, type Trace, whyUntraceable } from './traced.ts';
import { needs } from '../support/programs.ts';

const HOOKLINE = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));
const untraceable = whyUntraceable();

let root = '';
let project = '';
let mark = '';
let server: Server;
let visits = 0;
let url = '';

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-untrusted-')));
  [project, mark] = [join(root, 'clone'), join(root, 'mark')];
  for (const folder of [project, join(root, 'home/.config/polytoken'), join(root, 'tmp')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(root, 'home/.config/polytoken/hooks.json'),
    JSON.stringify([{ name: 'mine', event: 'pre_tool_use', handler: { bash: 'exit 0' } }]),
  );
  writeFileSync(join(root, 'steps.json'), JSON.stringify([{ text: 'Done.' }]));
  visits = 0;
  server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
});

afterEach(async () => {
  server.close();
  await once(server, 'close');
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

/** The environment of somebody whose PATH even leads into the folder that they are in. */
const environment = (): Readonly<Record<string, string>> => ({
  PATH: `:.:bin:${process.env['PATH'] ?? ''}`,
  HOME: join(root, 'home'),
  LANG: 'C.UTF-8',
  TMPDIR: join(root, 'tmp'),
  PYTHONPATH: '.',
});

const hookline = (words: string): string => `'${process.execPath}' '${HOOKLINE}' ${words}`;
const run = (...commands: readonly string[]): Promise<Trace> =>
  traced(commands.map((words) => `${hookline(words)} </dev/null || true`).join('\n'), {
    cwd: project,
    env: environment(),
  });

/** Every command of the program, each as its help shows it, and `fire` once for each way that an event goes. */
const COMMANDS: readonly string[] = [
  'list',
  'list --json',
  'validate',
  'validate .kolega/hooks.json .qoder/settings.json .kode/config.yaml .polytoken/hooks.json',
  `explain --event PreToolUse --tool Bash --input '{"command":"ls"}'`,
  `fire --event PreToolUse --tool Bash --input '{"command":"ls"}' --json`,
  'fire --event SessionStart --set source=startup --wait --json',
  'fire --event UserPromptSubmit --prompt hi',
  'fire --event Stop --debug',
  'trust --show',
  'trust --show --json',
  'trust --list',
  'untrust',
  'log',
  'doctor',
  'doctor --json',
  'prove --no-stress',
  'prove --stress no-jq --json',
  'explain last --order',
  `explain --event PreToolUse --tool Bash --input '{"command":"ls"}' --order`,
  'replay --jobs 2 --with-background',
  'shadow --list',
  'new --dialect kolega --event PreToolUse --language bash --name mine --dry-run --no-input',
  'init --dry-run',
  'add dangerous-commands --dialect qoder --dry-run',
  'test',
  'test --example PreToolUse',
  'convert --from kolega --to qoder --dry-run',
  'convert --from qoder --to kode --dry-run --json',
  'remove no-such-hook --yes',
  'connect --list',
  'connect claude --dry-run',
  'disconnect claude --yes',
  'adopt claude --dry-run',
  'hook claude PreToolUse',
  'join no-address --token none',
  'ship',
  'policy status',
  'gateway count',
  'events',
  'client',
  'completion bash',
  '--help',
  '--version',
];

/** The commands that stay for a while. */
const LONGER: readonly string[] = [
  'ask --script ../steps.json "What is in here?"',
  'chat --script ../steps.json',
  'serve ../s.sock --idle 1',
  'studio --no-open --idle 1',
];

/** What of a trace concerns the clone. */
const ofClone = ({ started, reached, written }: Trace) => ({
  started: started.filter((line) => line.includes(project)),
  reached,
  written: written(project),
});

const NOTHING = { started: [], reached: [], written: [] };

test.skipIf(untraceable !== null)(
  `in an untrusted clone no command starts a process of it, opens a connection or imports anything of it${untraceable === null ? '' : ` (skipped: ${untraceable})`}`,
  { ...needs('strace'), timeout: 600_000 },
  async () => {
    for (const dialect of DIALECT_IDS) layHostileClone(project, dialect, { mark, url });
    const trace = await run(...COMMANDS, ...LONGER);
    expect(ofClone(trace)).toEqual(NOTHING);
    expect([visits, existsSync(mark) ? readFileSync(mark, 'utf8') : '']).toEqual([0, '']);
    // The hook of the user has run all the same: nothing of the clone has switched it off.
    expect(trace.started.filter((line) => line.includes('exit 0')).length).toBeGreaterThan(0);
    expect(trace.output).toContain('not trusted');
  },
);

test.skipIf(untraceable !== null)(
  'a server that fires for a client there does no more',
  { ...needs('strace'), timeout: 300_000 },
  async () => {
    layHostileClone(project, 'qoder', { mark, url });
    const socket = join(root, 's.sock');
    const fire = `HOOKLINE_SOCKET='${socket}' '${join(root, 'client')}' fire --event PreToolUse --tool Bash --input '{}' --json`;
    const trace = await traced(
      `${hookline(`client --output '${join(root, 'client')}'`)}; ${hookline(`serve '${socket}' --background --idle 2`)}; ${fire} </dev/null; ${fire} </dev/null; sleep 3`,
      { cwd: project, env: environment() },
    );
    const { started, written } = ofClone(trace);
    expect({ started, written }).toEqual({ started: [], written: [] });
    expect([visits, existsSync(mark)]).toEqual([0, false]);
    expect(trace.output.match(/"decision":"none"/g)).toHaveLength(2);
  },
);

test.skipIf(untraceable !== null)(
  'the same look sees what a trusted clone starts, reaches and imports',
  { ...needs('strace'), timeout: 300_000 },
  async () => {
    layHostileClone(project, 'qoder', { mark, url });
    const env = { ...environment(), PATH: process.env['PATH'] ?? '' };
    const words = `fire --event PreToolUse --tool Bash --input '{}' --json --trust-hooks`;
    const { started, reached } = ofClone(await traced(`${hookline(words)} </dev/null`, { cwd: project, env }));
    expect(started.some((line) => line.startsWith(join(project, 'hooks/evil.sh')))).toBe(true);
    expect([reached.length > 0, visits > 0]).toEqual([true, true]);
    expect(readFileSync(mark, 'utf8')).toMatch(/evil\.sh[\s\S]*evil\.mjs|evil\.mjs[\s\S]*evil\.sh/);
  },
);

test('every dialect with hooks of a project is among those of the clone', { timeout: 120_000 }, () => {
  const withProject = DIALECTS.filter(({ locations }) => locations.some(({ scope }) => scope === 'project'));
  expect(DIALECT_IDS.toSorted()).toEqual(withProject.map(({ id }) => id).toSorted());
  for (const dialect of DIALECT_IDS) layHostileClone(project, dialect, { mark, url });
  const { stdout } = spawnSync(process.execPath, [HOOKLINE, 'list', '--json', '--project', project], {
    encoding: 'utf8',
    env: environment(),
  });
  const untrusted = new Set([...stdout.matchAll(/"dialect":"([\w-]+)"/g)].map(([, id = '']) => id));
  expect(DIALECT_IDS.filter((id) => !untrusted.has(id))).toEqual([]);
});

test('every command is among those that are run here', () => {
  const { stdout } = spawnSync(process.execPath, [HOOKLINE, '--help'], { encoding: 'utf8' });
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name);
  const known = [...COMMANDS, ...LONGER].map((words) => words.split(' ', 1)[0]);
  // `trust` itself is what makes a clone a trusted one.
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
