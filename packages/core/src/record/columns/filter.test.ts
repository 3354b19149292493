import { expect, test } from 'vitest';
import { parseFilter } from './filter.ts';

test.each([
  ['is:', /^is: expected one of running, /],
  ['since:', /^expected a time such as 15m/],
  ['slow:', /^slow: expected a duration such as/],
  ['project:', /^project: expected a text after the colon$/],
])('a word that is only begun, %s, is said to be unfinished and filters nothing', (q, message) => {
  const { terms, problems } = parseFilter(`tool:bash ${q}`);
  expect(terms).toEqual([{ key: 'tool', value: 'bash' }]);
  expect(problems).toEqual([{ from: 10, to: 10 + q.length, message: expect.stringMatching(message) }]);
});

test.each(['"is:"', 'error:'])('%s is a text that is searched', (q) => {
  expect(parseFilter(q)).toMatchObject({ terms: [{ key: 'text' }], problems: [] });
});

test.each(['nonsense:word', 'is:nonsense', 'since:soon', 'slow:fast'])('%s is no filter', (q) => {
  expect(parseFilter(q)).toMatchObject({ terms: [], problems: [{ from: 0, to: q.length }] });
});
