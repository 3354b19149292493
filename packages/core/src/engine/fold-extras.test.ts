import { expect, test } from 'vitest';
import type { Extra } from '../model/index.ts';
import { foldExtras, withJoinedDenials } from './fold-extras.ts';

test.each<[string, readonly Extra[], Extra]>([
  ['nothing is nothing', [{}, {}], {}],
  ['sessionTitle: the last', [{ sessionTitle: 'one' }, { sessionTitle: 'two' }, {}], { sessionTitle: 'two' }],
  ['worktreePath: the last', [{ worktreePath: '/one' }, { worktreePath: '/two' }], { worktreePath: '/two' }],
  ['retry: any true', [{ retry: false }, { retry: true }, { retry: false }], { retry: true }],
  ['retry: none true', [{ retry: false }], {}],
  ['clearContext: any true', [{ clearContext: true }, {}], { clearContext: true }],
  [
    'watchPaths: union in order',
    [{ watchPaths: ['/b', '/a'] }, { watchPaths: ['/c', '/b'] }],
    { watchPaths: ['/b', '/a', '/c'] },
  ],
  ['watchPaths: an empty list is an answer', [{ watchPaths: [] }], { watchPaths: [] }],
  [
    'prependToPrompt: joined with a newline',
    [{ prependToPrompt: 'one' }, {}, { prependToPrompt: 'two' }],
    { prependToPrompt: 'one\ntwo' },
  ],
  [
    'appendToOutput: joined with a newline',
    [{ appendToOutput: 'one' }, { appendToOutput: 'two' }],
    { appendToOutput: 'one\ntwo' },
  ],
  [
    'permission: deny wins over a later allow',
    [{ permission: { behavior: 'deny', message: 'no' } }, { permission: { behavior: 'allow' } }],
    { permission: { behavior: 'deny', message: 'no' } },
  ],
  [
    'permission: deny wins over an earlier allow',
    [{ permission: { behavior: 'allow' } }, { permission: { behavior: 'deny' } }],
    { permission: { behavior: 'deny' } },
  ],
  [
    'permission: the last allow',
    [
      { permission: { behavior: 'allow', updatedInput: { a: 1 } } },
      { permission: { behavior: 'allow', updatedInput: { b: 2 } } },
    ],
    { permission: { behavior: 'allow', updatedInput: { b: 2 } } },
  ],
  [
    'permission: a rewritten input of an earlier allow stays',
    [
      { permission: { behavior: 'allow', updatedInput: { a: 1 } } },
      { permission: { behavior: 'allow', updatedPermissions: [] } },
    ],
    { permission: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [] } },
  ],
  ['permission: one alone', [{}, { permission: { behavior: 'allow' } }], { permission: { behavior: 'allow' } }],
  [
    'action: the strictest, with the content that came with it',
    [{ action: 'accept', content: { a: 1 } }, { action: 'decline' }, { action: 'cancel' }],
    { action: 'decline' },
  ],
  ['action: cancel over accept', [{ action: 'cancel' }, { action: 'accept', content: 1 }], { action: 'cancel' }],
  [
    'action: the last content of an accept',
    [{ action: 'accept', content: 1 }, { action: 'accept', content: 2 }, { action: 'accept' }],
    { action: 'accept', content: 2 },
  ],
  ['content without an action is kept', [{ content: { a: 1 } }], { content: { a: 1 } }],
  [
    'different extras are all kept',
    [{ sessionTitle: 'T' }, { retry: true, watchPaths: ['/a'] }],
    { sessionTitle: 'T', retry: true, watchPaths: ['/a'] },
  ],
])('%s', (_says, extras, expected) => {
  expect(foldExtras(extras)).toEqual(expected);
});

test('joined denials: one in place of several, with every message, interrupting if one does', () => {
  const deny = (fields: Extra['permission']): Extra => ({ permission: { behavior: 'deny', ...fields } });
  const allow: Extra = { permission: { behavior: 'allow' } };
  const joined = (...extras: readonly Extra[]): Extra => foldExtras(withJoinedDenials(extras));
  expect(joined(deny({ message: 'a' }), allow, deny({ message: 'b', interrupt: true }))).toEqual(
    deny({ message: 'a\nb', interrupt: true }),
  );
  expect(joined(deny({}), deny({ message: 'b' }))).toEqual(deny({ message: 'b' }));
  expect(joined(deny({}), deny({ message: '' }))).toEqual(deny({}));
  expect(joined(allow, deny({ message: 'a' }))).toEqual(deny({ message: 'a' }));
  expect(joined(allow)).toEqual(allow);
});
