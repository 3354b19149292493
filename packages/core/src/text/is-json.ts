import type { Json } from '../model/index.ts';

// Far deeper than any tool input, far shallower than the limit of JSON.stringify; an object that contains itself would
// never end.
const DEEPEST = 500;

/**
 * Whether a value can be written as JSON without loss: no functions, no class instances, no cycles. A key with the
 * value undefined counts as missing.
 */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isPlain(value) && Object.values(value).every((member) => member === undefined || isJson(member, depth + 1));
}

/** Created by a literal, in this or another realm. */
function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}
