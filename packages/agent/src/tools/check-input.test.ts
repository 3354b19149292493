import type { Json, JsonObject } from '@hookline/core';
import { describe, expect, test } from 'vitest';
import { checkInput } from './check-input.ts';

const check = (inputSchema: JsonObject, input: Json): string | null => checkInput({ name: 'Edit', inputSchema }, input);

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    file_path: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 1, maximum: 10 },
    mode: { enum: ['once', 'all', null] },
    name: { type: ['string', 'null'], minLength: 3 },
    edits: {
      type: 'array',
      items: { type: 'object', required: ['from'], properties: { from: { type: 'string' } } },
    },
  },
  required: ['file_path'],
  additionalProperties: false,
};

describe('an input is checked by the schema of its tool', () => {
  test.each<readonly [Json, string | null]>([
    [{ file_path: 'a' }, null],
    [{ file_path: 'a', count: 10, mode: null, name: null, edits: [{ from: 'x', other: 1 }] }, null],
    [{}, 'Edit: "file_path" is missing'],
    [null, 'Edit: the input must be an object, not null'],
    [['a'], 'Edit: the input must be an object, not an array'],
    [{ file_path: 3 }, 'Edit: "file_path" must be a string, not a number'],
    [{ file_path: null }, 'Edit: "file_path" must be a string, not null'],
    [{ file_path: '' }, 'Edit: "file_path" is empty'],
    [{ file_path: 'a', count: 1.5 }, 'Edit: "count" must be an integer, not a number'],
    [{ file_path: 'a', count: 0 }, 'Edit: "count" must be at least 1, not 0'],
    [{ file_path: 'a', count: 11 }, 'Edit: "count" must be at most 10, not 11'],
    [{ file_path: 'a', mode: 'some' }, 'Edit: "mode" must be one of "once", "all", null'],
    [{ file_path: 'a', name: 'ab' }, 'Edit: "name" must have at least 3 characters'],
    [{ file_path: 'a', name: 1 }, 'Edit: "name" must be a string or null, not a number'],
    [{ file_path: 'a', edits: [{ from: 'x' }, {}] }, 'Edit: "edits[1].from" is missing'],
    [{ file_path: 'a', edits: [{ from: 1 }] }, 'Edit: "edits[0].from" must be a string, not a number'],
    [{ file_path: 'a', filepath: 'b' }, 'Edit: "filepath" is not known; did you mean "file_path"?'],
    [{ file_path: 'a', zzz: 'b' }, 'Edit: "zzz" is not known'],
  ])('%j: %s', (input, problem) => {
    expect(check(SCHEMA, input)).toBe(problem);
  });

  test('other fields pass unless the schema forbids or describes them', () => {
    expect(check({ type: 'object' }, { a: 1 })).toBeNull();
    expect(check({ additionalProperties: { type: 'string' } }, { a: 1 })).toBe(
      'Edit: "a" must be a string, not a number',
    );
  });

  test('keywords that are not known are ignored, and so is an invalid schema', () => {
    expect(check({ oneOf: [{ type: 'string' }], required: 3, properties: [], type: {} }, { a: 1 })).toBeNull();
  });

  test('names of the prototype are fields like any other', () => {
    const schema: JsonObject = { type: 'object', properties: {}, required: ['toString'], additionalProperties: false };
    expect(check(schema, {})).toBe('Edit: "toString" is missing');
    expect(check({ properties: {}, additionalProperties: false }, JSON.parse('{"__proto__": 1}'))).toBe(
      'Edit: "__proto__" is not known',
    );
  });
});
