import { trustProject, untrustProject } from '@hookline/core/internal';
import { execFileSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realWorld } from '../program/real-world.ts';
import { aWorld } from '../testing/a-world.ts';
import type { World } from '../guard/world.ts';
import { formatAfterEdit } from './format-after-edit.ts';
import { testsBeforeStop } from './tests-before-stop.ts';
import { findTests } from './test-commands.ts';

/** A project with these files; one that begins with #! may be run. */
function aProject(
  files: Readonly<Record<string, string>>,
  {
    can = {},
    program = '.hookline/guards.mjs',
  }: { readonly can?: Partial<World['can']>; readonly program?: string } = {},
): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-guards-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...files, [program]: '' })) {
    const path = join(root, 'project', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
  mkdirSync(join(root, 'project'), { recursive: true });
  return realWorld(
    { project: join(root, 'project'), home: root, can: aWorld({ can }).can },
    { HOOKLINE_STATE_DIR: join(root, 'state') },
    join(root, 'project', program),
  );
}

const edited = (file: string) =>
  ({ hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: file } }) as const;

describe('format-after-edit', () => {
  const options = { command: '', seconds: '20' };

  it("runs the project's own formatter on the file", async () => {
    const world = aProject({
      '.prettierrc': '{}',
      'node_modules/.bin/prettier': '#!/bin/sh\nfor last; do :; done\necho nice > "$last"\n',
      'a.ts': 'raw',
    });
    expect(await formatAfterEdit.judge(edited('a.ts'), options, world)).toEqual({});
    expect(readFileSync(join(world.project, 'a.ts'), 'utf8')).toBe('nice\n');
  });

  it('does nothing without a formatter, for other kinds of files, and outside the project', async () => {
    const files = {
      '.prettierrc': '{}',
      'node_modules/.bin/prettier': '#!/bin/sh\nexit 1\n',
      'a.bin': '',
      '../other.ts': '',
    };
    const world = aProject(files);
    for (const file of ['a.bin', '../other.ts', 'gone.ts'])
      expect(await formatAfterEdit.judge(edited(file), options, world)).toEqual({});
    expect(await formatAfterEdit.judge(edited('a.ts'), options, aProject({ 'a.ts': '' }))).toEqual({});
  });

  it('tells the model, or the user, what the formatter said when it failed', async () => {
    const given = { ...options, command: 'echo bad {file}; exit 2' };
    const world = aProject({ "it's.ts": '' });
    const { additionalContext } = await formatAfterEdit.judge(edited("it's.ts"), given, world);
    expect(additionalContext).toMatch(/exit 2\nbad .*it's\.ts$/);
    expect(
      await formatAfterEdit.judge(edited("it's.ts"), given, { ...world, can: { ...world.can, tellModel: false } }),
    ).toMatchObject({ systemMessage: expect.stringContaining('exit 2') });
  });

  it('starts nothing of a project that is not trusted, and says so once in a session', async () => {
    const files = {
      '.prettierrc': '{}',
      'node_modules/.bin/prettier': '#!/bin/sh\nfor last; do :; done\necho nice > "$last"\n',
      'a.ts': 'raw',
    };
    const world = aProject(files, { program: '../.config/hookline/guards/guards.mjs' });
    const event = { ...edited('a.ts'), session_id: 's' };
    expect(await formatAfterEdit.judge(event, options, world)).toEqual({
      systemMessage: expect.stringContaining('this project is not trusted'),
    });
    expect(await formatAfterEdit.judge(event, options, world)).toEqual({});
    expect(await formatAfterEdit.judge({ ...event, session_id: 't' }, options, world)).toHaveProperty('systemMessage');
    expect(readFileSync(join(world.project, 'a.ts'), 'utf8')).toBe('raw');
    const chosen = { ...options, projects: `/nowhere,${dirname(world.project)}` };
    expect(await formatAfterEdit.judge(event, chosen, world)).toEqual({});
    expect(readFileSync(join(world.project, 'a.ts'), 'utf8')).toBe('nice\n');
  });

  it('works in a project that was trusted by the user, until that changes', async () => {
    const hook = { type: 'command', command: 'true' };
    const settings = { hooks: { Stop: [{ hooks: [hook] }] } };
    const world = aProject(
      { 'a.ts': '', '.qoder/settings.json': JSON.stringify(settings) },
      { program: '../.config/hookline/guards/guards.mjs' },
    );
    const place = { project: world.project, home: world.home, env: { HOOKLINE_STATE_DIR: join(world.home, 'state') } };
    expect(await world.isTrusted()).toBe(false);
    expect(await trustProject(place)).toMatchObject({ problem: null });
    expect(await world.isTrusted()).toBe(true);
    await untrustProject(place);
    expect(await world.isTrusted()).toBe(false);
  });

  it('does not take the home folder for trusted because its own program lies there', async () => {
    const world = aProject({}, { program: '.config/hookline/guards/guards.mjs' });
    const program = join(world.project, '.config/hookline/guards/guards.mjs');
    const { project, can } = world;
    const env = { HOOKLINE_STATE_DIR: join(world.home, 'state') };
    expect(await realWorld({ project, home: project, can }, env, program).isTrusted()).toBe(false);
  });

  it('ends a formatter that takes too long, with all that it started', async () => {
    const world = aProject({ 'a.ts': '' });
    const { additionalContext } = await formatAfterEdit.judge(
      edited('a.ts'),
      { command: 'sleep 600 & sleep 600', seconds: '0.5' },
      world,
    );
    expect(additionalContext).toContain('it took longer than 0.5 s');
  });
});

describe('tests-before-stop', () => {
  const stop = { hook_event_name: 'Stop', session_id: 's' } as const;
  const options = { command: 'echo x >> ../runs; echo 2 failed; test -f fixed', seconds: '60', times: '2' };
  const runs = (world: World): number => readFileSync(join(world.project, '../runs'), 'utf8').length / 2;

  it('keeps the agent working with the end of what failed, and lets it stop when all is well', async () => {
    const world = aProject({});
    expect(await testsBeforeStop.judge(stop, options, world)).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/failed \(exit 1\).*\n2 failed$/s),
    });
    writeFileSync(join(world.project, 'fixed'), '');
    expect(await testsBeforeStop.judge(stop, options, world)).toEqual({});
  });

  it('gives up after some times in a row', async () => {
    const world = aProject({});
    for (const decision of ['block', 'block', undefined])
      expect((await testsBeforeStop.judge(stop, options, world)).decision).toBe(decision);
    expect(runs(world)).toBe(2);
  });

  it('starts nothing of a project that is not trusted', async () => {
    const world = aProject({}, { program: '../guards.mjs' });
    expect(await testsBeforeStop.judge(stop, options, world)).toEqual({
      systemMessage: expect.stringContaining('this project is not trusted'),
    });
    expect(existsSync(join(world.project, '../runs'))).toBe(false);
  });

  it('lets a repository start nothing when it asks git what has changed', async () => {
    const world = aProject({ 'a.txt': '1', 'evil.sh': '#!/bin/sh\necho x >> ../evil\nexit 0\n' });
    const git = (...args: readonly string[]): Buffer => execFileSync('git', [...args], { cwd: world.project });
    git('init', '-q');
    git('add', 'a.txt');
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'x');
    const script = join(world.project, 'evil.sh');
    for (const name of ['core.fsmonitor', 'diff.external', 'core.pager', 'diff.x.textconv'])
      git('config', name, script);
    writeFileSync(join(world.project, '.gitattributes'), '*.txt diff=x\n');
    writeFileSync(join(world.project, 'a.txt'), '2');
    expect(await testsBeforeStop.judge(stop, options, world)).toMatchObject({ decision: 'block' });
    expect(existsSync(join(world.project, '../evil'))).toBe(false);
    expect(git('diff').toString()).toBe('');
    expect(existsSync(join(world.project, '../evil'))).toBe(true);
  });

  it('does not run twice when nothing has changed', async () => {
    const world = aProject({ 'a.ts': '1' });
    execFileSync('git', ['init', '-q'], { cwd: world.project });
    expect(await testsBeforeStop.judge(stop, options, world)).toMatchObject({ decision: 'block' });
    expect(await testsBeforeStop.judge(stop, options, world)).toMatchObject({
      systemMessage: expect.stringContaining('nothing was changed'),
    });
    expect(runs(world)).toBe(1);
    writeFileSync(join(world.project, 'a.ts'), '2');
    expect(await testsBeforeStop.judge(stop, options, world)).toMatchObject({ decision: 'block' });
    expect(runs(world)).toBe(2);
  });

  it('counts anew in another session', async () => {
    const world = aProject({});
    await testsBeforeStop.judge(stop, options, world);
    await testsBeforeStop.judge(stop, options, world);
    expect(await testsBeforeStop.judge({ ...stop, session_id: 't' }, options, world)).toMatchObject({
      decision: 'block',
    });
  });

  it('does nothing in a project that shows no tests', async () => {
    expect(await testsBeforeStop.judge(stop, { ...options, command: '' }, aProject({}))).toEqual({});
  });

  it.each([
    [{ 'package.json': '{"scripts":{"test":"vitest"}}' }, 'npm test --silent'],
    [{ 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' }, null],
    [{ 'package.json': 'broken', 'go.mod': 'module x' }, 'go test ./...'],
    [{ 'Cargo.toml': '' }, 'cargo test --quiet'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]' }, 'python3 -m pytest -q'],
  ])('finds the tests of a project: %j', async (files, line) => {
    expect(await findTests(aProject(files as Record<string, string>))).toBe(line);
  });
});
