import { describe, expect, it } from 'vitest';
import type { JsonObject, KeyRow, KeyTable } from '../model/index.ts';
import { checkKeys } from './check-keys.ts';

const AT = { path: ['a', 0], prefix: '', shown: ['a', 0] };
const SKIP = { badOption: 'skip-entry', unknownKey: 'warning' } as const;

const check = (value: unknown, row: Partial<KeyRow>) => {
  const table: KeyTable = { key: { type: 'text', about: 'What it is for.', ...row } };
  const object = (value === undefined ? {} : { key: value }) as JsonObject;
  const { isUsable, findings } = checkKeys(object, table, AT, SKIP);
  return isUsable ? null : findings.map(({ message, hint }) => [message, hint]);
};

describe('checking the keys of an object', () => {
  it.each<[unknown, Partial<KeyRow>]>([
    ['', {}],
    ['x', { type: 'filled-text' }],
    [false, { type: 'boolean' }],
    [0.001, { type: 'positive-number' }],
    [1, { type: 'positive-integer' }],
    [-3, { type: 'integer' }],
    [[], { type: 'texts' }],
    [{ A: '' }, { type: 'text-map' }],
    [{}, { type: 'object' }],
    [[], { type: 'list' }],
    ['a b', { type: 'text-or-texts' }],
    [['a', ''], { type: 'text-or-texts' }],
    [null, { nullable: true, type: 'boolean' }],
    ['fast', { words: ['fast', 'long'] }],
    [1000, { type: 'integer', range: [0, 1000] }],
    ['😀'.repeat(64), { length: [1, 64] }],
    [undefined, {}],
  ])('%j is right for %j', (value, row) => {
    expect(check(value, row)).toBeNull();
  });

  it.each<[unknown, Partial<KeyRow>, string, string]>([
    [undefined, { required: true }, 'a[0].key is missing', 'key: What it is for.'],
    [null, {}, 'a[0].key must be a text, not null', 'key: What it is for.'],
    [5, {}, 'a[0].key must be a text, not 5', 'write "5", in quotes'],
    [
      ' \n',
      { type: 'filled-text' },
      'a[0].key must be a text that is not blank, not the text " \\n"',
      'key: What it is for.',
    ],
    ['yes', { type: 'boolean' }, 'a[0].key must be true or false, not the text "yes"', 'write true without quotes'],
    [
      '30',
      { type: 'positive-number' },
      'a[0].key must be a positive number, not the text "30"',
      'write 30 without quotes',
    ],
    [0, { type: 'positive-number' }, 'a[0].key must be a positive number, not 0', 'key: What it is for.'],
    [Infinity, { type: 'positive-number' }, 'a[0].key must be a positive number, not Infinity', 'key: What it is for.'],
    [NaN, { type: 'positive-number' }, 'a[0].key must be a positive number, not NaN', 'key: What it is for.'],
    [true, { type: 'positive-number' }, 'a[0].key must be a positive number, not true', 'key: What it is for.'],
    [1.5, { type: 'positive-integer' }, 'a[0].key must be a positive whole number, not 1.5', 'key: What it is for.'],
    [0, { type: 'positive-integer' }, 'a[0].key must be a positive whole number, not 0', 'key: What it is for.'],
    [1e300, { type: 'integer' }, 'a[0].key must be a whole number, not 1e+300', 'key: What it is for.'],
    [
      1001,
      { type: 'integer', range: [0, 1000] },
      'a[0].key must be a whole number from 0 to 1000, not 1001',
      'key: What it is for.',
    ],
    ['', { length: [1, 3] }, 'a[0].key must be a text of 1 to 3 characters, not an empty text', 'key: What it is for.'],
    [
      'abcd',
      { length: [1, 3] },
      'a[0].key must be a text of 1 to 3 characters, not the text "abcd"',
      'key: What it is for.',
    ],
    [
      'Fast',
      { words: ['fast', 'long'] },
      'a[0].key must be "fast" or "long", not the text "Fast"',
      'did you mean "fast"?',
    ],
    ['x', { type: 'texts' }, 'a[0].key must be a list of texts, not the text "x"', 'key: What it is for.'],
    [['x', 1], { type: 'texts' }, 'a[0].key[1] must be a text, not 1', 'key: What it is for.'],
    [{ A: 1 }, { type: 'text-map' }, 'a[0].key.A must be a text, not 1', 'key: What it is for.'],
    [[], { type: 'object' }, 'a[0].key must be an object, not an empty list', 'key: What it is for.'],
    [{}, { type: 'list' }, 'a[0].key must be a list, not an object', 'key: What it is for.'],
    [
      '',
      { type: 'text-or-texts' },
      'a[0].key must be a text, or a list of texts, that names a program, not an empty text',
      'key: What it is for.',
    ],
    [
      [],
      { type: 'text-or-texts' },
      'a[0].key must be a text, or a list of texts, that names a program, not an empty list',
      'key: What it is for.',
    ],
    [
      ['', 'x'],
      { type: 'text-or-texts' },
      'a[0].key must be a text, or a list of texts, that names a program, not a list',
      'key: What it is for.',
    ],
    [['x', null], { type: 'text-or-texts' }, 'a[0].key[1] must be a text, not null', 'key: What it is for.'],
    [5, { type: 'boolean', nullable: true }, 'a[0].key must be true or false or null, not 5', 'key: What it is for.'],
  ])('%j is wrong for %j', (value, row, message, hint) => {
    expect(check(value, row)).toEqual([[message, hint]]);
  });

  it.each<[unknown, Partial<KeyRow>, string]>([
    ['30', { type: 'integer' }, 'write 30 without quotes'],
    [' 1.25 ', { type: 'positive-integer' }, 'write 1.25 without quotes'],
    ['-30', { type: 'positive-number' }, 'key: What it is for.'],
    ['1.', { type: 'positive-number' }, 'key: What it is for.'],
    ['1.5s', { type: 'positive-number' }, 'key: What it is for.'],
    ['s 1', { type: 'positive-number' }, 'key: What it is for.'],
    ['30', { type: 'list' }, 'key: What it is for.'],
    ['yes', { type: 'list' }, 'key: What it is for.'],
    ['true', { type: 'boolean' }, 'write true without quotes'],
    [' On ', { type: 'boolean' }, 'write true without quotes'],
    ['false', { type: 'boolean' }, 'write false without quotes'],
    ['NO', { type: 'boolean' }, 'write false without quotes'],
    ['off', { type: 'boolean' }, 'write false without quotes'],
    ['maybe', { type: 'boolean' }, 'key: What it is for.'],
    [true, {}, 'write "true", in quotes'],
    [5, { type: 'filled-text' }, 'write "5", in quotes'],
    [5, { type: 'text-or-texts' }, 'write "5", in quotes'],
    [5, { type: 'texts' }, 'key: What it is for.'],
    [{}, {}, 'key: What it is for.'],
    ['zzzzzz', { words: ['fast', 'long'] }, 'key: What it is for.'],
    [5, { words: ['fast', 'long'] }, 'write "5", in quotes'],
  ])('%j in the place of %j has the cure: %s', (value, row, hint) => {
    expect(check(value, row)?.map(([, cure]) => cure)).toEqual([hint]);
  });

  it.each<[unknown, Partial<KeyRow>, string, readonly (string | number)[]]>([
    [undefined, { required: true }, 'is missing', []],
    [5, {}, ' must be a text, not 5', ['key']],
    [['x', 1, 2], { type: 'texts' }, '[1] must be a text, not 1', ['key', 1]],
    [{ A: 'x', B: 1 }, { type: 'text-map' }, '.B must be a text, not 1', ['key', 'B']],
    [['x'], { type: 'text-map' }, ' must be an object whose values are texts, not a list', ['key']],
    [{ 0: 1 }, { type: 'texts' }, ' must be a list of texts, not an object', ['key']],
    [[1], { type: 'object' }, ' must be an object, not a list', ['key']],
    [{ A: 1 }, { type: 'list' }, ' must be a list, not an object', ['key']],
  ])('%j in the place of %j is pointed at where it is wrong', (value, row, message, path) => {
    const table: KeyTable = { key: { type: 'text', about: '', ...row } };
    const { findings } = checkKeys((value === undefined ? {} : { key: value }) as JsonObject, table, AT, SKIP);
    const found = findings.map((finding) => [finding.severity, finding.at, finding.message.endsWith(message)]);
    expect(found).toEqual([['error', { path: [...AT.path, ...path], part: 'value' }, true]]);
  });

  it('null stands for the default, and a key without a default has no value then', () => {
    const table: KeyTable = {
      size: { type: 'integer', nullable: true, default: 7, about: '' },
      name: { type: 'text', nullable: true, about: '' },
    };
    expect(checkKeys({ size: null, name: null }, table, AT, SKIP)).toStrictEqual({
      values: { size: 7 },
      isUsable: true,
      findings: [],
    });
  });

  it('only a claim to powers is told where unknown keys are ignored', () => {
    const powers = [
      'trust',
      'trusted',
      'failOpen',
      'on_error',
      'onFault',
      'OnFailure',
      'on_timeout',
      'state_dir',
      'stateFolder',
    ];
    const others = ['mistrust', 'only', 'one_error', 'state', 'on__error', 'x'];
    const object = Object.fromEntries([...powers, ...others].map((key) => [key, 1]));
    const place = { path: [], prefix: '', shown: [] };
    const { findings } = checkKeys(object, { a: { type: 'text', about: '' } }, place, {
      ...SKIP,
      unknownKey: 'only-powers',
    });
    const reason = 'a hook file can neither grant trust, nor change what a failure does, nor move folders';
    expect(findings).toEqual(
      powers.map((key) => ({
        severity: 'warning',
        at: { path: [key], part: 'key' },
        message: `unknown key "${key}" is ignored: ${reason}`,
        hint: 'known keys: a',
      })),
    );
  });

  it('fills defaults in, and puts them in the place of bad options where the policy says so', () => {
    const table: KeyTable = {
      need: { type: 'text', required: true, about: '' },
      size: { type: 'integer', default: 7, about: '' },
      other: { type: 'text', about: '' },
    };
    const policy = { badOption: 'use-default', unknownKey: 'only-powers' } as const;
    expect(checkKeys({ need: 'x', other: 'y', more: 1 }, table, AT, policy)).toEqual({
      values: { need: 'x', size: 7, other: 'y' },
      isUsable: true,
      findings: [],
    });
    expect(checkKeys({ need: 'x', size: 'big' }, table, AT, policy)).toEqual({
      values: { need: 'x', size: 7 },
      isUsable: true,
      findings: [
        {
          severity: 'warning',
          at: { path: ['a', 0, 'size'], part: 'value' },
          message: 'a[0].size must be a whole number, not the text "big"; size is ignored',
          hint: 'size: ',
        },
      ],
    });
    expect(checkKeys({}, table, AT, policy)).toMatchObject({ isUsable: false, findings: [{ severity: 'error' }] });
  });

  it('tells every unknown key with the one that was meant and those that are known, in the severity of the policy', () => {
    const table: KeyTable = { matcher: { type: 'text', about: '' }, name: { type: 'text', about: '' } };
    const place = { path: [1], prefix: 'hooks.json: entry 2: ', shown: [] };
    const object = JSON.parse('{"mather": 1, "__proto__": 2}') as JsonObject;
    expect(checkKeys(object, table, place, { badOption: 'skip-entry', unknownKey: 'error' }).findings).toEqual([
      {
        severity: 'error',
        at: { path: [1, 'mather'], part: 'key' },
        message: 'hooks.json: entry 2: unknown key "mather"; did you mean "matcher"?',
        hint: 'known keys: matcher, name',
      },
      {
        severity: 'error',
        at: { path: [1, '__proto__'], part: 'key' },
        message: 'hooks.json: entry 2: unknown key "__proto__"',
        hint: 'known keys: matcher, name',
      },
    ]);
  });

  it('reads own keys only', () => {
    expect(check(undefined, {})).toBeNull();
    const table = Object.fromEntries([['constructor', { type: 'text', required: true, about: '' }]]) as KeyTable;
    expect(checkKeys({}, table, AT, SKIP).isUsable).toBe(false);
  });
});
