import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../model/index.ts';
import { spacedJson, spacedJsonBytes } from './spaced-json.ts';

/** The same by the plain definition: JSON with line breaks, each of which is taken out again. */
const defined = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/,\n +/g, ', ')
    .replace(/([[{])\n +/g, '$1')
    .replace(/\n *([\]}])/g, '$1');

describe('spaced JSON', () => {
  it.each<readonly [Json, string]>([
    [{ a: 1, b: [true, null], c: {} }, '{"a": 1, "b": [true, null], "c": {}}'],
    [{ 'k:,"': 'v:,"\\ "', e: [] }, '{"k:,\\"": "v:,\\"\\\\ \\"", "e": []}'],
    [{ a: { b: { c: { d: [{ e: 'x, y: z' }] } } } }, '{"a": {"b": {"c": {"d": [{"e": "x, y: z"}]}}}}'],
    ['text', '"text"'],
    [[], '[]'],
  ])('%j is %s', (value, text) => {
    expect(spacedJson(value)).toBe(text);
  });

  it('has a space after every colon and comma of any value, and none else', () => {
    const odd = fc.constantFrom(undefined, new Date(0), -0, Number.NaN, Symbol('s'), () => 1, 'a\ud800b', 'é\u2028😀');
    const value = fc.oneof(
      fc.jsonValue(),
      fc.object({ values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), odd] }),
      fc.array(fc.oneof(fc.jsonValue(), odd)),
    );
    fc.assert(
      fc.property(value, (each) => {
        expect(spacedJson(each as Json)).toBe(defined(each));
      }),
      { numRuns: 2000 },
    );
  });

  it('as bytes has its ending and nothing behind it', () => {
    const bytes = spacedJsonBytes({ text: 'é'.repeat(10_000), list: [1, 2] }, '\n');
    expect(bytes.toString()).toBe(`{"text": "${'é'.repeat(10_000)}", "list": [1, 2]}\n`);
  });
});
