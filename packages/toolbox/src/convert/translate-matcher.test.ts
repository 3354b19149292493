import { DIALECTS, type Dialect, type Hook, type Matcher } from '@hookline/core/internal';
import { expect, test } from 'vitest';
import { type Pair, translateMatcher } from './translate-matcher.ts';

const dialect = (id: string): Dialect => {
  const found = DIALECTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no dialect ${id}`);
  return found;
};

const pair = (from: string, to: string, toolNames: Pair['toolNames'] = 'given'): Pair => ({
  from: dialect(from),
  to: dialect(to),
  toolNames,
});

/** A hook whose matcher is this list of names; null: everything; a text: a pattern that is no list. */
const hook = (names: readonly string[] | string | null): Hook => {
  const text = typeof names === 'string' || names === null ? names : names.join('|');
  const matcher: Pick<Matcher, 'text' | 'names'> = { text, names: typeof names === 'string' ? null : names };
  return { matcher } as unknown as Hook;
};

test.each([
  ['kolega', 'Bash|Write', ['Bash|Write']],
  ['agent-hooks', 'Bash|Write', ['^(?:Bash|Write)$']],
  ['polytoken', 'Bash|Write', ['Bash', 'Write']],
])('a list of names is spelled as %s does', (to, names, matchers) => {
  expect(translateMatcher(hook(names.split('|')), pair('qoder', to), 'PreToolUse')).toEqual({
    matchers,
    isExact: true,
  });
});

test('a name with a character of the other syntax is written so that it means itself', () => {
  expect(translateMatcher(hook(['a.b', 'c']), pair('polytoken', 'qoder'), 'PreToolUse')).toEqual({
    matchers: [String.raw`^(?:a\.b|c)$`],
    isExact: true,
  });
  expect(translateMatcher(hook(['a-b']), pair('qoder', 'kolega'), 'PreToolUse').matchers).toEqual(['(?:a-b)']);
});

test('no matcher stays none', () => {
  expect(translateMatcher(hook(null), pair('qoder', 'kode'), 'PreToolUse')).toEqual({
    matchers: [null],
    isExact: true,
  });
});

test.each([
  ['a pattern', hook('mcp__.*'), pair('kolega', 'qoder'), 'PreToolUse'],
  ['a target without matchers', hook(['Bash']), pair('qoder', 'kode'), 'PreToolUse'],
  ['an event whose subject is another thing there', hook(['startup']), pair('kolega', 'polytoken'), 'SessionStart'],
  ['more names than a glob can say', hook('a b c d e f g h i'.split(' ')), pair('qoder', 'polytoken'), 'PreToolUse'],
] as const)('%s is left to the hook itself', (_what, given, both, event) => {
  expect(translateMatcher(given, both, event)).toEqual({ matchers: [null], isExact: false });
});

test('a tool of one system is named as the other one calls it', () => {
  const names = (from: string, to: string, given: readonly string[]): readonly (string | null)[] =>
    translateMatcher(hook(given), pair(from, to, 'native'), 'PreToolUse').matchers;
  expect(names('kolega', 'qoder', ['run_command', 'apply_patch'])).toEqual(['Bash|Edit']);
  expect(names('qoder', 'polytoken', ['Bash', 'Write'])).toEqual(['shell_exec', 'file_write']);
  expect(names('qoder', 'kolega', ['Bash'])).toEqual(['execute_terminal_command|run_command|run_command_tracked']);
  expect(names('kolega', 'qoder', ['mcp__a__b'])).toEqual(['mcp__a__b']);
});
