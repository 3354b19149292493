import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchConfiguration } from './watch-configuration.ts';
import type { ConfigurationFile } from './watch-configuration.ts';
import { watchFiles } from './watch-files.ts';

let root = '';
let closers: (() => void)[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-watch-'));
});
afterEach(() => {
  for (const close of closers) close();
  closers = [];
  rmSync(root, { recursive: true, force: true });
});

function put(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Waits until the list is as expected, however slow the machine is, and then that nothing more comes. */
async function expectTold(told: readonly string[], expected: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(told).toEqual(expected), { timeout: 15_000, interval: 20 });
  await wait(400);
  expect(told).toEqual(expected);
}

const shown = (path: string): string => path.slice(root.length + 1);

describe('watching configuration', () => {
  function watch(...files: readonly ConfigurationFile[]): string[] {
    const told: string[] = [];
    const { close } = watchConfiguration(files, ({ path, source }) => told.push(`${source} ${shown(path)}`));
    closers.push(close);
    return told;
  }
  const project = (name: string): ConfigurationFile => ({ path: join(root, name), source: 'project_settings' });

  it('a file is reported when it comes, even with its folders, when its content changes, and when it goes', async () => {
    const told = watch(project('a/b/settings.json'), { path: join(root, 'u.json'), source: 'user_settings' });
    const line = 'project_settings a/b/settings.json';
    const path = put('a/b/settings.json', '{}');
    await expectTold(told, [line]);
    put('a/b/settings.json', '{"hooks":{}}');
    await expectTold(told, [line, line]);
    rmSync(path);
    await expectTold(told, [line, line, line]);
    put('u.json', '{}');
    await expectTold(told, [line, line, line, 'user_settings u.json']);
  });

  it('several quick writes are reported once', async () => {
    const path = put('s.json', '');
    const told = watch(project('s.json'));
    for (let step = 0; step < 10; step += 1) {
      appendFileSync(path, `${step}`);
      await wait(10);
    }
    await expectTold(told, ['project_settings s.json']);
  });

  it('an editor that puts a new file in the place of the old one is seen, again and again', async () => {
    const path = put('s.json', '0');
    const told = watch(project('s.json'));
    for (const step of [1, 2, 3]) {
      if (step === 2) renameSync(path, `${path}~`);
      renameSync(put('s.json.tmp', String(step)), path);
      await expectTold(
        told,
        Array.from({ length: step }, () => 'project_settings s.json'),
      );
    }
  });

  it('nothing is reported when nothing has changed', async () => {
    const path = put('s.json', 'same');
    put('other.json', '1');
    const told = watch(project('s.json'), project('missing.json'));
    utimesSync(path, 1, 1);
    writeFileSync(path, 'same');
    renameSync(put('s.tmp', 'same'), path);
    put('other.json', '2');
    await wait(1_000);
    expect(told).toEqual([]);
    writeFileSync(path, 'diff');
    await expectTold(told, ['project_settings s.json']);
  });

  it('a folder of hook folders is watched down to its scripts, their executable bit too, and no deeper', async () => {
    put('hooks/one/HOOK.md', '1');
    const script = put('hooks/one/scripts/run.sh', '1');
    put('hooks/one/scripts/deep/x', '1');
    const told = watch(project('hooks'));
    put('hooks/one/scripts/deep/x', '2');
    put('hooks/one/HOOK.md', '2');
    await expectTold(told, ['project_settings hooks/one/HOOK.md']);
    chmodSync(script, 0o755);
    const files = ['project_settings hooks/one/HOOK.md', 'project_settings hooks/one/scripts/run.sh'];
    await expectTold(told, files);
    put('hooks/two/HOOK.md', '1');
    put('hooks/two/scripts/run', '1');
    await expectTold(told, [...files, 'project_settings hooks']);
    rmSync(join(root, 'hooks'), { recursive: true });
    await expectTold(told, [...files, 'project_settings hooks', 'project_settings hooks']);
  });

  it('nothing is reported after close', async () => {
    const told: string[] = [];
    const watching = watchConfiguration([project('s.json')], ({ path }) => told.push(path));
    put('s.json', '1');
    watching.close();
    await wait(600);
    expect(told).toEqual([]);
  });
});

