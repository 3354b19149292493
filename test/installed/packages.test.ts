import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCases } from '../conformance/run-cases.ts';
import { installPackages } from './install.mjs';
import { type Ended, run } from './run.ts';

// What a user installs, outside the repository, on the Node that runs the tests; test:full does the same on every line.
let installed: ReturnType<typeof installPackages>;
let count = 0;

beforeAll(() => {
  installed = installPackages();
}, 300_000);

afterAll(() => {
  rmSync(installed.folder, { recursive: true, force: true });
}, 300_000);

describe('a tarball', () => {
  test.each(['hookline', '@hookline/core', '@hookline/agent'])(
    'of %s holds what a user needs and no more',
    async (name) => {
      const folder = join(installed.folder, 'node_modules', name);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
      expect(manifest).toMatchObject({
        license: 'MIT',
        repository: { type: 'git' },
        homepage: expect.stringContaining('https://') as string,
        bugs: { url: expect.stringContaining('https://') as string },
        engines: { node: '>=20.19' },
      });
      const { out } = await run('find', ['.', '-type', 'f', '-not', '-path', './node_modules/*'], { cwd: folder });
      const files = out.trim().split('\n');
      expect(files).toEqual(expect.arrayContaining(['./README.md', './LICENSE', './package.json']));
      expect(
        files.filter((file) => /\.test\.|\.cache$|\.tsbuildinfo$|\.build-hash$|\.map$|\/src\//.test(file)),
      ).toEqual([]);
    },
  );

  test('of the command ships the schemas of hook files', () => {
    const file = join(installed.folder, 'node_modules/hookline/schemas/qoder.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('$schema');
  });

  test('holds no path of the machine that built it', async () => {
    const root = dirname(dirname(import.meta.dirname));
    const { out } = await run('grep', ['-rlF', root, 'node_modules/hookline', 'node_modules/@hookline'], {
      cwd: installed.folder,
    });
    expect(out).toBe('');
  });
});

describe('the installed command', () => {
  test('is started by its name', async () => {
    const { out, status } = await run(join(installed.folder, 'node_modules/.bin/hookline'), ['--version'], {
      cwd: installed.folder,
    });
    expect({ out, status }).toEqual({ out: expect.stringMatching(/^hookline \d/) as string, status: 0 });
  });

  test('passes a sample of the conformance cases', { timeout: 300_000 }, async () => {
    await runCases({ sample: 40, command: [process.execPath, installed.command] });
  });

  test('refuses with a guard that it added, beside hooks of other systems', { timeout: 60_000 }, async () => {
    const project = lay({});
    for (const words of [['add', 'dangerous-commands', '--dialect', 'agent-hooks', '--yes'], ['trust']]) {
      expect(await hookline(project, words)).toMatchObject({ status: 0 });
    }
    const input = ['--input', '{"command":"rm -rf /"}'];
    expect(await hookline(project, ['fire', '--event', 'PreToolUse', '--tool', 'Shell', ...input])).toMatchObject({
      status: 2,
    });
  });

  test.each([
    ['a flow list in YAML', { '.kode/config.yaml': 'hooks:\n  tool_call_pre: [ { exec: ["false"] } ]\n' }],
    [
      'a hook in shadow',
      {
        '.kode/config.yaml': 'hooks:\n  tool_call_pre:\n    - exec: "false"\n',
        '../config/settings.json': { shadow: [] },
      },
    ],
  ])('reads %s', async (_title, files) => {
    const project = lay(files);
    expect(await hookline(project, ['trust'])).toMatchObject({ status: 0 });
    expect(await hookline(project, ['fire', '--event', 'PreToolUse', '--tool', 'Bash'])).toMatchObject({ status: 2 });
  });

  test('says what is wrong with a settings file that holds a comment, and goes on', async () => {
    const project = lay({ '.qoder/settings.json': '{\n  // why\n  "hooks": {}\n}\n' });
    await hookline(project, ['trust']);
    const fired = await hookline(project, ['fire', '--event', 'PreToolUse', '--tool', 'Bash']);
    expect(`${fired.out}${fired.err}`).toContain('.qoder/settings.json:2');
    expect(fired.err).not.toContain('internal error');
  });

  test('lets the reference agent work', async () => {
    const steps = [{ calls: [{ name: 'Bash', input: { command: 'echo here' } }] }, { text: 'done' }];
    const project = lay({ 'steps.json': steps });
    const asked = ['ask', 'go', '--script', 'steps.json', '--permission-mode', 'bypass'];
    expect(await hookline(project, asked)).toMatchObject({ status: 0 });
  });

  test('does not let the agent take a guard out, or write one for all projects', { timeout: 120_000 }, async () => {
    const [program, command] = [process.execPath, installed.command].map((word) => `'${word}'`);
    const guard = 'dangerous-commands --dialect qoder --yes';
    const line = (words: string): string => `${program} ${command} ${words} --unattended`;
    const calls = [`remove ${guard}`, `add ${guard} --user`].map((words) => ({
      name: 'Bash',
      input: { command: `exec env -u HOOKLINE_AGENT -u HOOKLINE_RUN ${line(words)}` },
    }));
    const project = lay({ 'steps.json': [{ calls }, { text: 'done' }] });
    expect(await hookline(project, ['add', ...guard.split(' ')])).toMatchObject({ status: 0 });
    const asked = ['ask', 'go', '--script', 'steps.json', '--permission-mode', 'bypass', '--json'];
    const { out } = await hookline(project, asked);
    expect(out).toContain('remove is refused');
    expect(out).toContain('add --user is refused');
    const fired = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"rm -rf /"}'];
    expect(await hookline(project, [...fired, '--trust-hooks'])).toMatchObject({ status: 2 });
    expect(await hookline(project, ['remove', ...guard.split(' ')])).toMatchObject({ status: 0 });
  });
});

test('the installed library passes its suite', { timeout: 120_000 }, async () => {
  copyFileSync(join(import.meta.dirname, 'library-suite.mjs'), join(installed.folder, 'library-suite.mjs'));
  const { status, out } = await run(process.execPath, ['--test', 'library-suite.mjs'], { cwd: installed.folder });
  expect(status, out).toBe(0);
});

function lay(files: Readonly<Record<string, unknown>>): string {
  const project = join(installed.folder, `try-${++count}`, 'project');
  mkdirSync(project, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = join(project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return project;
}

function hookline(project: string, words: readonly string[]): Promise<Ended> {
  const place = dirname(project);
  const env = {
    PATH: process.env['PATH'],
    HOME: place,
    HOOKLINE_STATE_DIR: join(place, 'state'),
    HOOKLINE_CONFIG_DIR: join(place, 'config'),
  };
  return run(process.execPath, [installed.command, ...words], { cwd: project, env });
}
