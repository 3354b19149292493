import type { JsonObject } from '@hookline/core';

/** The key by which a new JSON file names its schema; nothing where the schemas have no address. */
export const schemaKey = (schemas: string | undefined, name: string): JsonObject =>
  schemas === undefined ? {} : { $schema: addressOf(schemas, name) };

/**
 * The line by which a new YAML file names its schema, as editors read it; nothing where the schemas have no address.
 */
export const schemaLine = (schemas: string | undefined, name: string): readonly string[] =>
  schemas === undefined ? [] : [`# yaml-language-server: $schema=${addressOf(schemas, name)}`];

const addressOf = (schemas: string, name: string): string => `${schemas}${name}.json`;
