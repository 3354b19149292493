import { describe, expect, test } from 'vitest';
import { aPlace } from '../../../../../test/support/hooks.ts';
import { compileMatcher } from './compile-matcher.ts';
import { newReading } from './pattern-reading.ts';

const ALIASES = { Bash: ['bash', 'powershell'] };
const about = (text: string | null) => ({ text, toolName: text, toolInput: {}, project: aPlace().project });
const accepts = (rule: 'whole-regex' | 'aliases-or-whole-regex', pattern: string, text: string | null): boolean =>
  compileMatcher(rule, { pattern }, newReading(), ALIASES).matcher.test(about(text)).matches;

describe('a regular expression over the whole subject', () => {
  test.each([
    ['bash', 'bash', true],
    ['ba.*', 'bash', true],
    ['view|bash', 'bash', true],
    ['ba', 'bash', false],
    ['Bash', 'bash', false],
    ['*', 'bash', false],
    ['', 'bash', false],
    ['(', 'bash', false],
  ])('%j about %j: %j', (pattern, text, expected) => {
    expect(accepts('whole-regex', pattern, text)).toBe(expected);
  });

  test('is ignored on an event without a subject, also an empty or a broken one', () => {
    for (const pattern of ['zzz', '', '(']) expect(accepts('whole-regex', pattern, null)).toBe(true);
  });

  test('an empty or a broken one is an error', () => {
    for (const pattern of ['', '('])
      expect(compileMatcher('whole-regex', { pattern }).problems).toMatchObject([{ severity: 'error' }]);
  });
});

describe('names, else a regular expression over the whole subject', () => {
  test.each([
    ['Bash', true],
    ['bash', true],
    ['Edit|powershell', true],
    ['B.*', true],
    ['*', true],
    ['**', true],
    ['Ba', false],
    ['BASH', false],
    ['', false],
    ['Bash, Edit', false],
    ['Edit | Bash', false],
    ['(', false],
  ])('%j about "Bash": %j', (pattern, expected) => {
    expect(accepts('aliases-or-whole-regex', pattern, 'Bash')).toBe(expected);
  });
});
