import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { spacedJson } from './spaced-json.ts';

describe('parseJson', () => {
  it('reads any JSON as JSON.parse does, in one reading', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual({ ok: true, readings: [JSON.parse(text)] });
      }),
    );
  });

  it('gives every value that a doubled key hides a reading of its own', () => {
    expect(parseJson('{"a":1,"b":{"a":"x","a":"y","a":"z"}}')).toEqual({
      ok: true,
      readings: [
        { a: 1, b: { a: 'z' } },
        { a: 1, b: { a: 'x' } },
        { a: 1, b: { a: 'y' } },
      ],
    });
  });

  it('finds what is hidden in a doubled key inside a doubled object', () => {
    expect(parseJson('{"o":{"d":"deny","d":"allow"},"o":{"d":"allow"}}')).toEqual({
      ok: true,
      readings: [{ o: { d: 'allow' } }, { o: { d: 'allow' } }, { o: { d: 'deny' } }],
    });
  });

  it('refuses what is doubled too often to look at', () => {
    const text = `{${Array.from({ length: 400 }, () => '"a":1').join(',')}}`;
    expect(parseJson(text)).toMatchObject({ ok: false, why: 'doubled too often' });
  });

  it('keeps __proto__ as an ordinary own key', () => {
    const parsed = parseJson('{"__proto__":{"decision":"allow"},"a":1,"a":2}');
    expect(parsed.ok && parsed.readings.map((reading) => Object.keys(reading as object))).toEqual([
      ['__proto__', 'a'],
      ['__proto__', 'a'],
    ]);
  });

  it('refuses what is nested too deeply, however deep it is', () => {
    expect(parseJson('['.repeat(503) + ']'.repeat(503))).toMatchObject({ ok: false, why: 'nested too deeply' });
    expect(parseJson('['.repeat(1_000_000))).toMatchObject({ ok: false, why: 'nested too deeply' });
    expect(parseJson('['.repeat(502) + ']'.repeat(502))).toMatchObject({ ok: true });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseJson(text)));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', ' ') }),
        (text) => void parseJson(text),
      ),
    );
  });
});

describe('spacedJson', () => {
  it('is the same JSON with a space after each colon and comma', () => {
    expect(spacedJson({ a: [1, 'x, y:z', {}], b: { c: null }, d: [] })).toBe(
      '{"a": [1, "x, y:z", {}], "b": {"c": null}, "d": []}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = spacedJson(value as never);
        expect(text).not.toContain('\n');
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it('a long text with many doubled keys is refused soon', () => {
  const doubled = Array.from({ length: 250 }, () => '{"a":1,"a":2}').join(',');
  const long = `[${doubled},${'{"b":[]},'.repeat(100_000)}0]`;
  const start = process.cpuUsage();
  expect(parseJson(long)).toMatchObject({ ok: false, why: 'doubled too often' });
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
