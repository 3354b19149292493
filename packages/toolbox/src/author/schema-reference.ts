import type { JsonObject } from '@hookline/core';
import type { Dialect } from '@hookline/core/internal';

/** The key by which a new JSON file names its schema; nothing where the schemas have no address, or the key is not ours. */
export function schemaKey(schemas: string | undefined, { id, shape }: Pick<Dialect, 'id' | 'shape'>): JsonObject {
  const isReserved = shape.kind === 'grouped-json' && shape.schemaKey === 'reserved';
  return schemas === undefined || isReserved ? {} : { $schema: addressOf(schemas, id) };
}

/**
 * The line by which a new YAML file names its schema, as editors read it; nothing where the schemas have no address.
 */
export const schemaLine = (schemas: string | undefined, name: string): readonly string[] =>
  schemas === undefined ? [] : [`# yaml-language-server: $schema=${addressOf(schemas, name)}`];

const addressOf = (schemas: string, name: string): string => `${schemas}${name}.json`;
