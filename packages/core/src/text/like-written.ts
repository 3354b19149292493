import { carryWritten, isWritten, isWrittenOtherwise } from './written-json.ts';

/**
 * What code has made of a value: numbers that are still the same at the same place, and the order of the keys, stay as
 * they were written in the original. JavaScript's own numbers have lost that in a copy. What is stored for the copy
 * itself comes first; neither value is changed.
 */
export const likeWritten = <Value>(original: unknown, copy: Value): Value =>
  isWrittenOtherwise(original) ? (like(original, copy) as Value) : copy;

function like(original: unknown, copy: unknown): unknown {
  if (original === copy || !isContainer(original) || !isContainer(copy)) return copy;
  if (Array.isArray(original) !== Array.isArray(copy)) return copy;
  const member = (key: string): unknown => (Object.hasOwn(original, key) ? original[key] : undefined);
  const made: object = Array.isArray(copy)
    ? copy.map((item, index) => like(member(String(index)), item))
    : Object.fromEntries(Object.entries(copy).map(([key, value]) => [key, like(member(key), value)]));
  carryWritten(original, made, undefined, isWritten(copy) ? 'numbers' : 'all');
  return carryWritten(copy, made);
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
