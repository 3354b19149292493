import { isAbsolute } from 'node:path';
import type { AnyEvent, Dialect, EventRow, JsonObject, NativeTool } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import type { Bases } from './field-conversions.ts';
import type { Fields } from './input-fields.ts';
import { inputUnderField, nativeInput, neutralFields } from './input-fields.ts';
import { memoized } from '../text/memo.ts';
import { nativeServerTool, neutralServerTool } from './server-tools.ts';

/**
 * An event with its tool, the tool's input and the row's values as the dialect names them; the same object where all
 * names are equal.
 */
export function nativeEvent(dialect: Dialect, row: EventRow, event: AnyEvent, project: string): AnyEvent {
  const tool = toolOf(dialect, event);
  const word = wordOf(row, event);
  if (tool === undefined && word === undefined) return event;
  const input = event['tool_input'];
  return carryWritten(event, {
    ...event,
    ...word,
    ...(tool === undefined ? {} : { tool_name: tool.names[0] }),
    ...(tool?.fields !== undefined && isJsonObject(input)
      ? { tool_input: nativeInput(tool.fields, input, basesOf(event, project)) }
      : {}),
  });
}

/** An event in a system's own names as a neutral one: the reverse of `nativeEvent`. */
export function neutralEvent(dialect: Dialect, row: EventRow, event: AnyEvent, project: string): AnyEvent {
  const name = neutralTool(dialect, event) ?? neutralServerTool(dialect, event);
  const word = neutralWord(row, event);
  const named: AnyEvent = { ...event, ...word, ...(name === undefined ? {} : { tool_name: name }) };
  const tool = toolOf(dialect, named);
  const told = named['tool_input'];
  const input = (tool === undefined ? null : inputUnderField(tool, told)) ?? told;
  return carryWritten(
    event,
    isJsonObject(input) ? { ...named, tool_input: neutralInput(dialect, named, input, project) } : named,
  );
}

/** The neutral tool that the dialect's name means; where it means several, the one that the input tells. */
function neutralTool({ tools }: Dialect, { tool_name: given, tool_input: input }: AnyEvent): string | undefined {
  const meant = Object.entries(tools).filter(([, { names }]) => names.some((name) => name === given));
  const told = meant.find(
    ([, { toldBy }]) => toldBy !== undefined && isJsonObject(input) && Object.hasOwn(input, toldBy),
  );
  return (told ?? meant.find(([, { toldBy }]) => toldBy === undefined))?.[0];
}

/** Where several neutral values map to one, the first of the table. */
function neutralWord({ words }: EventRow, event: AnyEvent): Readonly<Record<string, string>> | undefined {
  const found = Object.entries(words?.words ?? {}).find(
    ([, native]) => words !== undefined && native === event[words.field],
  );
  return words === undefined || found === undefined ? undefined : { [words.field]: found[0] };
}

/** Further names that matchers may use for the tool of an event. */
export const furtherNames = (dialect: Dialect, event: AnyEvent): readonly string[] =>
  toolOf(dialect, event)?.names.slice(1) ?? [];

/** A tool input that a hook has written, converted back to the neutral fields. */
export function neutralInput(dialect: Dialect, event: AnyEvent, input: JsonObject, project: string): JsonObject {
  const fields = toolOf(dialect, event)?.fields;
  return fields === undefined ? input : neutralFields(fields, input, basesOf(event, project));
}

function toolOf(dialect: Dialect, event: AnyEvent): NativeTool | undefined {
  const name = event['tool_name'];
  return typeof name === 'string' && Object.hasOwn(dialect.tools, name) ? dialect.tools[name] : undefined;
}

/** The row's own value for a field of the event; undefined where it has none. */
function wordOf({ words }: EventRow, event: AnyEvent): Readonly<Record<string, string>> | undefined {
  const value = words === undefined ? undefined : event[words.field];
  if (words === undefined || typeof value !== 'string' || !Object.hasOwn(words.words, value)) return undefined;
  return { [words.field]: words.words[value] ?? value };
}

/** The folders that the paths in an event are resolved against. */
export const basesOf = ({ cwd, project_path: path }: AnyEvent, project: string): Bases => ({
  project,
  root: typeof path === 'string' && isAbsolute(path) ? path : project,
  cwd: typeof cwd === 'string' && cwd !== '' ? cwd : project,
});

/** The systems whose names are known, and the folders that paths are resolved against. */
export interface Naming {
  readonly project: string;
  /**
   * The systems whose names for tools a host may use, and whose hooks see their own; in the order in which they run.
   */
  readonly systems: readonly Dialect[];
}

/**
 * An event as the hooks of a dialect know it: the tool under the dialect's first name for it, its input under the
 * dialect's fields, and the row's values; the same object where all names are equal. A neutral name means the neutral
 * tool; any other name of the dialect itself is kept, with its input; a name of another system means that system's
 * tool.
 */
