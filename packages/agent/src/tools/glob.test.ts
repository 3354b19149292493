import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { globTool } from './glob.ts';
import { walk } from './search/walk.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

/** Makes files, the first the oldest. */
function make(...names: readonly string[]): void {
  names.forEach((name, index) => utimesSync(bench.write(name, ''), 1000 + index, 1000 + index));
}

async function glob(pattern: string, path?: string): Promise<readonly string[]> {
  const end = await bench.run(globTool, { pattern, ...(path === undefined ? {} : { path }) });
  return end.ok ? end.text.split('\n') : [`${end.errorType}: ${end.error.replace(bench.folder, '…')}`];
}

describe('files are found by their names', () => {
  test('newest first, those of one time by name', async () => {
    make('a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/d.js');
    utimesSync(bench.path('src/deep/c.ts'), 1000, 1000);
    expect(await bench.run(globTool, { pattern: '**/*.ts' })).toEqual({
      ok: true,
      text: 'src/b.ts\na.ts\nsrc/deep/c.ts',
    });
  });

  test.each<readonly [string, readonly string[]]>([
    ['*.ts', ['a.ts']],
    ['src/*', ['src/b.ts']],
    ['src/**', ['src/deep/c.js', 'src/b.ts']],
    ['{src,lib}/**/*.{js,ts}', ['lib/e.js', 'src/deep/c.js', 'src/b.ts']],
    ['**/[ce].js', ['lib/e.js', 'src/deep/c.js']],
    ['src/b.ts', ['src/b.ts']],
    ['./src/b.ts', ['src/b.ts']],
    ['src/../lib/*.js', ['lib/e.js']],
    ['**/.hidden', ['.config/.hidden']],
    ['*/.h*', ['.config/.hidden']],
    ['#*', ['#x']],
    ['!*', ['!x']],
    ['*.py', ['(no file matches)']],
    ['src', ['(no file matches)']],
    ['nowhere/*', ['(no file matches)']],
  ])('%s', async (pattern, found) => {
    make('a.ts', 'src/b.ts', 'src/deep/c.js', 'lib/e.js', '.config/.hidden', '#x', '!x');
    expect(await glob(pattern)).toEqual(found);
  });

  test('below the folder that is named, and by absolute patterns', async () => {
    make('a/one.ts', 'b/two.ts');
    expect(await glob('*.ts', 'a')).toEqual(['a/one.ts']);
    expect(await glob('../b/*.ts', 'a')).toEqual(['b/two.ts']);
    expect(await glob(bench.path('b/*.ts'), 'a')).toEqual(['b/two.ts']);
    expect(await glob('~/*.ts')).toEqual(['(no file matches)']);
    expect(await glob('*.ts', 'c')).toEqual(['not_found: …/c: there is no such file']);
    expect(await glob('*.ts', 'a/one.ts')).toEqual(['invalid_input: …/a/one.ts: this is no folder']);
  });

  test('not in .git and node_modules, unless the pattern names them', async () => {
    make('.git/config', 'node_modules/x/index.js', 'packages/a/node_modules/y/index.js', 'index.js');
    expect(await glob('**/*')).toEqual(['index.js']);
    expect(await glob('node_modules/**/*.js')).toEqual(['node_modules/x/index.js']);
    expect(await glob('**/node_modules/*/*.js')).toEqual([
      'packages/a/node_modules/y/index.js',
      'node_modules/x/index.js',
    ]);
  });

  test('through links to files, but not to folders', async () => {
    make('real/a.txt');
    symlinkSync('real', bench.path('folder'));
    symlinkSync('real/a.txt', bench.path('file.txt'));
    symlinkSync('nowhere', bench.path('broken.txt'));
    symlinkSync('.', bench.path('real/again'));
    expect((await glob('**/*.txt')).toSorted()).toEqual(['file.txt', 'real/a.txt']);
  });

  test('up to 1000, and says so', async () => {
    for (let index = 0; index < 1001; index += 1) bench.write(`file-${index}`, '');
    const lines = await glob('file-*');
    expect([lines.length, lines.at(-1)]).toEqual([1001, '[1001 files match; the newest 1000 are shown]']);
  });

  test('a pattern that cannot be used is an error, not a hang', async () => {
    expect(await glob('x'.repeat(70_000))).toEqual([
      expect.stringMatching(/^invalid_input: the glob pattern cannot be used: /),
    ]);
    make('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
    expect(await glob(`${'*a'.repeat(25)}b`)).toEqual(['(no file matches)']);
    expect(await glob('{a,b}'.repeat(30))).toEqual(['(no file matches)']);
  });
});

describe('a walk', () => {
  const skip: ReadonlySet<string> = new Set();

  test('enters only what can hold something', async () => {
    make('a/1', 'a/b/2', 'c/3');
    const entered: string[] = [];
    const enters = (folder: string): boolean => entered.push(folder) > 0 && folder !== 'a/b';
    expect(await walk(bench.folder, { skip, enters }, new AbortController().signal)).toEqual({
      files: ['a/1', 'c/3'],
      isComplete: true,
    });
    expect(entered).toEqual(['a', 'c', 'a/b']);
  });

  test('ends at its bound, and says so', async () => {
    make('a/1', 'a/2', 'a/3');
    const { files, isComplete } = await walk(
      bench.folder,
      { skip, enters: () => true, maxEntries: 3 },
      new AbortController().signal,
    );
    expect([files.length, isComplete]).toEqual([2, false]);
  });

  test('ends when it is interrupted', async () => {
    mkdirSync(bench.path('a'));
    expect(await bench.run(globTool, { pattern: '**' }, { signal: AbortSignal.abort() })).toEqual({
      ok: false,
      error: 'interrupted',
      errorType: 'interrupted',
    });
    await expect(walk(bench.folder, { skip, enters: () => true }, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
