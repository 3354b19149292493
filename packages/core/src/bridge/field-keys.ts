import type { AnswerField, Json } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

/** A text in the form of the field. */
export const valueFor = ({ takes }: AnswerField, value: Json): Json =>
  takes === 'result-text' && typeof value === 'string' ? { resultType: 'success', textResultForLlm: value } : value;

/** A value under its key, or its parts under theirs. */
export const keysOf = (known: AnswerField, value: Json): readonly (readonly [string, Json])[] =>
  known.parts !== undefined && isJsonObject(value)
    ? Object.entries(value).filter(([name]) => name === known.key || known.parts?.includes(name) === true)
    : [[known.key, valueFor(known, value)]];
