import { beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from './compiled-matcher.ts';
import { compilePythonRegex } from './python-regex.ts';
import { type Owner, runDirectly, startEvent, withoutThinking } from './time-limit.ts';

beforeEach(startEvent);

const search = (pattern: string, covers: 'whole' | 'search', owner: Owner = 'user') => {
  const compiled = compilePythonRegex(pattern, covers, owner);
  if ('problem' in compiled) throw new Error(compiled.problem.message);
  return compiled.search;
};

/** Compiled anew each time; asked again where a busy machine gave it no time. */
function finds(pattern: string, covers: 'whole' | 'search', subject: string): boolean {
  const own = search(pattern, covers);
  let finding: Finding = 'postponed';
  for (let attempt = 0; attempt < 50 && finding === 'postponed'; attempt += 1) {
    startEvent();
    finding = own([subject], 1000);
  }
  return finding === 'accepts';
}

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
    expect(problem?.message).toContain('what is looked for behind must have a fixed length');
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

describe('a search', () => {
  test('is not begun in a text that lacks what the pattern needs', () => {
    const own = search('a.*bcd', 'whole');
    expect(withoutThinking(() => [own(['axyz'], 50), own(['axbcd'], 50)])).toEqual(['refuses', 'postponed']);
  });

  test('is done in the time of the owner of the pattern', () => {
    const [theirs, mine] = [search('[x]y', 'search', 'project'), search('[x]y', 'search')];
    const wait = (): null => {
      // The processor's clock also runs for other threads: only when both clocks have run was it us who worked.
      const [wall, processor] = [performance.now(), process.cpuUsage()];
      while (performance.now() - wall < 60 || process.cpuUsage(processor).user < 60_000);
      return null;
    };
    runDirectly('project', 1e6, wait, { tooLong: null, noTime: null });
    expect([theirs(['xy'], 50), mine(['xy'], 50)]).toEqual(['postponed', 'accepts']);
  });

  test.each(['.*[x]y', '.*?[x]y', '(?s).*[x]y'])('for %s goes through a text once', (pattern) => {
    expect(search(pattern, 'search')([`${'a'.repeat(2000)}y`], 0)).toBe('refuses');
  });
});