export function ownEvent(dialect: Dialect, row: EventRow, event: AnyEvent, naming: Naming): AnyEvent {
  const word = wordOf(row, event);
  const tool = translationOf(dialect, event, naming);
  const name = row.toolNames === 'neutral' ? neutralName(dialect, event, tool) : tool?.name;
  if (tool === null && word === undefined && name === undefined) return event;
  const input = event['tool_input'];
  const own = tool === null || !isJsonObject(input) ? input : ownInput(tool, input, event, naming);
  return carryWritten(event, {
    ...event,
    ...word,
    ...(name === undefined ? {} : { tool_name: name, ...ownMessage(event, name) }),
    ...(own === input ? {} : { tool_input: own }),
  });
}

/** The neutral name of a tool, also of one that is given under the dialect's own; undefined where it has none. */
const neutralName = (
  { tools }: Dialect,
  { tool_name: given }: AnyEvent,
  tool: Translation | null,
): string | undefined =>
  tool?.neutral ?? Object.entries(tools).find(([, { names }]) => names.some((name) => name === given))?.[0];

/** A notification that ends with the name of its tool gets the same name there. */
function ownMessage({ hook_event_name: name, tool_name: tool, message }: AnyEvent, own: string): { message?: string } {
  if (name !== 'Notification' || typeof message !== 'string' || typeof tool !== 'string') return {};
  return message.endsWith(` ${tool}`) ? { message: `${message.slice(0, -tool.length)}${own}` } : {};
}

/** Further names that matchers of the dialect may use for the tool of an event. */
export const otherOwnNames = (dialect: Dialect, event: AnyEvent, naming: Naming): readonly string[] =>
  translationOf(dialect, event, naming)?.own?.names.slice(1) ?? [];

/** A tool input that a hook has written under its dialect's names, with the host's field names. */
export function givenInput(dialect: Dialect, event: AnyEvent, input: JsonObject, naming: Naming): JsonObject {
  const tool = translationOf(dialect, event, naming);
  if (tool === null) return input;
  const bases = basesOf(event, naming.project);
  const neutral = tool.own?.fields === undefined ? input : neutralFields(tool.own.fields, input, bases);
  return tool.given === null ? neutral : nativeInput(tool.given, neutral, bases);
}

/** How the tool of an event is given to a dialect that has another name, or other fields, for it. */
interface Translation {
  readonly name: string;
  readonly neutral: string;
  /** The dialect's own tool; undefined: the dialect uses the neutral name. */
  readonly own: NativeTool | undefined;
  /** Where the host's input has the neutral fields; null: under their neutral names. */
  readonly given: Fields | null;
}

function translationOf(dialect: Dialect, event: AnyEvent, { systems }: Naming): Translation | null {
  const name = event['tool_name'];
  if (typeof name !== 'string' || !systems.some(({ id }) => id === dialect.id)) return null;
  const served = nativeServerTool(dialect, name);
  if (served !== null) return { name: served, neutral: served, own: undefined, given: null };
  const { neutral, byName } = tableOf(systems);
  const isNeutral = neutral.has(name);
  if (!isNeutral && isOwnName(dialect, name)) return null;
  const meant = isNeutral ? { tool: name, fields: null } : byName.get(name);
  if (meant === undefined || meant === null) return null;
  const own = Object.hasOwn(dialect.tools, meant.tool) ? dialect.tools[meant.tool] : undefined;
  if (isNeutral && (own === undefined || isSame(own, name))) return null;
  return { name: own?.names[0] ?? meant.tool, neutral: meant.tool, own, given: meant.fields };
}

function ownInput({ own, given }: Translation, input: JsonObject, event: AnyEvent, { project }: Naming): JsonObject {
  const bases = basesOf(event, project);
  const neutral = given === null ? input : neutralFields(given, input, bases);
  return own?.fields === undefined ? neutral : nativeInput(own.fields, neutral, bases);
}

/** Whether a dialect uses only the neutral name and the neutral fields for a neutral tool. */
const isSame = ({ names, fields }: NativeTool, name: string): boolean =>
  fields === undefined && names.length === 1 && names[0] === name;

const isOwnName = ({ tools, otherTools = [] }: Dialect, name: string): boolean =>
  otherTools.includes(name) || Object.values(tools).some(({ names }) => names.includes(name));

/** What a system means by one of its names. */
interface Meaning {
  /** By its neutral name. */
  readonly tool: string;
  readonly fields: Fields | null;
}

interface NameTable {
  readonly neutral: ReadonlySet<string>;
  /** Null where two systems mean different tools by the same name. */
  readonly byName: ReadonlyMap<string, Meaning | null>;
}

const tableOf = memoized((systems: readonly Dialect[]): NameTable => {
  const byName = new Map<string, Meaning | null>();
  for (const [tool, { names, fields = null, elsewhere }] of systems.flatMap(({ tools }) => Object.entries(tools))) {
    for (const name of elsewhere === 'unknown' ? [] : names) {
      const other = byName.get(name);
      // If two systems mean the same tool, the one that runs first determines where its fields are.
      if (other === undefined) byName.set(name, { tool, fields });
      else if (other !== null && other.tool !== tool) byName.set(name, null);
    }
  }
  return { neutral: new Set(systems.flatMap(({ tools }) => Object.keys(tools))), byName };
});
