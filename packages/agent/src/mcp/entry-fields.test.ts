import { expect, test } from 'vitest';
import { expandVariables } from './entry-fields.ts';

const env = { NAME: 'Ada', EMPTY: '', TRICK: '${NAME}' };

test.each([
  ['plain $NAME', 'plain $NAME'],
  ['${NAME} and ${NAME}', 'Ada and Ada'],
  ['${MISSING:-other}', 'other'],
  ['${MISSING:-}', ''],
  ['${EMPTY:-other}', 'other'],
  ['${EMPTY}', ''],
  ['${NAME:-other}', 'Ada'],
  ['${TRICK}', '${NAME}'],
  ['${not a name} ${', '${not a name} ${'],
])('%j becomes %j', (text, expected) => {
  expect(expandVariables(text, env)).toEqual({ ok: true, text: expected });
});

test('a variable that is not set and has no default is named', () => {
  expect(expandVariables('${MISSING} ${toString}', env)).toEqual({ ok: false, unset: 'MISSING' });
  expect(expandVariables('${toString}', env)).toEqual({ ok: false, unset: 'toString' });
});
