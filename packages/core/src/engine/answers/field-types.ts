import type { AnswerField, FieldMeaning, FieldType, Json, JsonObject, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';

/** A field's value in the form that the verdict wants, or why it is not of the right type. */
export type Converted = { readonly ok: true; readonly given: Verdict } | { readonly ok: false; readonly why: string };

/** The value at a dotted path, own keys only. */
export function lookUp(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Reads one field of an answer; nothing is ever coerced by truthiness. */
export function convert(field: AnswerField, value: Json, hook: string): Converted {
  const taken = TYPES[field.takes](value);
  if (taken === undefined) return { ok: false, why: `is not ${EXPECTED[field.takes]}` };
  return { ok: true, given: taken === NOTHING ? {} : give(field, taken, hook) };
}

/** A value that is of the right type and says nothing, such as an empty text. */
const NOTHING = Symbol('nothing');
type Taken = Json | typeof NOTHING | undefined;

const text = (value: Json): Taken => (typeof value === 'string' ? value : undefined);
const filled = (value: Json): Taken => (value === '' ? NOTHING : value);
const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isAbsolute = (value: string): boolean => value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value);

const TYPES: Readonly<Record<FieldType, (value: Json) => Taken>> = {
  text,
  'non-empty-text': (value) => (typeof value === 'string' ? filled(value) : undefined),
  'text-or-json': asText,
  'non-empty-text-or-json': (value) => filled(asText(value)),
  object: (value) => (isJsonObject(value) ? value : undefined),
  json: (value) => value,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  texts: (value) => (Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined),
  'absolute-path': (value) => (typeof value === 'string' && isAbsolute(value) ? value : undefined),
  'absolute-paths': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && isAbsolute(item)) ? value : undefined,
  'elicitation-action': (value) =>
    value === 'accept' || value === 'decline' || value === 'cancel' ? value : undefined,
  'permission-answer': (value) =>
    isJsonObject(value) && (value['behavior'] === 'allow' || value['behavior'] === 'deny') ? value : undefined,
};

const EXPECTED: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  'non-empty-text': 'a text',
  'text-or-json': 'a text',
  'non-empty-text-or-json': 'a text',
  object: 'an object',
  json: 'JSON',
  flag: 'true or false',
  texts: 'a list of texts',
  'absolute-path': 'an absolute path',
  'absolute-paths': 'a list of absolute paths',
  'elicitation-action': '"accept", "decline" or "cancel"',
  'permission-answer': 'an object whose behavior is "allow" or "deny"',
};

/** Meanings that are not simply a value under their own name; all others are extras. */
const GIVES: Readonly<Partial<Record<FieldMeaning, (value: Json, field: AnswerField, hook: string) => Verdict>>> = {
  context: (value) => ({ context: [asText(value)] }),
  message: (value, { level = 'info' }, hook) => ({ messages: [{ level, text: asText(value), hook }] }),
  log: (value) => ({ notes: [`log: ${asText(value)}`] }),
  updatedInput: (value) => (isJsonObject(value) ? { updatedInput: value } : {}),
  updatedToolOutput: (value) => ({ updatedToolOutput: value }),
  updatedPrompt: (value) => ({ updatedPrompt: asText(value) }),
  quiet: (value) => ({ quiet: value === true }),
};

const give = (field: AnswerField, value: Json, hook: string): Verdict =>
  GIVES[field.gives]?.(value, field, hook) ?? { extra: { [field.gives]: value } };
