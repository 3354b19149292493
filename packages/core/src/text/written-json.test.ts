import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { parseJson } from './parse-json.ts';
import { spacedJson } from './spaced-json.ts';
import { carryWritten, writtenJson } from './written-json.ts';

function read(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.readings[0];
}

function readObject(text: string): JsonObject {
  const value = read(text);
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
}

const TEXT =
  '{"id":12345678901234567890,"n":9007199254740993,"f":1.0,"e":1e400,"x":1E2,"m":-0,"z":1,"10":"a","9":"b","list":[1.50,[],{"2":{},"1":0.10}],"t":"1.0"}';

test('numbers and the order of keys are written as they were read', () => {
  expect(writtenJson(read(TEXT))).toBe(TEXT);
});

test('they are written so in every style', () => {
  const text = '{"b":{"10":1.0,"9":["x, y",2.0]},"a":[],"c":{"d":1}}';
  expect(writtenJson(read(text), 'spaced')).toBe('{"b": {"10": 1.0, "9": ["x, y", 2.0]}, "a": [], "c": {"d": 1}}');
  expect(spacedJson(read(text))).toBe('{"b": {"10": 1.0, "9": ["x, y", 2.0]}, "a": [], "c": {"d": 1}}');
  expect(writtenJson(read(text), 'indented')).toBe(
    '{\n  "b": {\n    "10": 1.0,\n    "9": [\n      "x, y",\n      2.0\n    ]\n  },\n  "a": [],\n  "c": {\n    "d": 1\n  }\n}',
  );
});

test('the values themselves are ordinary ones', () => {
  expect(read(TEXT)).toEqual(JSON.parse(TEXT));
  expect(Object.keys(read(TEXT) as JsonObject)).toEqual(Object.keys(JSON.parse(TEXT)));
});

test('an object keeps its spelling inside another, and a changed copy keeps that of what it has kept', () => {
  const inner = readObject('{"10":1.0,"9":2.0,"k":3.0}');
  expect(writtenJson({ inner })).toBe('{"inner":{"10":1.0,"9":2.0,"k":3.0}}');
  const { '9': _gone, ...rest } = inner;
  expect(writtenJson(carryWritten(inner, { ...rest, k: 4, new: 1 }))).toBe('{"10":1.0,"k":4,"new":1}');
  const renamed = carryWritten(inner, { renamed: inner['k'] ?? null }, (key) => (key === 'k' ? 'renamed' : null));
  expect(writtenJson(renamed)).toBe('{"renamed":3.0}');
});

test('a value that was never read from text is written as JSON.stringify writes it', () => {
  read(TEXT);
  const value = { a: undefined, b: () => 1, c: [undefined], d: new Date(0), e: Number.NaN, 1: 2 };
  expect(writtenJson(value)).toBe(JSON.stringify(value));
  expect(writtenJson(value, 'indented')).toBe(JSON.stringify(value, null, 2));
  const beside = readObject('{"n":1.0}');
  expect(writtenJson({ ...value, beside })).toBe(
    JSON.stringify({ ...value, beside: 'HERE' }).replace('"HERE"', '{"n":1.0}'),
  );
});

test('any JSON text without spaces comes back letter by letter', () => {
  const number = fc
    .tuple(fc.integer(), fc.constantFrom('', '.0', '.50', 'e5', 'E-3', '.1e400', '00000000000000000000'))
    .map(([whole, rest]) => `${whole === 0 ? 0 : whole}${rest}`)
    .filter((text) => !/^-?00/.test(text));
  const key = fc.oneof(fc.nat(20).map(String), fc.string()).map((text) => JSON.stringify(text));
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.string().map((text) => JSON.stringify(text)),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
        .map((members) => `{${members.map(([name, child]) => `${name}:${child}`).join(',')}}`),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (items) => {
      const text = `[${items.join(',')}]`;
      expect(writtenJson(read(text))).toBe(text);
      expect(read(writtenJson(read(text), 'spaced'))).toEqual(JSON.parse(text));
      expect(read(writtenJson(read(text), 'indented'))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('a copy of two objects keeps what is known about the members of both', () => {
  const [one, other] = [readObject('{"a":1.0,"b":2.0}'), readObject('{"b":2,"c":3.00}')];
  const copy = { ...one, ...other };
  carryWritten(one, copy, (key) => (key in other ? null : key));
  expect(writtenJson(carryWritten(other, copy))).toBe('{"a":1.0,"b":2,"c":3.00}');
});
