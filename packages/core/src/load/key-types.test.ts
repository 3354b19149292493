import { expect, test } from 'vitest';
import type { KeyRow } from '../model/index.ts';
import { isTrueIn, numberIn, requiredTextIn, textIn, textMapIn, textsIn } from './checked-values.ts';
import { keyRule } from './key-types.ts';

const row = (type: KeyRow['type'], more: Partial<KeyRow> = {}): KeyRow => ({ type, about: 'a key', ...more });

// prettier-ignore
test.each<readonly [KeyRow, string, readonly unknown[], readonly unknown[]]>([
  [row('text'), 'a text', ['', 'a'], [7, null, ['a']]],
  [row('filled-text'), 'a text that is not blank', ['a', ' a'], ['', ' \n', 7, null]],
  [row('boolean'), 'true or false', [true, false], ['true', 0, null]],
  [row('positive-number'), 'a positive number', [0.5, 7], [0, -1, Infinity, NaN, '7', null]],
  [row('positive-integer'), 'a positive whole number', [1, 7], [0, -1, 1.5, 2 ** 60, '7']],
  [row('integer'), 'a whole number', [0, -7], [1.5, 2 ** 60, '7', null]],
  [row('texts'), 'a list of texts', [[], ['a', '']], ['a', ['a', 7], {}, null]],
  [row('text-map'), 'an object whose values are texts', [{}, { a: 'b' }], [{ a: 7 }, { a: 'b', c: null }, ['a'], 'a']],
  [row('object'), 'an object', [{}, { a: 7 }], [[], 'a', null]],
  [row('list'), 'a list', [[], [7]], [{}, 'a', null]],
  [row('text-or-texts'), 'a text, or a list of texts, that names a program', ['a', ['a'], ['a', '']], ['', ' ', [], ['', 'a'], ['a', 7], 7]],
  [row('text', { words: ['a', 'b'] }), '"a" or "b"', ['a', 'b'], ['c', '', 7, ['a']]],
  [row('integer', { range: [0, 9] }), 'a whole number from 0 to 9', [0, 9, 5], [-1, 10, 0.5, '5']],
  [row('text', { length: [2, 3] }), 'a text of 2 to 3 characters', ['ab', 'abc', '😀😀'], ['a', 'abcd', '😀', 7]],
  [row('text', { nullable: true }), 'a text or null', ['a', null], [7, undefined]],
  [row('integer', { range: [0, 9], nullable: true }), 'a whole number from 0 to 9 or null', [0, null], [10, 'null']],
])('%j asks for %s', (asked, expected, fitting, others) => {
  const rule = keyRule(asked);
  expect(rule.expected).toBe(expected);
  expect([...fitting, ...others].filter((value) => rule.accepts(value))).toEqual(fitting);
});

test('values that were checked are read by their type; what is absent has the plain meaning', () => {
  const values = { text: 'a', number: 7, flag: true, off: false, list: ['a', 7], map: { a: 'b', c: 7 }, empty: '' };
  expect([textIn(values, 'text'), textIn(values, 'empty'), textIn(values, 'number'), textIn(values, 'x')]).toEqual([
    'a',
    '',
    null,
    null,
  ]);
  expect([requiredTextIn(values, 'text'), requiredTextIn(values, 'x')]).toEqual(['a', '']);
  expect([numberIn(values, 'number'), numberIn(values, 'text'), numberIn(values, 'x')]).toEqual([7, null, null]);
  expect([isTrueIn(values, 'flag'), isTrueIn(values, 'off'), isTrueIn(values, 'x')]).toEqual([true, false, false]);
  expect([textsIn(values, 'list'), textsIn(values, 'text'), textsIn(values, 'x')]).toEqual([['a'], null, null]);
  expect([textMapIn(values, 'map'), textMapIn(values, 'list'), textMapIn(values, 'x')]).toEqual([{ a: 'b' }, {}, {}]);
});
