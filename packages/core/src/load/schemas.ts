import type {
  Dialect,
  FlatJsonShape,
  GroupedJsonShape,
  HookFoldersShape,
  JsonObject,
  YamlConfigShape,
} from '../model/index.ts';
import { objectSchema } from './key-schema.ts';

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
  }
}

/** One schema for each native event, in the order of the table. */
const byEvent = (dialect: Dialect, schemaOf: (event: string) => JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(dialect.events).map((event) => [event, schemaOf(event)]));

function groupedSchema(dialect: Dialect, shape: GroupedJsonShape): JsonObject {
  const groups = byEvent(dialect, (event) => ({ type: 'array', items: groupSchema(shape, event) }));
  const hooks = { type: ['object', 'null'], properties: groups, additionalProperties: false };
  if (shape.version === null) return { type: 'object', properties: { hooks } };
  const { key, value } = shape.version;
  return { type: 'object', required: [key], properties: { [key]: { const: value }, hooks } };
}

function groupSchema(shape: GroupedJsonShape, event: string): JsonObject {
  const handlers = Object.entries(shape.handlers).filter(([, { notOn }]) => notOn?.events.includes(event) !== true);
  const items = { oneOf: handlers.map(([type, { keys }]) => objectSchema(keys, { type: { const: type } })) };
  return objectSchema(shape.groupKeys, { hooks: { items } });
}

function frontMatterSchema(dialect: Dialect, shape: HookFoldersShape): JsonObject {
  const trigger = { enum: [...Object.keys(dialect.events), ...Object.keys(dialect.aliases)] };
  return objectSchema(shape.keys, { trigger, matcher: objectSchema(shape.matcherKeys) });
}

function yamlSchema(dialect: Dialect, shape: YamlConfigShape): JsonObject {
  const lists = byEvent(dialect, () => ({ type: 'array', items: objectSchema(shape.keys) }));
  const hooks = { type: ['object', 'null'], properties: lists, additionalProperties: false };
  return { type: ['object', 'null'], properties: { hooks } };
}

function flatSchema(dialect: Dialect, shape: FlatJsonShape): JsonObject {
  const handler = { ...objectSchema(shape.handlerKeys), additionalProperties: false };
  const event = { enum: Object.keys(dialect.events) };
  const entry = { ...objectSchema(shape.keys, { event, handler }), additionalProperties: false };
  const negation = { type: 'string', pattern: `^${shape.negation}.`, description: 'Switches off a hook of the user.' };
  return { type: 'array', items: { anyOf: [entry, negation] } };
}
