import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHooks, type Hooks, type TrustPolicy } from '../internal.ts';

let folder = '';
let hooks: Hooks;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-last-good-'));
});

afterEach(async () => {
  await hooks.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

async function open(dialect: string, trust: TrustPolicy = 'all'): Promise<void> {
  hooks = await createHooks({
    project: join(folder, 'project'),
    home: join(folder, 'home'),
    env: { PATH: process.env['PATH'] },
    dialects: [dialect],
    trust,
    record: false,
  });
}

const names = (): readonly string[] => hooks.list().map(({ name }) => name);

async function saidOnReload(): Promise<readonly string[]> {
  const { diagnostics } = await hooks.reload();
  return diagnostics
    .filter(({ message }) => message.includes('stay in force'))
    .map(({ file, message }) => `${file}: ${message}`);
}

describe('a hook with a file of its own', () => {
  const FOLDER = 'project/.agents/hooks';
  const hookFile = (name: string): string => `---\nname: ${name}\ndescription: Guards.\ntrigger: before_tool\n---\n`;

  beforeEach(async () => {
    for (const name of ['one', 'two', 'three']) {
      write(`${FOLDER}/${name}/HOOK.md`, hookFile(name));
      write(`${FOLDER}/${name}/scripts/run`, '#!/bin/sh\nexit 0\n', 0o755);
    }
    await open('agent-hooks');
  });

  test.each([
    ['half-written', '---\nname: two\ndescr'],
    ['emptied', ''],
    ['null', 'null\n'],
    ['against the rules', '---\nname: two\n---\n'],
  ])('stays in force, in its place, when that file is %s', async (_how, text) => {
    write(`${FOLDER}/two/HOOK.md`, text);
    const said =
      '.agents/hooks/two/HOOK.md: the file cannot be used any more; the 1 hook read from it before stay in force';
    expect(await saidOnReload()).toEqual([said]);
    expect(names()).toEqual(['one', 'three', 'two']);
    expect(await saidOnReload()).toEqual([said]);
    expect([names(), hooks.entries]).toEqual([['one', 'three', 'two'], 3]);
  });

  test.each(['two/HOOK.md', 'two'])('stays in force, in its place, when %s is gone', async (path) => {
    rmSync(join(folder, FOLDER, path), { recursive: true });
    const said = '.agents/hooks/two/HOOK.md: the file is gone; the 1 hook read from it before stay in force';
    expect(await saidOnReload()).toEqual([said]);
    expect(await saidOnReload()).toEqual([said]);
    expect([names(), hooks.entries]).toEqual([['one', 'three', 'two'], 3]);
  });

  test('stays in force beside all others when their folder is gone', async () => {
    rmSync(join(folder, 'project/.agents'), { recursive: true });
    expect(await saidOnReload()).toEqual([expect.stringContaining('the file is gone; the 3 hooks')]);
    expect([names(), hooks.entries]).toEqual([['one', 'three', 'two'], 3]);
  });

  test('is not kept twice when its folder was renamed', async () => {
    renameSync(join(folder, FOLDER, 'two'), join(folder, FOLDER, 'a-two'));
    expect(await saidOnReload()).toEqual([]);
    expect(names()).toEqual(['two', 'one', 'three']);
  });
});

test('a hook of the user with a file of its own is out as soon as that file is gone, and stays when it is broken', async () => {
  for (const name of ['one', 'two', 'three']) {
    write(
      `home/.config/agents/hooks/${name}/HOOK.md`,
      `---\nname: ${name}\ndescription: A.\ntrigger: before_tool\n---\n`,
    );
    write(`home/.config/agents/hooks/${name}/scripts/run`, '#!/bin/sh\nexit 0\n', 0o755);
  }
  await open('agent-hooks');
  rmSync(join(folder, 'home/.config/agents/hooks/one'), { recursive: true });
  write('home/.config/agents/hooks/two/HOOK.md', '');
  expect(await saidOnReload()).toEqual([expect.stringContaining('cannot be used any more')]);
  expect(names().toSorted()).toEqual(['three', 'two']);
});

describe('a general configuration file of the user', () => {
  const FILE = 'home/.config/kode/config.yaml';

  beforeEach(async () => {
    write(FILE, 'hooks:\n  tool_call_pre:\n    - exec: /bin/true\n');
    await open('kode');
  });

  test.each([
    ['emptied', ''],
    ['a comment and no more', '# mine\n'],
    ['null', 'null\n'],
  ])('that is %s keeps its hooks in force', async (_how, text) => {
    write(FILE, text);
    expect(await saidOnReload()).toEqual([expect.stringContaining('the 1 hook read from it before stay in force')]);
    expect(names()).toHaveLength(1);
  });

  test('that is in order and has no hooks any more takes them out', async () => {
    write(FILE, 'model: fast\n');
    expect(await saidOnReload()).toEqual([]);
    expect(names()).toEqual([]);
  });

  test('that is gone takes its hooks out at once', async () => {
    rmSync(join(folder, FILE));
    expect(await saidOnReload()).toEqual([]);
    expect([names(), hooks.entries]).toEqual([[], 0]);
  });

  test('that is empty from the start is no problem', async () => {
    await hooks.close();
    write(FILE, '');
    await open('kode');
    expect(hooks.diagnostics).toEqual([]);
  });
});

test('a general configuration file of a believed project that is emptied keeps its hooks in force', async () => {
  const file = 'project/.kode/config.yaml';
  write(file, 'hooks:\n  tool_call_pre:\n    - exec: /bin/true\n');
  await open('kode', 'all');
  write(file, '');
  expect(await saidOnReload()).toEqual([expect.stringContaining('the 1 hook read from it before stay in force')]);
  expect(names()).toHaveLength(1);
});

describe('a file of the project that is in order and has no hooks any more', () => {
  const FILE = 'project/.polytoken/hooks.json';

  beforeEach(() => write(FILE, '[{ "name": "guard", "event": "stop", "handler": { "bash": "exit 0" } }]\n'));

  test('takes them out where the project is believed in everything', async () => {
    await open('polytoken', 'all');
    write(FILE, '[]\n');
    expect(await saidOnReload()).toEqual([]);
    expect([names(), hooks.entries]).toEqual([[], 0]);
  });

  test('keeps them in force where a person has trusted it with them', async () => {
    await open('polytoken', ({ files }) => files.length > 0);
    write(FILE, '[]\n');
    expect(await saidOnReload()).toEqual([
      '.polytoken/hooks.json: the hook files of the project are not as they were trusted (.polytoken/hooks.json removed, .polytoken/hooks.json guard removed): the hooks that were trusted stay in force, and nothing that is new in the files runs',
    ]);
    expect(names()).toEqual(['guard']);
  });
});
