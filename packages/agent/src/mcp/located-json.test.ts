import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionIn, readLocatedJson } from './located-json.ts';

test('what JSON.parse reads is read the same', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat({ max: 3 }), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      expect(readLocatedJson(spaced)).toMatchObject({ ok: true });
      expect(JSON.stringify(readLocatedJson(spaced))).toBe(JSON.stringify({ ok: true, value: JSON.parse(text) }));
    }),
    { numRuns: 2_000 },
  );
});

test('what JSON.parse refuses is refused, for random edits of a text', () => {
  const original = '{"a": [1, -2.5e3, true, null, "x\\u0041\\n"], "b": {"c": ""}}';
  const edit = fc.tuple(
    fc.nat({ max: original.length }),
    fc.nat({ max: 2 }),
    fc.constantFrom(...'{}[]",:\\0 etx.-'.split(''), ''),
  );
  fc.assert(
    fc.property(edit, ([at, removed, added]) => {
      const text = original.slice(0, at) + added + original.slice(at + removed);
      expect(readLocatedJson(text).ok).toBe(isJson(text));
    }),
    { numRuns: 5_000 },
  );
});

function isJson(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return value !== undefined;
  } catch {
    return false;
  }
}

test('the place of every member and of the first mistake is known', () => {
  const text = '{\n  "a": {\n    "b": [1, 2]\n  }\n}';
  const json = readLocatedJson(text);
  if (!json.ok) throw new Error(json.expected);
  const places = [['a'], ['a', 'b'], ['a', 'b', '1']].map((path) => positionIn(text, json.offsetOf(path)));
  expect(places).toEqual([
    { line: 2, column: 3 },
    { line: 3, column: 5 },
    { line: 3, column: 14 },
  ]);
});

test.each([
  ['', 0, 'a value'],
  ['{"a" 1}', 5, '":"'],
  ['{"a": 1,}', 8, 'a key in double quotes'],
  ['{"a": 1 "b": 2}', 8, '"," or "}"'],
  ['[1 2]', 3, '"," or "]"'],
  ['{"a": "x', 6, 'a complete string'],
  ['{"a": 01}', 6, 'a value'],
  ['{} x', 3, 'the end of the file'],
  ['{"a": 1, "a": 2}', 9, 'a key that is not yet there, but "a" comes twice'],
  ['['.repeat(100_000), 101, 'at most 100 levels'],
])('%j is wrong at %d', (text, offset, expected) => {
  expect(readLocatedJson(text)).toEqual({ ok: false, offset, expected });
});
