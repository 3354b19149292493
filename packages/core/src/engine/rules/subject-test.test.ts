import { expect, test } from 'vitest';
import type { Finding } from '../../model/hook.ts';
import { testSubject } from './subject-test.ts';

/** Asks about the texts one after another, and gives those for which the answer had to be found. */
function sought(texts: readonly string[], finding: Finding = 'accepts'): readonly string[] {
  const found: string[] = [];
  const ask = testSubject('x', 'matches', (text) => {
    found.push(text);
    return finding;
  });
  for (const text of texts) ask({ text, toolName: text, toolInput: null, project: '/' });
  return found;
}

const NAMES = Array.from({ length: 17 }, (_, index) => `tool${index}`);

test('a matcher answers at once for the last sixteen texts, and then begins anew', () => {
  const sixteen = NAMES.slice(0, 16);
  expect(sought([...sixteen, ...sixteen])).toEqual(sixteen);
  expect(sought([...NAMES, 'tool16', 'tool0', 'tool16', 'tool0'])).toEqual([...NAMES, 'tool0']);
});

test('a matcher remembers texts of up to 200 characters', () => {
  const [short, long] = ['x'.repeat(200), 'x'.repeat(201)];
  expect(sought([short, short, long, long])).toEqual([short, long, long]);
});

test('a matcher does not remember that it is still being decided, but that it could not be', () => {
  expect(sought(['a', 'a'], 'pending')).toEqual(['a', 'a']);
  expect(sought(['a', 'a'], 'undecided')).toEqual(['a']);
  expect(sought(['a', 'a'], 'refuses')).toEqual(['a']);
});
