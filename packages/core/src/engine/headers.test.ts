import { expect, test } from 'vitest';
import { headersOf, secretsOf } from './encode.ts';

const ENV = { TOKEN: 'abc', OTHER: 'xyz', FORGED: 'a\r\nX-Evil: 1\0', GONE: undefined };

const headers = (
  written: Readonly<Record<string, string>>,
  allowedVariables: readonly string[] | null = null,
): Readonly<Record<string, string>> =>
  headersOf({ kind: 'http', url: 'http://localhost', headers: written, allowedVariables }, ENV);

test.each<[string, Readonly<Record<string, string>>, readonly string[] | null, Readonly<Record<string, string>>]>([
  ['the body is JSON', {}, null, {}],
  [
    '${NAME} is replaced from the environment',
    { Authorization: 'Bearer ${TOKEN}' },
    null,
    { authorization: 'Bearer abc' },
  ],
  ['without allowedEnvVars all names are known', { A: '${TOKEN}/${OTHER}' }, null, { a: 'abc/xyz' }],
  ['with allowedEnvVars only those are known', { A: '${TOKEN}/${OTHER}' }, ['OTHER'], { a: '/xyz' }],
  ['an empty allowedEnvVars allows none', { A: '[${TOKEN}]' }, [], { a: '[]' }],
  ['a name that is not set becomes empty', { A: '[${UNSET}${GONE}]' }, null, { a: '[]' }],
  ['$NAME without braces is plain text', { A: '$TOKEN ${} ${1}' }, null, { a: '$TOKEN ${} ${1}' }],
  ['CR, LF and NUL are removed from values', { A: '${FORGED}', B: 'x\r\ny' }, null, { a: 'aX-Evil: 1', b: 'xy' }],
])('%s', (_says, written, allowed, expected) => {
  expect(headers(written, allowed)).toEqual({ 'content-type': 'application/json', ...expected });
});

test('a value that looks like a placeholder is not replaced a second time', () => {
  const handler = { kind: 'http', url: '', headers: { A: '${ONE}' }, allowedVariables: null } as const;
  expect(headersOf(handler, { ONE: '${TWO}', TWO: 'secret' })).toEqual({
    'content-type': 'application/json',
    a: '${TWO}',
  });
});

test('what a header takes from the environment is known by its name, as it is sent', () => {
  const written = { Authorization: 'Bearer ${TOKEN}', A: '${FORGED}${TOKEN}', B: '${OTHER}${UNSET}', C: 'plain' };
  const handler = { kind: 'http', url: 'http://localhost', headers: written } as const;
  expect(secretsOf({ ...handler, allowedVariables: null }, ENV)).toEqual({
    TOKEN: 'abc',
    FORGED: 'aX-Evil: 1',
    OTHER: 'xyz',
    UNSET: '',
  });
  expect(secretsOf({ ...handler, allowedVariables: ['OTHER'] }, ENV)).toMatchObject({ TOKEN: '', OTHER: 'xyz' });
});
