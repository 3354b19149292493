import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aHook } from '../../../../test/support/hooks.ts';
import type { Hook } from '../model/index.ts';
import { coverHooks } from './hook-cover.ts';

/** A project and the commands of its hooks. */
type Clone = readonly [files: Readonly<Record<string, string>>, commands: readonly string[]];

const hooksOf = (commands: readonly string[]): readonly Hook[] =>
  commands.map((script) =>
    aHook({ id: script.slice(0, 80), handler: { kind: 'command', form: 'shell', shell: 'bash', script } }),
  );

const many = (count: number, name: (index: number) => string, text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text]));
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const times = (count: number, command: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${command} # ${index}`);

const TOO_MUCH = expect.stringContaining('too much to be trusted') as string;

test.each<[string, () => Clone, unknown]>([
  [
    'a module that loads 20,000 others',
    () => [{ 'h/m.js': lines(20_000, (n) => `require('./q${n}')`) }, ['node h/m.js']],
    null,
  ],
  [
    'a module that loads 20,000 others that are there',
    () => [
      { 'h/m.js': lines(4_000, (n) => `require('./q${n}')`), ...many(4_000, (n) => `h/q${n}.js`) },
      ['node h/m.js'],
    ],
    null,
  ],
  ['a path of 20,000 parts', () => [{}, [`$X/${'a/'.repeat(20_000)}`]], TOO_MUCH],
  ['a path of 20,000 parts that is known', () => [{}, [`sh ${'a/'.repeat(20_000)}`]], null],
  [
    'a script with 20,000 imports beside 4,000 files',
    () => [{ 'h/m.py': lines(20_000, (n) => `import q${n}`), ...many(4_000, (n) => `h/x${n}.py`) }, ['python3 h/m.py']],
    null,
  ],
  [
    '4,000 modules in a chain',
    () => [
      Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`h/q${n}.py`, `import q${n + 1}`])),
      ['python3 h/q0.py'],
    ],
    null,
  ],
  [
    '300 hooks with a pattern of 4,000 files',
    () => [many(4_000, (n) => `h/${n}.sh`), times(300, 'sh h/*.sh')],
    TOO_MUCH,
  ],
  ['300 hooks with a pattern of 900 files', () => [many(900, (n) => `h/${n}.sh`), times(300, 'sh h/*.sh')], TOO_MUCH],
  ['200 hooks of a folder of 30,000 files', () => [many(30_000, (n) => `h/${n}`), times(200, 'sh h')], null],
  ['a hundred thousand words', () => [{ 'x.sh': '' }, [`${'echo a/b '.repeat(50_000)}; sh x.sh`]], TOO_MUCH],
  ['20,000 words', () => [{ 'x.sh': '' }, [`${'echo a/b '.repeat(10_000)}; sh x.sh`]], null],
  ['brackets in brackets', () => [{}, ['x=1;$('.repeat(40_000)]], null],
  ['quotes in brackets', () => [{}, ['x=1;$(" '.repeat(32_000)]], null],
  ['a script of nothing but words', () => [{ 'h/x.sh': 'a/b $c/d '.repeat(100_000) }, ['sh h/x.sh']], TOO_MUCH],
  [
    'a script of nothing but names',
    () => [{ 'h/x.js': lines(60_000, (n) => `'a/${n}' './b${n}'`) }, ['node h/x.js']],
    TOO_MUCH,
  ],
  ['assignments of assignments', () => [{}, [lines(3_000, (n) => `x${n}=$x${n + 1}/$x${n + 2}`)]], null],
  ['patterns of patterns', () => [many(300, (n) => `h/d${n}/x.sh`), ['sh h/*/*.sh h/{a,b}*{c,d}*{e,f}*']], null],
  ['many stars', () => [{ [`h/${'a'.repeat(200)}`]: '' }, [`sh h/${'*a'.repeat(60)}b`]], null],
  ['a file of blanks', () => [{ 'a.py': `from${' '.repeat(200_000)}x` }, ['python3 a.py']], null],
  ['a file of dots', () => [{ 'a.py': `from ${'.'.repeat(200_000)}x` }, ['python3 a.py']], null],
  [
    'blanks around a name',
    () => [{ 'a.py': `from .${' '.repeat(100_000)}a${' '.repeat(100_000)}x` }, ['python3 a.py']],
    null,
  ],
  ['an import of blanks', () => [{ 'a.mjs': `import${' '.repeat(200_000)}x` }, ['node a.mjs']], null],
  ['a call of blanks', () => [{ 'a.mjs': `require(${'\n'.repeat(200_000)}x` }, ['node a.mjs']], null],
  ['a file of quotes', () => [{ 'a.mjs': `'a' `.repeat(100_000) }, ['node a.mjs']], null],
])(
  'a clone with %s is looked through within a second, or cannot be trusted',
  { timeout: 120_000 },
  (_, clone, refusal) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-hostile-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [files, commands] = clone();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const before = process.cpuUsage(); // CPU time, since other work on the machine must not decide
    const covers = coverHooks(hooksOf(commands), { project: folder, variables: ['QODER_PROJECT_DIR'] });
    const { user, system } = process.cpuUsage(before);
    expect(covers.find(({ problem }) => problem !== null)?.problem ?? null).toEqual(refusal);
    expect((user + system) / 1_000_000).toBeLessThan(5);
  },
);

test('of a hook that loads more files than can be covered the rest is named', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-hostile-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'h'));
  writeFileSync(
    join(folder, 'h/m.js'),
    lines(1_010, (n) => `require('./q${n}')`),
  );
  for (let n = 0; n < 1_010; n++) writeFileSync(join(folder, `h/q${n}.js`), '');
  const [cover] = coverHooks(hooksOf(['node h/m.js']), { project: folder, variables: [] });
  expect(cover?.files.find(({ path }) => path === 'h/m.js')?.note).toMatch(
    /^not covered: h\/q\d+\.js.*more than 1000 files are loaded/,
  );
});
