import { expect, test } from 'vitest';
import { optionalParts } from './optional-parts.ts';

test.each([
  ['', 0],
  ['abc', 0],
  ['a?b?', 2],
  ['a??b{0,1}', 2],
  ['a*b+c{2}d{0,9}', 0],
  ['a{0,3}', 3],
  ['\\?[?(]\\(?', 1],
  ['(?:a?b?)', 2],
  ['(?=a)(?<!b)(?<name>c)', 0],
  ['(a|b)', 1],
  ['(?:a?|b?c?)', 3],
  ['(?:a?b){3}', 3],
  ['((a?){2}){2}', 4],
  ['(?:a|)'.repeat(40), 40],
  ['foo|bar|baz', 1],
])('%s has %d parts that may be left out', (source, parts) => {
  expect(optionalParts(source)).toBe(parts);
});
