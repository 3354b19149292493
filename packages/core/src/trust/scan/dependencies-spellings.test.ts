import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { followDependencies } from './dependencies.ts';

let project = '';

afterEach(() => removeTree(project));

const toldOf = (file: string, text: string): readonly string[] => {
  project = makeTree({ [file]: text });
  const search = { searchPath: { project, bases: [project] }, values: new Map<string, string>() };
  return (
    followDependencies([join(project, file)], search)
      .unknown.get(join(project, file))
      ?.map(({ what }) => what) ?? []
  );
};

test.each([
  ['h/a.py', 'exec("x")'],
  ['h/a.py', `exec('x')`],
  ['h/a.py', 'exec(   "x")'],
  ['h/a.py', 'exec()'],
  ['h/a.py', 'exec(\nx)'],
  ['h/a.py', 'exec_x(y)'],
  ['h/a.mjs', 'require("x")'],
  ['h/a.mjs', `import('x')`],
  ['h/a.mjs', 'import(`x`)'],
  ['h/a.mjs', 'require(   "x")'],
  ['h/a.mjs', 'require()'],
  ['h/a.mjs', 'xrequire(y)'],
])('in %s all is known of %j', (file, text) => {
  expect(toldOf(file, text)).toEqual([]);
});

test.each([
  ['h/a.py', 'exec(  x)', 'exec(  x)'],
  ['h/a.py', 'exec(f(x))', 'exec(f'],
  ['h/a.py', 'exec(x\n)', 'exec(x'],
  ['h/a.mjs', 'require(  x)', 'require(  x)'],
  ['h/a.mjs', 'import(f(x))', 'import(f'],
  ['h/a.mjs', 'import(x\n)', 'import(x'],
])('in %s it is not known where %j leads', (file, text, told) => {
  expect(toldOf(file, text)).toEqual([told]);
});

test.each([
  'make x',
  '  make x',
  'x;make x',
  'x && make x',
  'x|make x',
  '(make x)',
  'x=`make x`',
  '\tnpm x',
  'cd x && npm x',
])('a runner is seen wherever a command may begin: %j', (line) => {
  const [, runner = ''] = /(make|npm) x/.exec(line) ?? [];
  expect(toldOf('h/a.sh', `${line}\n`)).toEqual([`${runner} x`]);
});

test.each(['$X y', '  $X y', '"$X" y', `'x'; "$X" y`, 'x && $X y', '( $X y', 'x | $X y'])(
  'a value that is started is seen wherever a command may begin: %j',
  (line) => {
    expect(toldOf('h/a.sh', `${line}\n`)).toEqual(['… y']);
  },
);
