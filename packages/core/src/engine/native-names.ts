import { isAbsolute, relative, resolve, sep } from 'node:path';
import type {
  Dialect,
  EventRow,
  FieldConversion,
  Json,
  JsonObject,
  AnyEvent,
  NativeField,
  NativeTool,
} from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

type Fields = NonNullable<NativeTool['fields']>;

/** An event with its tool, the tool's input and the row's words as the dialect names them; the same object where nothing has another name. */
export function nativeEvent(dialect: Dialect, row: EventRow, event: AnyEvent, project: string): AnyEvent {
  const tool = toolOf(dialect, event);
  const word = wordOf(row, event);
  if (tool === undefined && word === undefined) return event;
  const input = event['tool_input'];
  return {
    ...event,
    ...word,
    ...(tool === undefined ? {} : { tool_name: tool.names[0] }),
    ...(tool?.fields !== undefined && isJsonObject(input)
      ? { tool_input: nativeInput(tool.fields, input, { project, cwd: cwdOf(event, project) }) }
      : {}),
  };
}

/** An event in a system's own words as a neutral one: what `nativeEvent` did, backwards. */
export function neutralEvent(dialect: Dialect, row: EventRow, event: AnyEvent, project: string): AnyEvent {
  const name = Object.entries(dialect.tools).find(([, { names }]) =>
    names.some((each) => each === event['tool_name']),
  )?.[0];
  const word = neutralWord(row, event);
  const named: AnyEvent = { ...event, ...word, ...(name === undefined ? {} : { tool_name: name }) };
  const input = named['tool_input'];
  return isJsonObject(input) ? { ...named, tool_input: neutralInput(dialect, named, input, project) } : named;
}

/** Of several neutral words that are told as one, the first of the table. */
function neutralWord({ words }: EventRow, event: AnyEvent): Readonly<Record<string, string>> | undefined {
  const found = Object.entries(words?.words ?? {}).find(
    ([, native]) => words !== undefined && native === event[words.field],
  );
  return words === undefined || found === undefined ? undefined : { [words.field]: found[0] };
}

/** Further names under which matchers may know the tool of an event. */
export const furtherNames = (dialect: Dialect, event: AnyEvent): readonly string[] =>
  toolOf(dialect, event)?.names.slice(1) ?? [];

/** An input that a hook has written for the tool of an event, in the neutral fields again. */
export function neutralInput(dialect: Dialect, event: AnyEvent, input: JsonObject, project: string): JsonObject {
  const fields = toolOf(dialect, event)?.fields;
  if (fields === undefined) return input;
  const bases = { project, cwd: cwdOf(event, project) };
  let rest = input;
  const neutral: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const path = pathOf(field);
    const value = valueAt(input, path);
    if (value === undefined) continue;
    rest = withoutValue(rest, path);
    neutral[name] = CONVERSIONS[conversionOf(field)].back(value, bases);
  }
  return { ...rest, ...neutral };
}

function toolOf(dialect: Dialect, event: AnyEvent): NativeTool | undefined {
  const name = event['tool_name'];
  return typeof name === 'string' && Object.hasOwn(dialect.tools, name) ? dialect.tools[name] : undefined;
}

function wordOf({ words }: EventRow, event: AnyEvent): Readonly<Record<string, string>> | undefined {
  const value = words === undefined ? undefined : event[words.field];
  if (words === undefined || typeof value !== 'string' || !Object.hasOwn(words.words, value)) return undefined;
  return { [words.field]: words.words[value] ?? value };
}

/** The folders that paths are seen from. */
interface Bases {
  readonly project: string;
  readonly cwd: string;
}

const cwdOf = (event: AnyEvent, project: string): string =>
  typeof event['cwd'] === 'string' && event['cwd'] !== '' ? event['cwd'] : project;

function nativeInput(fields: Fields, input: JsonObject, bases: Bases): JsonObject {
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
  return native;
}

const pathOf = (field: NativeField): readonly string[] => (typeof field === 'string' ? field : field.at).split('.');

const conversionOf = (field: NativeField): FieldConversion | 'same' => (typeof field === 'string' ? 'same' : field.as);

type Convert = (value: Json, bases: Bases) => Json;

const CONVERSIONS: Readonly<Record<FieldConversion | 'same', { readonly there: Convert; readonly back: Convert }>> = {
  same: { there: (value) => value, back: (value) => value },
  seconds: {
    there: (value) => (typeof value === 'number' ? value / 1000 : value),
    back: (value) => (typeof value === 'number' ? Math.round(value * 1000) : value),
  },
  'project-path': {
    there: (value, bases) => (typeof value === 'string' ? fromProject(value, bases) : value),
    back: (value, { project }) => (typeof value === 'string' ? resolve(project, value) : value),
  },
};

function fromProject(path: string, { project, cwd }: Bases): string {
  const absolute = resolve(cwd, path);
  const inside = relative(project, absolute);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? absolute : inside || '.';
}

function valueAt(value: Json | undefined, [head, ...tail]: readonly string[]): Json | undefined {
  if (head === undefined) return value;
  return isJsonObject(value) && Object.hasOwn(value, head) ? valueAt(value[head], tail) : undefined;
}

function withValue(object: JsonObject, [head = '', ...tail]: readonly string[], value: Json): JsonObject {
  const inner = Object.hasOwn(object, head) ? object[head] : undefined;
  return { ...object, [head]: tail.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, tail, value) };
}

/** Without the value, and without an object that held nothing else. */
function withoutValue(object: JsonObject, [head = '', ...tail]: readonly string[]): JsonObject {
  const { [head]: inner, ...rest } = object;
  if (tail.length === 0 || !isJsonObject(inner)) return rest;
  const left = withoutValue(inner, tail);
  return Object.keys(left).length === 0 ? rest : { ...rest, [head]: left };
}
