import { describe, expect, test } from 'vitest';
import { aDialect } from '../../../../test/support/hooks.ts';
import { canonicalJson } from './canonical-json.ts';
import { describeValue, quote, displayPath, entryLabel } from './describe.ts';
import { findEvent, sayUnknownEvent } from './find-event.ts';
import { positionsIn } from './document.ts';
import { shortName, sourceOf } from './source-of.ts';
import { tooManyHooks } from './written-hooks.ts';
import { rightSpelling } from './yaml-escapes.ts';

test.each<readonly [unknown, string]>([
  ['', 'an empty text'],
  ['a "b"', 'the text "a \\"b\\""'],
  [[], 'an empty list'],
  [[1], 'a list'],
  [{}, 'an object'],
  [null, 'null'],
  [7, '7'],
  [true, 'true'],
])('%j is described as %s', (value, words) => {
  expect(describeValue(value)).toBe(words);
});

test('a quoted text is cut after 60 characters', () => {
  expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quote('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
});

test('a path is shown relative to the project, absolute outside it', () => {
  const posix = { project: '/srv/app', platform: 'linux' } as const;
  expect(
    ['/srv/app/.x/a.json', '/srv/app', '/srv/other', '/srv', '/srv/app2/a', '/srv/app/..a/b', '/srv/app/a../b'].map(
      (file) => displayPath(file, posix),
    ),
  ).toEqual(['.x/a.json', '/srv/app', '/srv/other', '/srv', '/srv/app2/a', '..a/b', 'a../b']);
  const windows = { project: 'C:\\work', platform: 'win32' } as const;
  expect(['C:\\work\\.x\\a.json', 'C:\\other\\a', 'D:\\a'].map((file) => displayPath(file, windows))).toEqual([
    '.x/a.json',
    'C:\\other\\a',
    'D:\\a',
  ]);
});

test('an entry is named by its file, its number and its name', () => {
  expect([
    entryLabel('/a/hooks.json', 2, 'protect'),
    entryLabel('/a/hooks.json', 1, ''),
    entryLabel('b', 3, 7),
  ]).toEqual(['hooks.json: entry 2 ("protect")', 'hooks.json: entry 1', 'b: entry 3']);
});

describe('an event', () => {
  test('is found by its native name and by other spellings, and by nothing else', () => {
    const dialect = aDialect('agent-hooks');
    expect(
      ['before_tool', 'pre-tool-call', 'PreToolUse', 'toString', ''].map((name) => findEvent(dialect, name)),
    ).toEqual(['before_tool', 'before_tool', null, null, null]);
  });

  test('that is unknown is answered with the one that was likely meant, and all that there are', () => {
    const dialect = aDialect('polytoken');
    const known = `known events: ${Object.keys(dialect.events).join(', ')}`;
    expect(
      ['pre_tool_uze', 'PreToolUse', 'Stop', 'stp', 'sxyz', 'xyzzy', 'zzzzzzzzzzzz'].map((name) =>
        sayUnknownEvent(dialect, name),
      ),
    ).toEqual(
      [
        'unknown event "pre_tool_uze"; did you mean "pre_tool_use"?',
        'unknown event "PreToolUse"; did you mean "pre_tool_use"?',
        'unknown event "Stop"; did you mean "stop"?',
        'unknown event "stp"; did you mean "stop"?',
        'unknown event "sxyz"; did you mean "stop"?',
        'unknown event "xyzzy"',
        'unknown event "zzzzzzzzzzzz"',
      ].map((message) => ({ message, hint: known })),
    );
  });
});

test('an offset is a line and a column, both from 1', () => {
  const positionOf = positionsIn('ab\n\ncde\n');
  expect([0, 1, 2, 3, 4, 6, 7, 8].map((offset) => positionOf(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 3, column: 3 },
    { line: 3, column: 4 },
    { line: 4, column: 1 },
  ]);
  expect(positionsIn('')(0)).toEqual({ line: 1, column: 1 });
});

test('a short name is one line of at most 40 characters', () => {
  expect([
    shortName('  a \n\t b '),
    shortName('x'.repeat(40)),
    shortName('x'.repeat(41)),
    shortName('😀'.repeat(41)),
    shortName(`${' '.repeat(1000)}x`),
  ]).toEqual(['a b', 'x'.repeat(40), `${'x'.repeat(39)}…`, `${'😀'.repeat(39)}…`, '']);
});

test.each([
  ['project', 2000, false],
  ['project', 2001, true],
  ['local', 2001, true],
  ['user', 2001, false],
  ['plugin', 2001, false],
] as const)('a file of the scope %s with %i hooks holds too many: %s', (scope, entries, isTooMany) => {
  expect(tooManyHooks({ scope }, entries)).toEqual(
    isTooMany
      ? {
          severity: 'error',
          at: null,
          message: 'the file was not read: it holds 2001 hooks; at most 2000 of a project are read',
          hint: 'join hooks that do the same, with a pattern for all of them',
        }
      : null,
  );
});

test('a file of which nothing is known is usable and empty', () => {
  const place = { project: '/p', home: '/h', env: {}, platform: 'linux', stateDir: null, plugins: [] } as const;
  const found = { scope: 'project', file: '/p/x', display: 'x', within: '/p', plugin: null, place } as const;
  expect(sourceOf(aDialect('kode'), found, {})).toEqual({
    dialect: 'kode',
    scope: 'project',
    file: '/p/x',
    display: 'x',
    hooks: [],
    lists: [],
    negations: [],
    switches: {},
    diagnostics: [],
    rejected: false,
    usable: true,
    definitions: '',
    entries: 0,
  });
});

test('the right spelling of a text is given in single and in double quotes', () => {
  expect(rightSpelling("it's \\.py")).toBe(`'it''s \\.py' or "it's \\\\.py"`);
});

test('the same value has the same canonical text, whatever the order of its keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect([canonicalJson([2, 1]), canonicalJson('a'), canonicalJson(undefined)]).toEqual(['[2,1]', '"a"', '']);
});
