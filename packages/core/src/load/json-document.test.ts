import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigDocument, ParsedDocument } from './document.ts';
import { parseJsonDocument } from './json-document.ts';
import { scanJson } from './scan-json.ts';

const documentOf = (parsed: ParsedDocument): ConfigDocument => {
  if (!parsed.ok) throw new Error(parsed.finding.message);
  return parsed.document;
};

describe('a JSON document', () => {
  it('holds the value, and __proto__ as a key like any other', async () => {
    const { value } = documentOf(await parseJsonDocument('{"__proto__": {"a": 1}, "b": [1, null]}'));
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['b', [1, null]],
    ]);
  });

  it('knows where keys and values stand, and the nearest place of what is missing', async () => {
    const text = '{\n  "a": [\n    { "b": "x" },\r\n    { "c": 1 }\n  ]\n}\n';
    const locate = await documentOf(await parseJsonDocument(text)).locator();
    expect([
      locate([], 'value'),
      locate(['a'], 'key'),
      locate(['a'], 'value'),
      locate(['a', 0, 'b'], 'value'),
      locate(['a', 1, 'c'], 'key'),
      locate(['a', 1, 'missing', 'deeper'], 'value'),
      locate(['a', 7], 'value'),
      locate(['a', 1], 'key'),
      locate(['a', 1, 'c', 0], 'value'),
      locate(['a', 1, 'c', 'd'], 'value'),
      locate(['a', 'length'], 'value'),
    ]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 3 },
      { line: 2, column: 8 },
      { line: 3, column: 12 },
      { line: 4, column: 7 },
      { line: 4, column: 5 },
      { line: 2, column: 8 },
      { line: 4, column: 5 },
      { line: 4, column: 12 },
      { line: 4, column: 12 },
      { line: 2, column: 8 },
    ]);
    const lists = await documentOf(await parseJsonDocument('{"a": [["x", 1]]}')).locator();
    expect(lists(['a', 'x'], 'value')).toEqual({ line: 1, column: 7 });
  });

  it('tells of every doubled key, at any depth and in any spelling, and points at the one that counts', async () => {
    const text = '{"a": {"x": 1, "\\u0078": 2, "x": 3},\n "b": [{"y": 1}, {"y": 1, "y": 2}],\n "a": {"x": 4}}';
    const document = documentOf(await parseJsonDocument(text));
    expect(document.value).toEqual({ a: { x: 4 }, b: [{ y: 1 }, { y: 2 }] });
    expect(document.duplicates).toEqual([
      { path: ['a'], times: 2 },
      { path: ['a', 'x'], times: 3 },
      { path: ['b', 1, 'y'], times: 2 },
    ]);
    expect((await document.locator())(['a'], 'key')).toEqual({ line: 3, column: 2 });
  });

  it('finds no doubled key where there is none, whatever the strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(scanJson(JSON.stringify(value, null, 1))).toEqual({ tooDeepAt: null, hasDuplicates: false });
      }),
    );
    expect(scanJson('{"a": ["a:", "a", "\\"a\\":"], "b": "a"}').hasDuplicates).toBe(false);
  });

  it.each([
    ['', { line: 1, column: 1 }, 'the file is empty; JSON was expected', null],
    [' \n', { line: 1, column: 1 }, 'the file is empty; JSON was expected', null],
    ['{ "a": 1,\n}', { line: 2, column: 1 }, 'not valid JSON: there is a comma before }', 'remove the last comma'],
    ['[1, ]', { line: 1, column: 5 }, 'not valid JSON: there is a comma before ]', 'remove the last comma'],
    ['{\n  // no\n  "a": 1 }', { line: 2, column: 3 }, 'not valid JSON: JSON has no comments', 'remove the comment'],
    ['{ "a": [1 }', { line: 1, column: 11 }, 'not valid JSON: a comma was expected, found "}"', null],
    ['{"a": [1,\n  }', { line: 2, column: 3 }, 'not valid JSON: there is a comma before }', 'remove the last comma'],
    ['[}', { line: 1, column: 2 }, 'not valid JSON: a value was expected, found "}"', null],
    ['[1, 2 /* two */]', { line: 1, column: 7 }, 'not valid JSON: JSON has no comments', 'remove the comment'],
    ['[1, x]', { line: 1, column: 5 }, 'not valid JSON: a JSON value was expected, found "x]"', null],
    ['{1: 2}', { line: 1, column: 2 }, 'not valid JSON: a key in double quotes was expected, found "1:"', null],
    ['{"a":1', { line: 1, column: 7 }, 'not valid JSON: a closing } was expected, found the end of the file', null],
    ['[1 \n', { line: 2, column: 1 }, 'not valid JSON: a closing ] was expected, found the end of the file', null],
    ['"abc', { line: 1, column: 1 }, 'not valid JSON: a closing quote was expected, found "\\"abc"', null],
    ['[1.]', { line: 1, column: 2 }, 'not valid JSON: a digit was expected, found "1.]"', null],
    [
      '["\\u12"]',
      { line: 1, column: 2 },
      'not valid JSON: four hexadecimal digits after \\u were expected, found "\\"\\\\u12\\"]"',
      null,
    ],
    [
      '["a\tb"]',
      { line: 1, column: 2 },
      'not valid JSON: an escape instead of a bare control character was expected, found "\\"a"',
      null,
    ],
    [
      `[${'x'.repeat(30)}]`,
      { line: 1, column: 2 },
      `not valid JSON: a JSON value was expected, found "${'x'.repeat(20)}"`,
      null,
    ],
    ['{ "a" 1 }', { line: 1, column: 7 }, 'not valid JSON: a colon was expected, found "1"', null],
    ['{ a: 1 }', { line: 1, column: 3 }, 'not valid JSON: a JSON value was expected, found "a:"', null],
    ["{ 'a': 1 }", { line: 1, column: 3 }, 'not valid JSON: JSON strings need double quotes', `write " instead of '`],
    ['{ "a": ', { line: 1, column: 8 }, 'not valid JSON: a value was expected, found the end of the file', null],
    ['not json', { line: 1, column: 1 }, 'not valid JSON: a JSON value was expected, found "not"', null],
    ['{} {}', { line: 1, column: 4 }, 'not valid JSON: the end of the file was expected, found "{}"', null],
    [
      '{"a": "\\q"}',
      { line: 1, column: 7 },
      'not valid JSON: one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u was expected, found "\\"\\\\q\\"}"',
      null,
    ],
  ])('%j is refused with its place and a plain sentence', async (text, at, message, hint) => {
    expect(await parseJsonDocument(text)).toEqual({ ok: false, finding: { severity: 'error', at, message, hint } });
  });

  it('refuses what is nested too deeply, broken or not, however deep it is', async () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const finding = {
      severity: 'error',
      at: { line: 1, column: 65 },
      message: 'nested more than 64 levels deep',
      hint: null,
    };
    expect(await parseJsonDocument(deep(64))).toMatchObject({ ok: true });
    expect(await parseJsonDocument(deep(65))).toEqual({ ok: false, finding });
    expect(await parseJsonDocument('['.repeat(1_000_000))).toEqual({ ok: false, finding });
  });

  it('says something about every text that is no JSON, and never throws', async () => {
    const unit = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', ' ', 'a', '-', '.', '\u0000', '\n');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 30 }), async (text) => {
        const parsed = await parseJsonDocument(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(parsed.ok).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });
});
