/** A JSON value as parsed: what payloads, answers and tool inputs are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; read own keys only, `__proto__` may be one of them. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object, false for arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
