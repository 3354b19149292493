import type { JsonObject } from '@hookline/core';

/** A string of a checked input; empty when it is absent. */
export const textOf = (input: JsonObject, key: string): string => optionalText(input, key) ?? '';

/** A string of a checked input; null when it is absent. */
export function optionalText(input: JsonObject, key: string): string | null {
  const value = valueOf(input, key);
  return typeof value === 'string' ? value : null;
}

/** A number of a checked input; `otherwise` when it is absent. */
export function numberOf(input: JsonObject, key: string, otherwise: number): number {
  const value = valueOf(input, key);
  return typeof value === 'number' ? value : otherwise;
}

/** A boolean of a checked input; `otherwise` when it is absent. */
export function flagOf(input: JsonObject, key: string, otherwise: boolean): boolean {
  const value = valueOf(input, key);
  return typeof value === 'boolean' ? value : otherwise;
}

const valueOf = (input: JsonObject, key: string): unknown => (Object.hasOwn(input, key) ? input[key] : undefined);
