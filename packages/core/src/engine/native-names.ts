import { isAbsolute } from 'node:path';
import type { AnyEvent, Dialect, EventRow, JsonObject, NativeTool } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import { type Bases, nativeInput, neutralFields } from './input-fields.ts';

/** An event with its tool, the tool's input and the row's words as the dialect names them; the same object where nothing has another name. */
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

/** An event in a system's own words as a neutral one: what `nativeEvent` did, backwards. */
export function neutralEvent(dialect: Dialect, row: EventRow, event: AnyEvent, project: string): AnyEvent {
  const name = Object.entries(dialect.tools).find(([, { names }]) =>
    names.some((each) => each === event['tool_name']),
  )?.[0];
  const word = neutralWord(row, event);
  const named: AnyEvent = { ...event, ...word, ...(name === undefined ? {} : { tool_name: name }) };
  const input = named['tool_input'];
  return carryWritten(
    event,
    isJsonObject(input) ? { ...named, tool_input: neutralInput(dialect, named, input, project) } : named,
  );
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
  return fields === undefined ? input : neutralFields(fields, input, basesOf(event, project));
}

function toolOf(dialect: Dialect, event: AnyEvent): NativeTool | undefined {
  const name = event['tool_name'];
  return typeof name === 'string' && Object.hasOwn(dialect.tools, name) ? dialect.tools[name] : undefined;
}

/** The row's own word for what an event says, as a field; undefined where it has none. */
export function wordOf({ words }: EventRow, event: AnyEvent): Readonly<Record<string, string>> | undefined {
  const value = words === undefined ? undefined : event[words.field];
  if (words === undefined || typeof value !== 'string' || !Object.hasOwn(words.words, value)) return undefined;
  return { [words.field]: words.words[value] ?? value };
}

/** The folders that the paths in an event are seen from. */
export const basesOf = ({ cwd, project_path: path }: AnyEvent, project: string): Bases => ({
  project,
  root: typeof path === 'string' && isAbsolute(path) ? path : project,
  cwd: typeof cwd === 'string' && cwd !== '' ? cwd : project,
});