describe('watching files', () => {
  function watch(problems: string[] = []) {
    const told: string[] = [];
    const files = watchFiles(
      ({ path, event }) => told.push(`${event} ${shown(path)}`),
      (problem) => problems.push(problem),
    );
    closers.push(files.close);
    return { told, files };
  }

  it('named files in the working folder itself are reported when they come, change and go', async () => {
    put('sub/package.json', '1');
    const { told, files } = watch();
    files.update({ cwd: root, names: ['package.json', '.env'], paths: [] });
    const path = put('package.json', '1');
    put('sub/package.json', '2');
    put('other', '1');
    mkdirSync(join(root, '.env'));
    await expectTold(told, ['add package.json']);
    writeFileSync(path, '22');
    await expectTold(told, ['add package.json', 'change package.json']);
    rmSync(path);
    await expectTold(told, ['add package.json', 'change package.json', 'unlink package.json']);
  });

  it('absolute paths may be files, folders with all that is in them, or nothing yet', async () => {
    put('folder/a', '1');
    put('folder/.git/index', '1');
    put('file', '1');
    const { told, files } = watch();
    files.update({
      cwd: root,
      names: ['file'],
      paths: [join(root, 'folder'), join(root, 'file'), join(root, 'later')],
    });
    put('folder/a', '22');
    put('folder/.git/index', '22');
    await expectTold(told, ['change folder/a']);
    put('folder/b/c/d', '1');
    await expectTold(told, ['change folder/a', 'add folder/b/c/d']);
    put('file', '22');
    await expectTold(told, ['change folder/a', 'add folder/b/c/d', 'change file']);
    put('later/x', '1');
    await expectTold(told, ['change folder/a', 'add folder/b/c/d', 'change file', 'add later/x']);
  });

  it('a new list takes the place of the old one, and loses no change of what is in both', async () => {
    for (const name of ['a', 'b', 'sub/a']) put(name, '1');
    const { told, files } = watch();
    files.update({ cwd: root, names: ['a', 'b'], paths: [] });
    put('a', '22');
    put('b', '22');
    files.update({ cwd: root, names: ['a'], paths: [] });
    await expectTold(told, ['change a']);
    files.update({ cwd: join(root, 'sub'), names: ['a'], paths: [] });
    put('a', '333');
    put('sub/a', '333');
    await expectTold(told, ['change a', 'change sub/a']);
    files.update({ cwd: root, names: [], paths: [] });
    put('sub/a', '4444');
    await expectTold(told, ['change a', 'change sub/a']);
  });

  it('symlink loops and files that cannot be read do no harm', async () => {
    mkdirSync(join(root, 'folder'));
    symlinkSync('.', join(root, 'folder/self'));
    symlinkSync('loop', join(root, 'folder/loop'));
    put('plain', '1');
    const { told, files } = watch();
    files.update({
      cwd: join(root, 'plain'),
      names: ['x'],
      paths: [join(root, 'folder'), join(root, 'folder/loop/x')],
    });
    put('folder/a', '1');
    await expectTold(told, ['add folder/a']);
  });

  it('no event is lost under load: 200 files, written at once', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`);
    for (const name of names) put(name, '');
    const { told, files } = watch();
    files.update({ cwd: root, names, paths: [] });
    for (let round = 1; round <= 5; round += 1) for (const name of names) put(name, 'x'.repeat(round));
    for (const name of names.slice(0, 100)) truncateSync(join(root, name), 0);
    await vi.waitFor(() => expect(told.length).toBe(200), { timeout: 15_000 });
    expect([...told].sort()).toEqual(names.map((name) => `change ${name}`).sort());
  });

  it('a folder with too many files is not watched, which is reported once', { timeout: 60_000 }, async () => {
    mkdirSync(join(root, 'many'));
    for (let index = 0; index < 20_001; index += 1) writeFileSync(join(root, 'many', String(index)), '');
    const problems: string[] = [];
    const { told, files } = watch(problems);
    files.update({ cwd: root, names: ['a'], paths: [join(root, 'many')] });
    files.update({ cwd: root, names: ['a'], paths: [join(root, 'many')] });
    put('many/0', 'x');
    put('a', 'x');
    await expectTold(told, ['add a']);
    expect(problems).toEqual([
      `${join(root, 'many')} holds more than 20000 files and is not watched; name a smaller folder`,
    ]);
  });
});

it('watching keeps no process alive', async () => {
  const here = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
  const source = put(
    'program.ts',
    `import { watchConfiguration } from ${here('./watch-configuration.ts')};
     import { watchFiles } from ${here('./watch-files.ts')};
     watchConfiguration([{ path: '/tmp/x', source: 'agents' }], () => {});
     watchFiles(() => {}).update({ cwd: '/tmp', names: ['a'], paths: ['/tmp/b'] });
     setTimeout(() => process.stdout.write('end'), 700);`,
  );
  const outfile = join(root, 'program.mjs');
  const core = fileURLToPath(new URL('../../../core/src', import.meta.url));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    alias: { '@hookline/core/internal': `${core}/internal.ts`, '@hookline/core': `${core}/index.ts` },
    external: ['yaml', 'jiti', 'undici', 'unbash'],
  });
  const child = spawn(process.execPath, [outfile], { timeout: 25_000 });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, output]).toEqual([0, 'end']);
});
