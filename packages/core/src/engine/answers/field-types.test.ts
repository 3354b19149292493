import { expect, test } from 'vitest';
import type { AnswerField, FieldMeaning, FieldType, Json, Verdict } from '../../model/index.ts';
import { convert, lookUp } from './field-types.ts';

const field = (takes: FieldType, gives: FieldMeaning = 'content'): AnswerField => ({
  key: 'key',
  gives,
  takes,
  wrongType: 'ignored',
});
const taken = (takes: FieldType, value: Json) => convert(field(takes), value, 'test:guard');

// prettier-ignore
const TAKES: readonly (readonly [FieldType, readonly Json[], readonly Json[], string])[] = [
  ['text', ['a', ''], [7, null, ['a'], { a: 'b' }], 'a text'],
  ['non-empty-text', ['a', ' '], [7, true, ['a']], 'a text'],
  ['object', [{}, { a: 1 }], ['a', 7, null, [], true], 'an object'],
  ['json', ['a', 7, null, false, [], {}], [], 'JSON'],
  ['flag', [true, false], ['true', 1, 0, null], 'true or false'],
  ['texts', [[], ['a', 'b']], ['a', ['a', 7], { 0: 'a' }, null], 'a list of texts'],
  ['absolute-path', ['/a', '/', 'C:\\a', 'z:/a'], ['a', '', './a', 'C:a', '1:/a', 'xC:/a', 7, ['/a']], 'an absolute path'],
  ['absolute-paths', [[], ['/a', 'C:/b']], ['/a', ['/a', 'b'], ['/a', 7], { 0: '/a' }], 'a list of absolute paths'],
  ['elicitation-action', ['accept', 'decline', 'cancel'], ['', 'Accept', true, null], '"accept", "decline" or "cancel"'],
  ['permission-answer', [{ behavior: 'allow' }, { behavior: 'deny', x: 1 }], ['allow', {}, { behavior: 'ask' }, [], null], 'an object whose behavior is "allow" or "deny"'],
];

test.each(TAKES)('%s takes what it names, as it is, and nothing else', (takes, fitting, others, expected) => {
  for (const value of fitting) expect(taken(takes, value)).toEqual({ ok: true, given: { extra: { content: value } } });
  for (const value of others) expect(taken(takes, value)).toEqual({ ok: false, why: `is not ${expected}` });
});

test('an empty text is of the right type and says nothing, where a filled one is wanted', () => {
  for (const takes of ['non-empty-text', 'non-empty-text-or-json'] as const)
    expect(taken(takes, '')).toEqual({ ok: true, given: {} });
  expect(taken('text-or-json', '')).toEqual({ ok: true, given: { extra: { content: '' } } });
});

test('what is no text is written as JSON, where a text is wanted and all is taken', () => {
  for (const takes of ['text-or-json', 'non-empty-text-or-json'] as const)
    expect([taken(takes, 'a'), taken(takes, { a: [1] })]).toEqual([
      { ok: true, given: { extra: { content: 'a' } } },
      { ok: true, given: { extra: { content: '{"a":[1]}' } } },
    ]);
});

test.each<readonly [FieldMeaning, Json, Verdict]>([
  ['context', 'a', { context: ['a'] }],
  ['context', { a: 1 }, { context: ['{"a":1}'] }],
  ['message', 'a', { messages: [{ level: 'info', text: 'a', hook: 'test:guard' }] }],
  ['log', 'a', { notes: ['log: a'] }],
  ['updatedInput', { a: 1 }, { updatedInput: { a: 1 } }],
  ['updatedInput', 'a', {}],
  ['updatedToolOutput', [1], { updatedToolOutput: [1] }],
  ['updatedPrompt', 'a', { updatedPrompt: 'a' }],
  ['quiet', true, { quiet: true }],
  ['quiet', false, { quiet: false }],
  ['sessionTitle', 'a', { extra: { sessionTitle: 'a' } }],
])('%s is given %j', (gives, value, given) => {
  expect(convert(field('json', gives), value, 'test:guard')).toEqual({ ok: true, given });
});

test('a message has the level of its field', () => {
  expect(convert({ ...field('text', 'message'), level: 'warning' }, 'a', 'test:guard')).toEqual({
    ok: true,
    given: { messages: [{ level: 'warning', text: 'a', hook: 'test:guard' }] },
  });
});

test('a dotted path leads through own keys only', () => {
  const object = JSON.parse('{"a":{"b":1,"n":null},"l":[{"b":2}],"__proto__":{"c":3}}');
  expect(
    ['a.b', 'a', 'a.n', 'a.x', 'a.b.c', 'l.0', 'c', 'a.toString', 'a.n.x'].map((path) => lookUp(object, path)),
  ).toEqual([1, { b: 1, n: null }, null, undefined, undefined, undefined, undefined, undefined, undefined]);
});
