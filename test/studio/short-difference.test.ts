import { expect, test } from 'vitest';
import { shortDifference } from '../../packages/studio/src/look/short-difference.ts';

const lines = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => `line ${at + from}\n`).join('');

test('a line that was added stands between those around it', () => {
  expect(shortDifference('one\ntwo\n', 'one\nnew\ntwo\n')).toEqual({
    text: ' one\n+new\n two\n ',
    added: 1,
    removed: 0,
  });
});

test('a line that was removed is no other line', () => {
  expect(shortDifference('one\ngone\ntwo\n', 'one\ntwo\n')).toMatchObject({ text: ' one\n-gone\n two\n ', removed: 1 });
});

test('an empty line that was added is one line', () => {
  expect(shortDifference('one\ntwo\n', 'one\n\ntwo\n')).toMatchObject({
    text: ' one\n+\n two\n ',
    added: 1,
    removed: 0,
  });
});

test('what is far from any change is left out, also in a long text', () => {
  const [before, after] = [`${lines(600)}old\n${lines(600)}`, `${lines(600)}new\n${lines(600)}`];
  expect(shortDifference(before, after)).toEqual({
    text: [' line 598', ' line 599', ' line 600', '-old', '+new', ' line 1', ' line 2', ' line 3', '…'].join('\n'),
    added: 1,
    removed: 1,
  });
});

test('all of a text that was empty is new', () => {
  expect(shortDifference('', 'one')).toEqual({ text: '-\n+one', added: 1, removed: 1 });
});
