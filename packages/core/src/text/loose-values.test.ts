import { describe, expect, test } from 'vitest';
import { looseValues } from './loose-values.ts';

const WANTED = new Set(['decision', 'reason', 'inner.decision', 'inner.answer.behavior']);
const found = (text: string): Readonly<Record<string, unknown>> => Object.fromEntries(looseValues(text, WANTED));
const DENY = { decision: ['deny'] };

describe('the values at wanted paths are found', () => {
  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['in JSON as it should be', '{"decision":"deny","x":[1,{"decision":"no"}]}', DENY],
    [
      'one and two levels below',
      '{"inner":{"decision":"a","answer":{"behavior":true}}}',
      { 'inner.decision': ['a'], 'inner.answer.behavior': [true] },
    ],
    ['every time that a key is written', '{"decision":"deny","decision":"allow"}', { decision: ['deny', 'allow'] }],
    ['when the text is cut behind them', '{"decision":"deny","x":"aaa', DENY],
    ['when the text is cut in them', '{"decision":"deny","reason":"no be', { decision: ['deny'], reason: ['no be'] }],
    ['when the text is cut in an escape', '{"reason":"a\\', { reason: ['a'] }],
    ['beside NaN and Infinity', '{"x":NaN,"y":-Infinity,"decision":"deny"}', DENY],
    ['before another document', '{"decision":"deny"}{"decision":"allow"}', DENY],
    ['before text', '{"decision":"deny"} is my answer', DENY],
    ['with a trailing comma', '{"decision":"deny",}', DENY],
    ['behind a missing value', '{"x":,"decision":"deny"}', DENY],
    ['behind a missing comma', '{"x":"y" "decision":"deny"}', DENY],
    ['with line breaks inside texts', '{"reason":"a\nb","decision":"deny"}', { reason: ['a\nb'], decision: ['deny'] }],
    ['with escapes that JSON does not know', '{"reason":"a\\q\\n\\u0041"}', { reason: ['aq\nA'] }],
    ['under keys that are written with escapes', '{"\\u0064ecision":"deny"}', DENY],
    ['with numbers for values', '{"decision":7}', { decision: [7] }],
    [
      'true and false before what cannot go on a word',
      '{"decision":false\0,"reason":true%}',
      { decision: [false], reason: [true] },
    ],
  ])('%s', (_where, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('nothing is found', () => {
  test.each([
    ['deeper than wanted', '{"x":{"decision":"deny"},"y":[{"decision":"deny"}]}'],
    ['under a key with a dot in it', '{"inner.decision":"deny"}'],
    ['in the text of another value', '{"x":"{\\"decision\\":\\"deny\\"}"}'],
    ['that is null or a word of no meaning', '{"decision":null,"reason":None}'],
    ['where no object begins', 'decision: deny'],
    ['under keys without quotes', '{decision:"deny"}'],
    ['in single quotes', `{'decision':'deny'}`],
    ['in nothing', ''],
  ])('%s', (_where, text) => {
    expect(found(text)).toEqual({});
  });
});

test.each([
  ['brackets', `{"decision":"deny","x":${'['.repeat(1_000_000)}`],
  ['backslashes', `{"decision":"deny","x":"${'\\'.repeat(1_000_000)}`],
  ['quotes', `{"decision":"deny","x":${'"'.repeat(1_000_000)}`],
  ['members', `{"decision":"deny",${'"x":{"y":[1]},'.repeat(60_000)}`],
  ['bare words', `{"decision":"deny","x":${'a '.repeat(500_000)}`],
])('a million characters of %s are read in no time', (_what, text) => {
  const start = process.cpuUsage();
  expect(looseValues(text, WANTED).get('decision')).toEqual(['deny']);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
});
