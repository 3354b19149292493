import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseTrustRecord, trustRecordText } from './older-record.ts';
import type { TrustRecord } from './older-record.ts';

const RECORD: TrustRecord = {
  v: 2,
  path: '/p',
  digest: 'd',
  at: '2026-01-01T00:00:00.000Z',
  files: [{ path: 'a.sh', digest: 'x' }],
};

test('a record is one line of JSON that ends with a digest of all before it', () => {
  const body = `{"v":2,"path":"/p","digest":"d","at":"2026-01-01T00:00:00.000Z","files":[{"path":"a.sh","digest":"x"}]`;
  const check = createHash('sha256').update(body).digest('hex');
  expect(trustRecordText(RECORD)).toBe(`${body},"check":"${check}"}\n`);
  expect(parseTrustRecord(trustRecordText(RECORD))).toEqual(RECORD);
});

test('a record whose text is not exactly as it was written is none', () => {
  const text = trustRecordText(RECORD);
  const others = [
    text.replace('/p', '/q'),
    `${text}\n`,
    ` ${text}`,
    text.trimEnd(),
    text.replace('}\n', ',"more":1}\n'),
    text.replace('"check"', '"checks"'),
    text.replace(/"check":"\w+"/, '"check":1'),
    text.toUpperCase(),
    '',
    '[]',
    'null',
    '{',
  ];
  expect(others.map(parseTrustRecord)).toEqual(others.map(() => null));
});

const FIRST = { ...RECORD, v: 1 };

test.each<[string, object]>([
  ['another version', { v: 3 }],
  ['no version', { v: '1' }],
  ['a key more', { more: 1 }],
  ['a check that the first versions had not', { check: 'x' }],
  ['a path that is no text', { path: 1 }],
  ['a digest that is no text', { digest: null }],
  ['a time that is no text', { at: 1 }],
  ['files that are no list', { files: {} }],
  ['a file that is no object', { files: ['a.sh'] }],
  ['a file that is null', { files: [null] }],
  ['a file without a path', { files: [...RECORD.files, { digest: 'x' }] }],
  ['a file without a digest', { files: [{ path: 'a.sh' }, ...RECORD.files] }],
])('a record with %s is none', (_, wrong) => {
  expect(parseTrustRecord(JSON.stringify(FIRST))).toEqual(FIRST);
  expect(parseTrustRecord(JSON.stringify({ ...FIRST, ...wrong }))).toBeNull();
});

test('a record in which a key is missing is none', () => {
  for (const name of Object.keys(FIRST))
    expect(parseTrustRecord(JSON.stringify({ ...FIRST, [name]: undefined }))).toBeNull();
});
