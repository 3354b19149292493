import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { expandedBraces } from './braces.ts';

// prettier-ignore
const WORDS = [
  'x', 't/{a,b}', 't/{a,b}.{c,d}', '{t,u/v}/g', 't/{z,{y,g}}', 't/{{f,g},h}', 't/{a,}', '{,x}y', 'a{b}c', 'a{b', 'a}b', '{a,b',
  '{a,b}}', '{a{b,c}d,e}', '{}', '{a,b}{c}',
];

test('braces make the words that bash makes of them', () => {
  const script = WORDS.map((word) => `printf '%s ' ${word}; echo`).join('\n');
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  const bash = stdout.split('\n').slice(0, -1);
  const sorted = (line: string): string => line.trim().split(' ').toSorted().join(' ');
  expect(WORDS.map((word) => sorted(expandedBraces(word).join(' ')))).toEqual(bash.map(sorted));
});

test('a span, and more words than are worth looking for, are a star', () => {
  expect(expandedBraces('t/{1..9}.sh')).toEqual(['t/*.sh']);
  expect(expandedBraces(`t/${'{a,b}'.repeat(7)}.sh`)).toEqual(['t/*.sh']);
  expect(expandedBraces('{'.repeat(9_999))).toEqual(['{'.repeat(9_999)]);
});
