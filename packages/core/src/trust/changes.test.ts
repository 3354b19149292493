import { expect, test } from 'vitest';
import { changedFiles, changesBetween, NO_CHANGES, withOlder } from './changes.ts';

const files = (...texts: readonly string[]) => texts.map((text) => ({ path: text.slice(0, 1), digest: text.slice(1) }));

test('what was added, removed and changed is told by path, sorted', () => {
  expect(changesBetween(files('f1', 'e1', 'b1', 'a1', 'x1'), files('d1', 'c1', 'b2', 'a2', 'x1'))).toEqual({
    added: ['c', 'd'],
    removed: ['e', 'f'],
    changed: ['a', 'b'],
    textOnly: [],
  });
});

test('a path that is listed more than once counts as one, with all its digests', () => {
  expect(changesBetween(files('a1', 'a2'), files('a1', 'a2')).changed).toEqual([]);
  expect(changesBetween(files('a1', 'a2'), files('a3', 'a2')).changed).toEqual(['a']);
  expect(changesBetween(files('a1', 'a2'), files('a12')).changed).toEqual(['a']);
});

test('what brings back an earlier content is told', () => {
  const now = files('a1', 'b1', 'c1', 'd1');
  const changes = { ...NO_CHANGES, added: ['c'], changed: ['a', 'b'] };
  const older = withOlder(changes, now, files('d1', 'c1', 'b2', 'a1'));
  expect(older).toEqual({ ...changes, older: ['a', 'c'] });
  expect(changedFiles(older)).toBe('a changed back to an older version, b changed, c added in an older version');
  expect(withOlder(changes, now, files('b2', 'd1'))).toEqual(changes);
});

test.each([
  [{}, 'something changed'],
  [{ changed: ['a'], textOnly: ['b'] }, 'a changed, b changed in text only'],
  [{ changed: ['a'], added: ['b'], removed: ['c'] }, 'a changed, b added, c removed'],
  [
    { changed: ['a', 'b', 'c', 'd', 'e'], added: [], removed: [] },
    'a changed, b changed, c changed, d changed, e changed',
  ],
  [
    { changed: ['a', 'b'], added: ['c', 'd'], removed: ['e', 'f', 'g'] },
    'a changed, b changed, c added, d added, e removed and 2 more',
  ],
])('changes are told in one line: %j', (changes, line) => {
  expect(changedFiles({ ...NO_CHANGES, ...changes })).toBe(line);
});
