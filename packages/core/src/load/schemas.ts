import type {
  Dialect,
  EntryListShape,
  FlatJsonShape,
  GroupedJsonShape,
  HookFoldersShape,
  JsonObject,
  KeyRow,
  KeyTable,
  KeyType,
  YamlConfigShape,
} from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { whyNotOn } from './shapes/handler-row.ts';
import { switchRows } from './switches.ts';

/** The JSON Schema (draft-07) of a dialect's configuration; for hook folders, of their front matter. */
export function configurationSchema(dialect: Dialect): JsonObject {
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: `${dialect.title} hooks` };
  const { shape } = dialect;
  switch (shape.kind) {
    case 'grouped-json':
      return { ...head, ...groupedSchema(dialect, shape) };
    case 'hook-folders':
      return { ...head, ...frontMatterSchema(dialect, shape) };
    case 'yaml-config':
      return { ...head, ...yamlSchema(dialect, shape) };
    case 'flat-json':
      return { ...head, ...flatSchema(dialect, shape) };
    case 'event-files':
      return { ...head, not: {}, description: 'Hooks are files named after events; there is no configuration.' };
    case 'entry-list':
      return { ...head, ...entryListSchema(dialect, shape) };
  }
}

/** A schema for each native event, in the order of the table, under its name or another. */
const byEvent = (
  dialect: Dialect,
  schemaOf: (event: string) => JsonObject,
  nameOf: (event: string) => string = (event) => event,
): JsonObject => Object.fromEntries(Object.keys(dialect.events).map((event) => [nameOf(event), schemaOf(event)]));

function groupedSchema(dialect: Dialect, shape: GroupedJsonShape): JsonObject {
  const types = Object.keys(shape.handlers);
  const leftOut = (event: string): readonly string[] =>
    types.filter((type) => {
      const row = shape.handlers[type];
      return row !== undefined && whyNotOn(row, event) !== null;
    });
  const groups = byEvent(dialect, (event) =>
    shape.items === undefined ? listOf(groupName(leftOut(event))) : flatList(shape, leftOut(event)),
  );
  const hooks = { type: ['object', 'null'], properties: groups, additionalProperties: false };
  const definitions = {
    ...Object.fromEntries(
      Object.entries(shape.handlers).map(([type, { keys }]) => [type, objectSchema(keys, { type: { const: type } })]),
    ),
    ...(shape.items === 'flat'
      ? {}
      : byEvent(
          dialect,
          (event) => groupSchema(shape, leftOut(event)),
          (event) => groupName(leftOut(event)),
        )),
  };
  const properties = switchRows(shape).reduce(
    (all, { key, row }) => withProperty(all, key.split('.'), rowSchema(row)),
    { hooks } as JsonObject,
  );
  if (shape.version === null) return { type: 'object', properties, definitions };
  const { key, value, optional } = shape.version;
  return {
    type: 'object',
    ...(optional === true ? {} : { required: [key] }),
    properties: { [key]: { const: value }, hooks },
    definitions,
  };
}

/** A property of an object in an object, and so on. */
function withProperty(properties: JsonObject, [step = '', ...rest]: readonly string[], schema: JsonObject): JsonObject {
  if (rest.length === 0) return { ...properties, [step]: schema };
  const inner = properties[step];
  const own = isJsonObject(inner) && isJsonObject(inner['properties']) ? inner['properties'] : {};
  return { ...properties, [step]: { type: 'object', properties: withProperty(own, rest, schema) } };
}

/** Events that take the same handlers share one definition of their groups. */
const groupName = (leftOut: readonly string[]): string => ['group', ...leftOut.map((type) => `no-${type}`)].join('-');

function groupSchema(shape: GroupedJsonShape, leftOut: readonly string[]): JsonObject {
  const types = Object.keys(shape.handlers).filter((type) => !leftOut.includes(type));
  return objectSchema(shape.groupKeys, { hooks: { items: { oneOf: types.map(reference) } } });
}

/** Entries without groups, or beside them. */
const flatList = ({ handlers, items }: GroupedJsonShape, leftOut: readonly string[]): JsonObject => ({
  type: 'array',
  items: {
    anyOf: [
      ...Object.keys(handlers).filter((type) => !leftOut.includes(type)),
      ...(items === 'flat' ? [] : [groupName(leftOut)]),
    ].map(reference),
  },
});

const reference = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });

const listOf = (name: string): JsonObject => ({ type: 'array', items: reference(name) });

function frontMatterSchema(dialect: Dialect, shape: HookFoldersShape): JsonObject {
  const trigger = { enum: [...Object.keys(dialect.events), ...Object.keys(dialect.aliases)] };
  return objectSchema(shape.keys, { trigger, matcher: objectSchema(shape.matcherKeys) });
}

function yamlSchema(dialect: Dialect, shape: YamlConfigShape): JsonObject {
  const lists = byEvent(dialect, () => listOf('hook'));
  const hooks = { type: ['object', 'null'], properties: lists, additionalProperties: false };
  return { type: ['object', 'null'], properties: { hooks }, definitions: { hook: objectSchema(shape.keys) } };
}

function flatSchema(dialect: Dialect, shape: FlatJsonShape): JsonObject {
  const handler = { ...objectSchema(shape.handlerKeys), additionalProperties: false };
  const event = { enum: Object.keys(dialect.events) };
  const entry = { ...objectSchema(shape.keys, { event, handler }), additionalProperties: false };
  const negation = { type: 'string', pattern: `^${shape.negation}.`, description: 'Switches off a hook of the user.' };
  return { type: 'array', items: { anyOf: [entry, negation] } };
}

function entryListSchema(dialect: Dialect, { section, keys }: EntryListShape): JsonObject {
  const event = { enum: Object.keys(dialect.events) };
  const entry = { ...objectSchema(keys, { event }), additionalProperties: false };
  return { type: 'object', properties: { [section]: { type: 'array', items: entry } } };
}

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
  numeric: {
    anyOf: [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'string', pattern: '^[0-9.]+$' },
    ],
  },
  'positive-integer': { type: 'integer', exclusiveMinimum: 0 },
  'whole-number': { type: 'integer', minimum: 0 },
  integer: { type: 'integer' },
  texts: { type: 'array', items: { type: 'string' } },
  'text-map': { type: 'object', additionalProperties: { type: 'string' } },
  object: { type: 'object' },
  list: { type: 'array' },
  'text-or-texts': {
    anyOf: [FILLED, { type: 'array', minItems: 1, items: [FILLED], additionalItems: { type: 'string' } }],
  },
};
