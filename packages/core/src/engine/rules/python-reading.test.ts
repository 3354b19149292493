import { describe, expect, test } from 'vitest';
import { compilePythonRegex } from './python-regex.ts';

const search = (pattern: string, covers: 'whole' | 'search') => {
  const compiled = compilePythonRegex(pattern, covers);
  if ('problem' in compiled) throw new Error(compiled.problem.message);
  return compiled.search;
};

/** Compiled anew each time. */
const finds = (pattern: string, covers: 'whole' | 'search', subject: string): boolean =>
  search(pattern, covers)([subject]) === 'accepts';

test.each<readonly [pattern: string, accepted: readonly string[], others: readonly string[]]>([
  ['(?x)a\vb', ['ab'], ['a\vb']],
  ['(?x)aVb', ['aVb'], ['ab']],
  ['(?x)a # then\n b', ['ab'], ['a\nb', 'a', 'a # then\n b']],
  ['(?x)a#', ['a'], ['a#']],
  ['a(?#c)|b', ['a', 'b'], ['a|b']],
  ['(a(?#c))b', ['ab'], ['a']],
  ['a(?#c)+', ['aa'], ['a+']],
  ['\\x414', ['A4'], ['A', '\u0414']],
  ['\\u00414', ['A4'], ['A']],
  ['\\0123', ['\n3'], ['\n']],
  ['[\\1234]', ['S', '4'], ['\u0001']],
  ['(?s:.)(?-s:.)', ['\na'], ['a\n']],
  ['(?:x(?P<n>[ab]))-(?P=n)', ['xa-a', 'xb-b'], ['xa-b', 'xa-']],
  ['((a|b)(c))-\\2\\3', ['ac-ac', 'bc-bc'], ['ac-bc']],
  ['(?:(?P<n>[ab])_)+-(?P=n)', ['a_b_-b', 'a_-a'], ['a_b_-a']],
  ['(?:a|(?:b(c)\\1))', ['a', 'bcc'], ['bc']],
])('the whole of %j accepts %j, and not %j', (pattern, accepted, others) => {
  expect([...accepted, ...others].filter((text) => finds(pattern, 'whole', text))).toEqual(accepted);
});

describe('what is looked for behind has a fixed length', () => {
  test.each<readonly [pattern: string, accepted: readonly string[], others: readonly string[]]>([
    ['(?<=a(?:bc)|def)x', ['abcx', 'defx'], ['bcx', 'x']],
    ['(?<=a{2}|bc)x', ['aax', 'bcx'], ['ax']],
    ['(?<=a(?#c)|b)x', ['ax', 'bx'], ['x', '|x']],
  ])('in %s', (pattern, accepted, others) => {
    expect([...accepted, ...others].filter((text) => finds(pattern, 'search', text))).toEqual(accepted);
  });

  test.each(['(?<=(?:a*){2})b', '(?<=(?:a|bc){2})d', '(?<=a{1,2})b'])('not in %s', (pattern) => {
    const { problem } = { problem: null, ...compilePythonRegex(pattern, 'search') };
    expect(problem?.message).toContain('a look-behind must have a fixed length');
  });
});

test('flags that are none open no group', () => {
  const { problem } = { problem: null, ...compilePythonRegex('a(?)', 'search') };
  expect(problem?.message).toBe(
    '"a(?)" cannot be used as a regular expression: (?) opens no group that is known (at position 3)',
  );
});

test('a pattern is read up to 8192 characters, comments included', () => {
  expect(compilePythonRegex('a'.repeat(8192), 'search')).toHaveProperty('search');
  for (const pattern of ['a'.repeat(8193), `(?#${'x'.repeat(8192)})a`]) {
    const { problem } = { problem: null, ...compilePythonRegex(pattern, 'search') };
    expect(problem).toMatchObject({ isCostly: true, severity: 'warning' });
    expect(problem?.message).toContain('it is longer than 8192 characters');
  }
});

test.each(['.*[x]y', '.*?[x]y', '(?s).*[x]y'])('a search for %s goes through a text once', (pattern) => {
  expect(search(pattern, 'search')([`${'a'.repeat(2000)}y`])).toBe('refuses');
});
