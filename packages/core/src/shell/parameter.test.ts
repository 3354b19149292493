import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parameterValue } from './parameter.ts';

const VALUES = new Map([
  ['x', 't/lib/guard.sh.txt'],
  ['y', 'T/É-é'],
  ['e', ''],
]);

// prettier-ignore
const KNOWN = [
  'x', 'x-z', 'x:-z', 'x:=z', 'x=z', 'x?z', 'x:?z', 'x[0]', 'x[@]',
  'x%.txt', 'x%%.*', 'x%/*', 'x%%/*', 'x#*/', 'x##*/', 'x#t/', 'x%"/guard.sh.txt"', 'x%zz', 'x#?', 'x%?', 'x%', 'x##*',
  'x/lib/bin', 'x//t/T', 'x/#t/u', 'x/%txt/py', 'x/zz/y', 'x/lib', 'x//./-', 'x/#zz/y', 'x/%zz/y',
  'x:2', 'x:2:3', 'x: -3', 'x: -3:2', 'x:0:1', 'x:99', 'x^^', 'x,,', 'y,,', 'y^^', 'e%x', 'e:1',
];

test('the value is what bash makes of it', () => {
  const script = KNOWN.map((body) => `printf '%s\\n' "\${${body}}"`).join('\n');
  const { stdout } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...Object.fromEntries(VALUES), PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
  const bash = stdout.split('\n').slice(0, -1);
  expect(KNOWN.map((body) => [body, parameterValue(body, VALUES)])).toEqual(
    KNOWN.map((body, index) => [body, bash[index]]),
  );
});

// prettier-ignore
test.each([
  'none', 'none%x', '', '!x', '#x', 'x[1]', 'x[i]', 'x:+z', 'x+z', 'x@Q', 'e:-z', 'x^', 'x,', 'x^^[a-c]',
  'x%[a-z]', 'x%$y', 'x%`y`', 'x/*/y', 'x//$y/z', 'x/lib/&', 'x:y', 'x:1:y', 'x:1:-1', 'x%@(a|b)', 'x%*a*a*a*a*a',
])('what only a shell knows is null: ${%s}', (body) => {
  expect(parameterValue(body, VALUES)).toBeNull();
});

test('a value that is not known is not taken apart', () => {
  expect(parameterValue('x%y', new Map([['x', 'a\0y']]))).toBeNull();
  expect(parameterValue('x:-y', new Map([['x', 'a\0y']]))).toBe('a\0y');
});
