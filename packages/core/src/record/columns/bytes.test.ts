import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDecisionId } from '../decision-id.ts';
import { specialIn, viewOf } from './byte-words.ts';
import { createDictionaries } from './dictionary.ts';
import { RowIds } from './row-ids.ts';

const NOW = Date.parse('2026-11-18T00:00:00.000Z');
const bytesOf = (text: string): DataView => viewOf(Buffer.from(text));

test('ids of rows are found that come in any order, near and far', () => {
  const usual = fc.integer({ min: 0, max: NOW }).map((at) => newDecisionId(at));
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(usual, usual, fc.string({ maxLength: 30 })), { maxLength: 60 }), (ids) => {
      const found = new RowIds();
      for (const id of ids) found.add(bytesOf(id));
      expect(ids.map((id) => found.find(bytesOf(id)))).toEqual(ids.map((_, row) => row));
      const unknown = [newDecisionId(0), newDecisionId(NOW + 1), newDecisionId(), 'unknown'.repeat(6)];
      expect(unknown.map((id) => found.find(bytesOf(id)))).toEqual([-1, -1, -1, -1]);
    }),
    { numRuns: 200 },
  );
});

test('bytes that end a string are found wherever they stand', () => {
  const isSpecial = (byte: number): boolean => byte < 0x20 || byte === 0x22 || byte === 0x5c;
  const byte = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), fc.array(byte, { maxLength: 40 }), (before, after) => {
      const bytes = Uint8Array.from([...before, ...after]);
      const found = bytes.findIndex((each, at) => at >= before.length && isSpecial(each));
      expect(specialIn(viewOf(bytes), before.length)).toBe(found < 0 ? bytes.length : found);
    }),
    { numRuns: 2_000 },
  );
});

test('texts of every length have a number of their own', () => {
  const { texts } = createDictionaries();
  const all = ['a', 'b', 'x'].flatMap((last) => Array.from({ length: 600 }, (_, length) => 'x'.repeat(length) + last));
  const different = [...new Set(all)];
  const numbers = different.map((text) => texts.numberOfJson(text));
  expect(new Set(numbers).size).toBe(different.length);
  expect(different.map((text) => texts.numberOfJson(text))).toEqual(numbers);
  expect(numbers.map((number) => [texts.value(number), texts.written(number)])).toEqual(different.map((t) => [t, t]));
});
