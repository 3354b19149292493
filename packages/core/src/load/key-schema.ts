import type { JsonObject, KeyRow, KeyTable, KeyType } from '../model/index.ts';

/** The JSON Schema of an object with these keys; `more` adds to the schema of single keys. */
export function objectSchema(table: KeyTable, more: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  const rows = Object.entries(table);
  const required = rows.filter(([, row]) => row.required === true).map(([key]) => key);
  const properties = rows.map(([key, row]): [string, JsonObject] => [key, { ...rowSchema(row), ...more[key] }]);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
}

function rowSchema(row: KeyRow): JsonObject {
  const schema = {
    ...(row.words === undefined ? TYPES[row.type] : { type: 'string', enum: row.words }),
    ...(row.range === undefined ? {} : { minimum: row.range[0], maximum: row.range[1] }),
    ...(row.length === undefined ? {} : { minLength: row.length[0], maxLength: row.length[1] }),
  };
  const about = { description: row.about, ...(row.default === undefined ? {} : { default: row.default }) };
  return row.nullable === true ? { ...about, anyOf: [schema, { type: 'null' }] } : { ...about, ...schema };
}

const FILLED: JsonObject = { type: 'string', pattern: '\\S' };

const TYPES: Readonly<Record<KeyType, JsonObject>> = {
  text: { type: 'string' },
  'filled-text': FILLED,
  boolean: { type: 'boolean' },
  'positive-number': { type: 'number', exclusiveMinimum: 0 },
  'positive-integer': { type: 'integer', exclusiveMinimum: 0 },
  integer: { type: 'integer' },
  texts: { type: 'array', items: { type: 'string' } },
  'text-map': { type: 'object', additionalProperties: { type: 'string' } },
  object: { type: 'object' },
  list: { type: 'array' },
  'text-or-texts': {
    anyOf: [FILLED, { type: 'array', minItems: 1, items: [FILLED], additionalItems: { type: 'string' } }],
  },
};
