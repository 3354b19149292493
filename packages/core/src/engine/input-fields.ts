import type { FieldConversion, Json, JsonObject, NativeField, NativeTool } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import type { Bases } from './field-conversions.ts';
import { CONVERSIONS } from './field-conversions.ts';

/** Where a system's tool input has the neutral fields of a tool. */
export type Fields = NonNullable<NativeTool['fields']>;

/** An input with neutral fields converted to a system's own tool input; the order of the fields is kept. */
export function nativeInput(fields: Fields, input: JsonObject, bases: Bases): JsonObject {
  const named = Object.entries(fields).filter(([name]) => Object.hasOwn(input, name));
  // A stray field of the same name must not hide the one that the tool will use.
  const taken = new Set(named.map(([, field]) => pathOf(field)[0]));
  let native: JsonObject = {};
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined)
      native = withValue(native, pathOf(field), CONVERSIONS[conversionOf(field)].there(value, bases));
    else if (!taken.has(name)) native = { ...native, [name]: value };
  }
  return carryWritten(input, native, (name) =>
    Object.hasOwn(fields, name) ? (pathOf(fields[name] ?? name)[0] ?? null) : name,
  );
}

/**
 * An input with a system's own fields converted back to the neutral ones; the order of the fields is kept. A field that
 * says more than the neutral one stays beside it.
 */
export function neutralFields(fields: Fields, input: JsonObject, bases: Bases): JsonObject {
  const found = Object.entries(fields).filter(([, field]) => valueAt(input, pathOf(field)) !== undefined);
  const taken = new Set(found.map(([name]) => name));
  const neutral = Object.entries(input).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const moved = found.filter(([, field]) => pathOf(field)[0] === key);
    if (moved.length === 0) return taken.has(key) ? [] : [[key, value]];
    const whole: JsonObject = { [key]: value };
    const left = moved
      .filter(([, field]) => isHeld(input, field))
      .reduce((object, [, field]) => withoutValue(object, pathOf(field)), whole);
    const back = moved.map(([name, field]) => [name, convertBack(input, field, bases)] as const);
    return [...back, ...Object.entries(left)];
  });
  const names = new Map(found.map(([name, field]) => [pathOf(field)[0] ?? '', name]));
  return carryWritten(input, Object.fromEntries(neutral), (key) => names.get(key) ?? key);
}

const convertBack = (input: JsonObject, field: NativeField, bases: Bases): Json =>
  CONVERSIONS[conversionOf(field)].back(valueAt(input, pathOf(field)) ?? null, bases);

const isHeld = (input: JsonObject, field: NativeField): boolean =>
  CONVERSIONS[conversionOf(field)].holdsAll?.(valueAt(input, pathOf(field)) ?? null) ?? true;

/** The same input, where it stands for its field as a whole, with that field; null where it does not. */
export function inputUnderField({ fields = {}, whole }: NativeTool, input: Json | undefined): JsonObject | null {
  const field = whole === undefined ? undefined : fields[whole];
  if (field === undefined || input === undefined || typeof field === 'string') return null;
  if (isJsonObject(input) && Object.hasOwn(input, field.at)) return null;
  const neutral = CONVERSIONS[field.as].back(input, NO_BASES);
  return typeof neutral === 'string' ? { [field.at]: input } : null;
}

const NO_BASES: Bases = { project: '', root: '', cwd: '' };

const pathOf = (field: NativeField): readonly string[] => (typeof field === 'string' ? field : field.at).split('.');

const conversionOf = (field: NativeField): FieldConversion | 'same' => (typeof field === 'string' ? 'same' : field.as);

function valueAt(value: Json | undefined, [head, ...tail]: readonly string[]): Json | undefined {
  if (head === undefined) return value;
  return isJsonObject(value) && Object.hasOwn(value, head) ? valueAt(value[head], tail) : undefined;
}

function withValue(object: JsonObject, [head = '', ...tail]: readonly string[], value: Json): JsonObject {
  const inner = Object.hasOwn(object, head) ? object[head] : undefined;
  return { ...object, [head]: tail.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, tail, value) };
}

/** Without the value, and without an object that would be left empty. */
function withoutValue(object: JsonObject, [head = '', ...tail]: readonly string[]): JsonObject {
  const { [head]: inner, ...rest } = object;
  if (tail.length === 0 || !isJsonObject(inner)) return rest;
  const left = withoutValue(inner, tail);
  return Object.keys(left).length === 0 ? rest : { ...rest, [head]: left };
}
