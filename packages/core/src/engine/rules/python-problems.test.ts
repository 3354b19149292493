import { expect, test } from 'vitest';
import { compilePythonRegex } from './python-regex.ts';

const SYNTAX = 'the syntax is that of Python’s re module';

// prettier-ignore
test.each<readonly [pattern: string, why: string, hint: string]>([
  ['a++', 'possessive repetition is not supported (at position 2)', 'leave out the second +'],
  ['a{2}+', 'possessive repetition is not supported (at position 4)', 'leave out the second +'],
  ['(?>a)', 'atomic groups (?>…) are not supported (at position 3)', 'use (?:…)'],
  ['(a)?(?(1)b|c)', 'conditional groups (?(…)…) are not supported (at position 7)', 'write both cases with |'],
  ['(?i:a)', 'the flags of (?i:…) cannot hold for one group only (at position 4)', 'put (?i) at the start of the pattern, or write both cases, as in [Rr]m'],
  ['(?i)a(?-i:b)', 'the flags of (?-i:…) cannot hold for one group only (at position 10)', 'put (?i) at the start of the pattern, or write both cases, as in [Rr]m'],
  ['(?L:a)', 'the flags of (?L:…) cannot hold for one group only (at position 4)', 'put (?i) at the start of the pattern, or write both cases, as in [Rr]m'],
  ['(?s-i:a)', 'the flags of (?s-i:…) cannot hold for one group only (at position 6)', 'put (?i) at the start of the pattern, or write both cases, as in [Rr]m'],
  ['\\N{DIGIT ONE}', 'the escape \\N is not known (at position 2)', 'write the character alone, or \\\\ for a backslash'],
  ['(?<n>a)', '(?<…) is not a Python group (at position 3)', 'name a group with (?P<name>…)'],
  ['(a)?\\1', 'the group 1 may not have matched here (at position 6)', 'refer to a group that always takes part'],
  ['(?:x(a))?\\1', 'the group 1 may not have matched here (at position 11)', 'refer to a group that always takes part'],
  ['(?:(?:(a))|b)\\1', 'the group 1 may not have matched here (at position 15)', 'refer to a group that always takes part'],
  ['((a)|b)\\2', 'the group 2 may not have matched here (at position 9)', 'refer to a group that always takes part'],
  ['(?=(a))\\1', 'the group 1 may not have matched here (at position 9)', 'refer to a group that always takes part'],
  ['(?!(?:(a)))\\1', 'the group 1 may not have matched here (at position 13)', 'refer to a group that always takes part'],
  ['(?:(a)|b)\\1', 'the group 1 may not have matched here (at position 11)', 'refer to a group that always takes part'],
  ['(a)|\\1', 'the group 1 may not have matched here (at position 6)', 'refer to a group that always takes part'],
  ['(?P<x>a)?(?P=x)', 'the group 1 may not have matched here (at position 15)', 'refer to a group that always takes part'],
  ['a(?i)', 'the flags (?i) are not at the start (at position 4)', 'move them to the start of the pattern'],
  ['a(?im)b', 'the flags (?im) are not at the start (at position 5)', 'move them to the start of the pattern'],
  ['(?R)', '(?R opens no group that is known (at position 2)', SYNTAX],
  ['(?', '(? opens no group that is known (at position 2)', SYNTAX],
  ['(?i', '(?i opens no group that is known (at position 3)', SYNTAX],
  ['(?P', '(?P opens no group that is known (at position 2)', SYNTAX],
  ['(?P>a)', '(?P opens no group that is known (at position 2)', SYNTAX],
  ['(?P<1a>x)', 'a group has no valid name (at position 6)', SYNTAX],
  ['(?P<a', 'a group has no valid name (at position 5)', SYNTAX],
  ['(?P<a>x)(?P<a>y)', 'the group a is named twice (at position 14)', SYNTAX],
  ['(?P=nope)', 'no group is named nope (at position 9)', SYNTAX],
  ['(?P=a', 'a group has no valid name (at position 5)', SYNTAX],
  ['\\1', 'there is no group 1 before this (at position 2)', SYNTAX],
  ['\\8', 'there is no group 8 before this (at position 2)', SYNTAX],
  ['a\\2', 'there is no group 2 before this (at position 3)', SYNTAX],
  ['(a\\1)', 'the group 1 may not have matched here (at position 4)', 'refer to a group that always takes part'],
  ['\\400', '\\400 is no character (at position 4)', SYNTAX],
  ['\\777', '\\777 is no character (at position 4)', SYNTAX],
  ['[\\400]', 'the escape \\4 is not known in [ ] (at position 5)', SYNTAX],
  ['\\q', 'the escape \\q is not known (at position 2)', 'write the character alone, or \\\\ for a backslash'],
  ['a\\', 'the escape \\ is not known (at position 3)', 'write the character alone, or \\\\ for a backslash'],
  ['[\\q]', 'the escape \\q is not known in [ ] (at position 3)', SYNTAX],
  ['[\\', 'the escape \\ is not known in [ ] (at position 3)', SYNTAX],
  ['\\xg', 'the escape \\x is not known (at position 2)', 'write the character alone, or \\\\ for a backslash'],
  ['\\u12', 'the escape \\u is not known (at position 4)', 'write the character alone, or \\\\ for a backslash'],
  ['\\U00110000', 'the escape \\U is not known (at position 10)', 'write the character alone, or \\\\ for a backslash'],
  ['[b-a]', 'a range in [ ] has no valid ends (at position 4)', 'write \\- for a hyphen'],
  ['[\\d-a]', 'a range in [ ] has no valid ends (at position 5)', 'write \\- for a hyphen'],
  ['[a-\\d]', 'a range in [ ] has no valid ends (at position 5)', 'write \\- for a hyphen'],
  ['[', 'a [ is not closed (at position 1)', 'write \\[ for a bracket'],
  ['[a', 'a [ is not closed (at position 2)', 'write \\[ for a bracket'],
  ['[a-', 'a [ is not closed (at position 3)', 'write \\[ for a bracket'],
  ['(', 'a ( is not closed (at position 1)', SYNTAX],
  ['a)', 'a ) closes nothing (at position 1)', SYNTAX],
  [')', 'a ) closes nothing (at position 0)', SYNTAX],
  ['*', 'nothing to repeat (at position 1)', SYNTAX],
  ['+a', 'nothing to repeat (at position 1)', SYNTAX],
  ['a|*', 'nothing to repeat (at position 3)', SYNTAX],
  ['(*a)', 'nothing to repeat (at position 2)', SYNTAX],
  ['^*', 'nothing to repeat (at position 2)', SYNTAX],
  ['\\b+', 'nothing to repeat (at position 3)', SYNTAX],
  ['a**', 'a repetition is repeated (at position 3)', 'put the inner one into (?: )'],
  ['a{3}{2}', 'a repetition is repeated (at position 7)', 'put the inner one into (?: )'],
  ['a*{2}', 'a repetition is repeated (at position 5)', 'put the inner one into (?: )'],
  ['a{3,2}', 'the least count is greater than the greatest (at position 6)', SYNTAX],
  ['(?<=a*)b', 'a look-behind must have a fixed length (at position 6)', 'leave out *, + and ? there'],
  ['(?<!a|bc)d', 'a look-behind must have a fixed length (at position 8)', 'leave out *, + and ? there'],
  ['(?#', 'a comment is not closed (at position 3)', SYNTAX],
  ['a(?#b', 'a comment is not closed (at position 5)', SYNTAX],
  ['(?L)a', 'the flag L is for bytes only', 'leave the flag out'],
  ['(?z)', '(?z opens no group that is known (at position 2)', SYNTAX],
  ['(?-:a)', '(?-: opens no group that is known (at position 3)', SYNTAX],
  ['(?s', '(?s opens no group that is known (at position 3)', SYNTAX],
  ['(?s-', '(?s- opens no group that is known (at position 4)', SYNTAX],
  ['a$+', 'nothing to repeat (at position 3)', SYNTAX],
  ['(?s-:a)', '(?s-: opens no group that is known (at position 4)', SYNTAX],
  ['(?s-s:a)', 'the flags of (?s-s:…) contradict each other (at position 6)', SYNTAX],
  ['(?au:a)', 'the flags of (?au:…) contradict each other (at position 5)', SYNTAX],
  ['(?au)a', 'the flags a and u contradict each other', 'leave one of them out'],
  ['(?<=(a)\\1)b', 'the group 1 is itself a part of the look-behind (at position 9)', SYNTAX],
  ['(a){0}\\1', 'the group 1 may not have matched here (at position 8)', 'refer to a group that always takes part'],
])('%s is refused: %s', (pattern, why, hint) => {
  for (const covers of ['whole', 'search'] as const)
    expect(compilePythonRegex(pattern, covers)).toEqual({
      problem: {
        severity: 'error',
        message: `${JSON.stringify(pattern)} cannot be used as a regular expression: ${why}`,
        hint,
      },
    });
});

test('groups are nested a hundred deep at most', () => {
  const nested = (depth: number): string => '('.repeat(depth) + 'a' + ')'.repeat(depth);
  expect(compilePythonRegex(nested(100), 'search')).toHaveProperty('search');
  expect(compilePythonRegex(nested(101), 'search')).toMatchObject({
    problem: {
      message: expect.stringMatching(
        /: groups are nested too deeply \(at position 101\); the hook runs for every subject$/,
      ),
      isCostly: true,
    },
  });
  // Groups beside each other are not nested.
  expect(compilePythonRegex('(a)'.repeat(150), 'search')).toHaveProperty('search');
});
