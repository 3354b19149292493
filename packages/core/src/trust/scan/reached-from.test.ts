import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { reachedOnlyFrom } from './reached-from.ts';

let root = '';
let project = '';
let cwd = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-elsewhere-')));
  project = join(root, 'p');
  cwd = join(root, 'p/sub');
  mkdirSync(cwd, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
}

const reached = (script: string, from = cwd): readonly string[] =>
  reachedOnlyFrom(from, aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script } }), project, {
    project: ['PROJECT'],
    cwd: ['HERE'],
  });

test('a file that only the other folder leads to is told, and one that both lead to is not', () => {
  put('p/sub/x.sh', 'p/both.sh', 'other/x.sh');
  symlinkSync('../both.sh', join(cwd, 'both.sh'));
  expect(reached('./x.sh')).toEqual([join(cwd, 'x.sh')]);
  expect(reached('./x.sh', join(root, 'other'))).toEqual([join(root, 'other/x.sh')]);
  expect(reached('./both.sh')).toEqual([]);
  expect(reached('./x.sh', project)).toEqual([]);
});

test('a file of the same name in both folders is told, for it is another one', () => {
  put('p/x.sh', 'p/sub/x.sh');
  expect(reached('./x.sh')).toEqual([join(cwd, 'x.sh')]);
});

test('variables hold the project or the folder, and what is missing is not told', () => {
  put('p/x.sh', 'p/sub/y.sh');
  expect(reached('"$PROJECT/x.sh"; ${PROJECT}/gone.sh; ./gone.sh; bash gone')).toEqual([]);
  expect(reached('"$HERE/y.sh"')).toEqual([join(cwd, 'y.sh')]);
});

test('a runner that is told what to start by no covered file is told with its command', () => {
  put('p/package.json', 'p/Makefile');
  expect(reached('npm run x')).toEqual([]);
  expect(reached('make x')).toEqual(['"make x"']);
  expect(reached(`make -C ${root} x`)).toEqual([]);
  put('p/sub/package.json');
  expect(reached('npm run x')).toEqual([join(cwd, 'package.json'), '"npm run x"']);
});

test('a runner is told when one of its files is not covered', () => {
  put('p/Rakefile', 'p/sub/Gemfile');
  symlinkSync('../Rakefile', join(cwd, 'Rakefile'));
  expect(reached('rake x')).toEqual([join(cwd, 'Gemfile'), '"rake x"']);
});

test('what is too much to be looked through is told as such', () => {
  expect(reached(`echo ${'x'.repeat(262_144)}`)).toEqual([
    expect.stringMatching(/^what cannot be looked through \(more than 262144 characters of shell texts/) as string,
  ]);
});

test('a large tool that is named by its place outside the project is not looked into', () => {
  const parts = ['a', 'b', 'c'].map((name) => join(root, 'tool', `${name}.js`));
  put('tool/main.js', ...parts.map((path) => path.slice(root.length + 1)), 'p/sub/own.js');
  const long = `// ${'x'.repeat(1_900_000)}\n`;
  for (const part of parts) writeFileSync(part, long);
  writeFileSync(join(root, 'tool/main.js'), `import './a.js'; import './b.js'; import './c.js';`);
  expect(reached(`node ${join(root, 'tool/main.js')}`)).toEqual([]);
  expect(reached(`node ${join(root, 'tool/main.js')}`, root)).toEqual([]);
  expect(reached(`PATH=${join(root, 'tool')}:$PATH node ${join(root, 'tool/main.js')}`)).toEqual([]);
  expect(reached(`node ${join(root, 'tool/main.js')} own.js`)).toEqual([join(cwd, 'own.js')]);
  expect(reached(`node ../../tool/main.js`)).toEqual([join(root, 'tool/main.js')]);
});

test('a script of the project is followed to what it finds where it runs, be that outside of the project', () => {
  put('p/run.sh', 'p/sub/lib/x.sh', 'other/lib/x.sh');
  writeFileSync(join(project, 'run.sh'), 'sh lib/x.sh\n');
  expect(reached('sh "$PROJECT/run.sh"')).toEqual([join(cwd, 'lib/x.sh')]);
  expect(reached('sh "$PROJECT/run.sh"', join(root, 'other'))).toEqual([join(root, 'other/lib/x.sh')]);
});

test('a mistake of the program is no such thing', () => {
  const hook = { ...aHook(), env: null };
  expect(() =>
    reachedOnlyFrom(cwd, hook as unknown as ReturnType<typeof aHook>, project, { project: [], cwd: [] }),
  ).toThrow(TypeError);
});
