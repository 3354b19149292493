import type { AnswerField, FieldMeaning, FieldType, Json, JsonObject, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { writtenJson } from '../../text/written-json.ts';
import type { Reading } from '../frame.ts';

/** A field's value in the form that the verdict needs, or why it has the wrong type. */
export type Converted =
  /** `wrong` names a fault beside a refusal; the refusal still counts. */
  | { readonly ok: true; readonly given: Verdict; readonly wrong?: string }
  | { readonly ok: false; readonly why: string };

/** The value at a dotted path, own keys only. */
export function lookUp(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Whether a value counts as missing. */
export const isAbsent = ({ frame }: Reading, value: Json): boolean =>
  value === null && frame.dialect.answer.nullValue !== 'wrong-type';

/** Reads one field of an answer; nothing is ever coerced by truthiness. */
export function convert(field: AnswerField, value: Json, hook: string): Converted {
  if (field.takes === 'permission-answer') return permissionAnswer(field, value, hook);
  if (field.takes === 'plain-permission-answer') return plainPermission(field, value, hook);
  if (field.takes === 'permission-or-denial') return permissionAnswer(field, orDenial(value), hook);
  const taken = TYPES[field.takes](value);
  if (taken === undefined) return { ok: false, why: `is not ${EXPECTED[field.takes]}` };
  const given = typeof taken === 'string' && field.most !== undefined ? taken.slice(0, field.most) : taken;
  return { ok: true, given: given === NOTHING ? {} : give(field, given, hook) };
}

/** The parts of an answer to a request for permission that an allow or a deny may have. */
const PERMISSION_PARTS: Readonly<Record<string, readonly [holds: (value: Json) => boolean, expected: string]>> = {
  updatedInput: [isJsonObject, 'an object'],
  updatedPermissions: [(value) => Array.isArray(value), 'a list'],
  message: [(value) => typeof value === 'string', 'a text'],
  interrupt: [(value) => typeof value === 'boolean', 'true or false'],
};

/** An object that does not allow is a denial. */
const orDenial = (value: Json): Json =>
  isJsonObject(value) && value['behavior'] !== 'allow' ? { ...value, behavior: 'deny' } : value;

/** An allow with a malformed part decides nothing, because it would allow something other than what was meant. */
function permissionAnswer(field: AnswerField, value: Json, hook: string): Converted {
  if (!isJsonObject(value) || (value['behavior'] !== 'allow' && value['behavior'] !== 'deny'))
    return { ok: false, why: `is not ${EXPECTED['permission-answer']}` };
  const bad = Object.entries(PERMISSION_PARTS).filter(([name, [holds]]) => !isGood(lookUp(value, name), holds));
  const [first] = bad;
  if (first === undefined) return { ok: true, given: give(field, value, hook) };
  const why = `has a part ${first[0]} that is not ${first[1][1]}`;
  if (value['behavior'] === 'allow') return { ok: false, why };
  const parts = Object.entries(value).filter(([name]) => !bad.some(([other]) => other === name));
  const message = lookUp(value, 'message');
  const text = message === undefined || message === null ? {} : { message: textOf(message) };
  return { ok: true, given: give(field, { ...Object.fromEntries(parts), ...text }, hook), wrong: why };
}

/** Only a behavior and a message; any other part makes the whole answer void, since it would not be obeyed. */
function plainPermission(field: AnswerField, value: Json, hook: string): Converted {
  if (!isJsonObject(value) || (value['behavior'] !== 'allow' && value['behavior'] !== 'deny'))
    return { ok: false, why: `is not ${EXPECTED['plain-permission-answer']}` };
  const { behavior, message, interrupt, ...others } = value;
  const [other] = Object.entries(others).filter(([name, part]) => !REWRITES.has(name) || part !== null);
  if (other !== undefined) return { ok: false, why: `has a part ${other[0]}, which is not supported` };
  if (interrupt !== undefined && interrupt !== false)
    return { ok: false, why: 'has a part interrupt, which is not supported' };
  if (message !== undefined && message !== null && typeof message !== 'string')
    return { ok: false, why: 'has a part message that is not a text' };
  if (behavior === 'allow') return { ok: true, given: give(field, { behavior }, hook) };
  const text = message?.trim() ?? '';
  return { ok: true, given: give(field, { behavior, message: text === '' ? (field.otherwise ?? '') : text }, hook) };
}

const REWRITES: ReadonlySet<string> = new Set(['updatedInput', 'updatedPermissions']);

const isGood = (value: Json | undefined, holds: (value: Json) => boolean): boolean =>
  value === undefined || value === null || holds(value);

/** A value of the right type without content, such as an empty string. */
const NOTHING = Symbol('nothing');
type Taken = Json | typeof NOTHING | undefined;

const text = (value: Json): Taken => (typeof value === 'string' ? value : undefined);
const filled = (value: Json): Taken => (value === '' ? NOTHING : value);
/** A string as it is, any other value as JSON text. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : writtenJson(value));
function hasParts(value: Json): boolean {
  const candidates = isJsonObject(value) ? lookUp(value, 'candidates') : undefined;
  const first = Array.isArray(candidates) ? (candidates as readonly Json[])[0] : undefined;
  const parts = first !== undefined && isJsonObject(first) ? lookUp(first, 'content.parts') : undefined;
  return Array.isArray(parts) && parts.length > 0;
}

const isAbsolute = (value: string): boolean => value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value);

const TYPES: Readonly<
  Record<
    Exclude<FieldType, 'permission-answer' | 'plain-permission-answer' | 'permission-or-denial'>,
    (value: Json) => Taken
  >
> = {
  text,
  'non-empty-text': (value) => (typeof value === 'string' ? filled(value) : undefined),
  'text-or-json': textOf,
  'non-empty-text-or-json': (value) => filled(textOf(value)),
  'trimmed-scalar': (value) =>
    isJsonObject(value) || Array.isArray(value) || value === null ? undefined : filled(textOf(value).trim()),
  object: (value) => (isJsonObject(value) ? value : undefined),
  json: (value) => value,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : undefined),
  'result-text': (value) => (isJsonObject(value) ? text(value['textResultForLlm'] ?? null) : undefined),
  texts: (value) => (Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined),
  'absolute-path': (value) => (typeof value === 'string' && isAbsolute(value) ? value : undefined),
  'absolute-paths': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && isAbsolute(item)) ? value : undefined,
  'model-answer': (value) => (hasParts(value) ? value : undefined),
  'elicitation-action': (value) =>
    value === 'accept' || value === 'decline' || value === 'cancel' ? value : undefined,
};

const EXPECTED: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  'non-empty-text': 'a text',
  'text-or-json': 'a text',
  'non-empty-text-or-json': 'a text',
  'trimmed-scalar': 'a text',
  object: 'an object',
  json: 'JSON',
  flag: 'true or false',
  list: 'a list',
  'result-text': 'an object with a text textResultForLlm',
  texts: 'a list of texts',
  'absolute-path': 'an absolute path',
  'absolute-paths': 'a list of absolute paths',
  'model-answer': 'an object whose first candidate has parts',
  'elicitation-action': '"accept", "decline" or "cancel"',
  'permission-answer': 'an object whose behavior is "allow" or "deny"',
  'plain-permission-answer': 'an object whose behavior is "allow" or "deny"',
  'permission-or-denial': 'an object',
};

/** Meanings that are not simply a value under their own name; all others are extras. */
const GIVES: Readonly<Partial<Record<FieldMeaning, (value: Json, field: AnswerField, hook: string) => Verdict>>> = {
  context: (value) => ({ context: [textOf(value)] }),
  message: (value, { level = 'info' }, hook) => ({ messages: [{ level, text: textOf(value), hook }] }),
  checked: () => ({}),
  log: (value) => ({ notes: [`log: ${textOf(value)}`] }),
  updatedInput: (value) => (isJsonObject(value) ? { updatedInput: value } : {}),
  nextInput: (value) => (isJsonObject(value) ? { nextInput: value } : {}),
  updatedToolOutput: (value) => ({ updatedToolOutput: value }),
  updatedPrompt: (value) => ({ updatedPrompt: textOf(value) }),
  quiet: (value) => ({ quiet: value === true }),
};

const give = (field: AnswerField, value: Json, hook: string): Verdict =>
  GIVES[field.gives]?.(value, field, hook) ?? { extra: { [field.gives]: value } };
