import { resolve } from 'node:path';
import {
  carryWritten,
  isJsonObject,
  parseEvent,
  parseJson,
  type Json,
  type AnyEvent,
  writtenJson,
} from '@hookline/core/internal';
import { type Arguments, isGiven, valueOf, valuesOf } from './arguments.ts';
import { type Caller, THIS_PROCESS } from './caller.ts';
import { wrongCall } from './wrong-call.ts';

type Fields = Readonly<Record<string, Json>>;

/** The event of a call: from a file, from stdin or from flags, which win over the fields of a file. */
export async function readEvent(given: Arguments, caller: Caller = THIS_PROCESS): Promise<AnyEvent> {
  const flags = fieldsOfFlags(given);
  const source = given.words[0] ?? (isGiven(given, 'event') ? null : '-');
  if (source === null) return checked(writtenJson(carryWritten(flags, { ...defaultsOf(given, caller), ...flags })));
  if (given.words.length === 0 && caller.isTerminal(0)) throw wrongCall(NO_EVENT);
  return checked(withFields(await caller.readText(source), flags));
}

const NO_EVENT = 'no event: name a file, pipe one in, or give --event NAME; see hookline fire --help';

function checked(text: string): AnyEvent {
  const parsed = parseEvent(text);
  if (!parsed.ok) throw wrongCall(parsed.problem);
  return parsed.event;
}

// What an agent would always say; a host that sends its own event has said it itself.
const defaultsOf = (given: Arguments, caller: Caller): Fields => ({
  session_id: 'command-line',
  cwd: resolve(caller.folder(), valueOf(given, 'project') ?? '.'),
  ...(isGiven(given, 'tool') ? { tool_input: {} } : {}),
});

function withFields(text: string, flags: Fields): string {
  if (Object.keys(flags).length === 0) return text;
  const parsed = parseJson(text);
  const [event, ...doubled] = parsed.ok ? parsed.readings : [];
  // What is wrong with it is left as it is, for the check to say.
  if (!isJsonObject(event) || doubled.length > 0) return text;
  const changed = carryWritten(event, { ...event, ...flags }, (key) => (Object.hasOwn(flags, key) ? null : key));
  return writtenJson(carryWritten(flags, changed));
}

const TEXT_FLAGS = { event: 'hook_event_name', tool: 'tool_name', prompt: 'prompt', session: 'session_id' } as const;

/** The fields that flags give. They are read as one JSON text, so that numbers stay as they were written. */
function fieldsOfFlags(given: Arguments): Fields {
  const texts = Object.entries(TEXT_FLAGS).flatMap(([name, field]) => {
    const value = valueOf(given, name as keyof typeof TEXT_FLAGS);
    return value === undefined ? [] : [[field, JSON.stringify(value)] as const];
  });
  const input = valueOf(given, 'input');
  const members = new Map([
    ...texts,
    ...(input === undefined ? [] : [['tool_input', checkedInput(input)] as const]),
    ...valuesOf(given, 'set').map(assignment),
  ]);
  const parsed = parseJson(`{${[...members].map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`);
  const [fields] = parsed.ok ? parsed.readings : [];
  if (!isJsonObject(fields))
    throw wrongCall(`--input and --set give no event: ${parsed.ok ? 'not an object' : parsed.why}`);
  return fields;
}

function checkedInput(json: string): string {
  if (isJsonObject(readJson(json))) return json;
  throw wrongCall(`--input must be a JSON object, such as '{"command":"ls"}'`);
}

/** The field of `--set` and its value as JSON; a text that is none becomes a string. */
function assignment(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw wrongCall(`--set needs FIELD=VALUE, not "${text}"`);
  const value = text.slice(equals + 1);
  return [text.slice(0, equals), readJson(value) === undefined ? JSON.stringify(value) : value];
}

function readJson(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.readings[0] : undefined;
}
