import { isJsonObject, type JsonObject } from '@hookline/core/internal';
import { wellFormed } from './well-formed.ts';

type ToolInput =
  | { readonly input: JsonObject }
  /** What was written is not a JSON object. */
  | { readonly input: null; readonly rawInput: string };

/** What a model wrote as the input of a call; an empty string stands for no arguments. */
export function readToolInput(written: string): ToolInput {
  if (written.trim() === '') return { input: {} };
  const value = parse(written);
  return isJsonObject(value) ? { input: value } : { input: null, rawInput: written };
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value));
  } catch {
    return undefined;
  }
}
