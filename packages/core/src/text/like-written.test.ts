import { expect, test } from 'vitest';
import { likeWritten } from './like-written.ts';
import { parseJson } from './parse-json.ts';
import { writtenJson } from './written-json.ts';

function read(text: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.readings[0];
}

const ORIGINAL = '{"id":12345678901234567890,"f":1.0,"list":[2.50,{"e":1e5}],"10":0,"9":0}';
const original = read(ORIGINAL) as Record<string, unknown>;
const written = (copy: unknown): string => writtenJson(likeWritten(original, copy));

test('a copy in JavaScript is written as the original was', () => {
  expect(written({ ...original })).toBe(ORIGINAL);
  expect(written(JSON.parse(ORIGINAL))).toBe(ORIGINAL);
  expect(written(original)).toBe(ORIGINAL);
});

test('what was changed, added or moved is written as it is', () => {
  expect(written({ ...original, f: 2, x: 1 })).toBe(ORIGINAL.replace('1.0', '2').replace('"9":0', '"9":0,"x":1'));
  expect(written({ list: [{ e: 100_000 }, 2.5], y: 12345678901234567890n.toString() })).toBe(
    '{"list":[{"e":100000},2.5],"y":"12345678901234567890"}',
  );
  expect(written({ list: { 0: 2.5 } })).toBe('{"list":{"0":2.5}}');
  expect(written(null)).toBe('null');
});

test('what is stored for the copy itself comes first', () => {
  const copy = read('{"id":12345678901234567891,"f":1.00,"more":3.0}');
  expect(written(copy)).toBe('{"id":12345678901234567891,"f":1.00,"more":3.0}');
});

test('neither value is changed, and a copy that contains itself is no harm', () => {
  const copy: Record<string, unknown> = Object.freeze({ ...original });
  expect(written(copy)).toBe(ORIGINAL);
  expect(writtenJson(copy)).not.toBe(ORIGINAL);
  const round: Record<string, unknown> = { f: 1 };
  round['list'] = round;
  expect(likeWritten(original, round)).toMatchObject({ f: 1 });
});

test('where the original has nothing of the kind, the copy is given back as it is', () => {
  const copy = { a: 1 };
  expect(likeWritten({ a: 1 }, copy)).toBe(copy);
});
