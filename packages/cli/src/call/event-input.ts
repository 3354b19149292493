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
  if (source === null) return checked(writtenJson({ ...defaultsOf(given, caller), ...flags }));
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
  return writtenJson(carryWritten(event, { ...event, ...flags }));
}

const TEXT_FLAGS = { event: 'hook_event_name', tool: 'tool_name', prompt: 'prompt', session: 'session_id' } as const;

// Entries, not assignments, so that a field named __proto__ is a field like any other.
function fieldsOfFlags(given: Arguments): Fields {
  const texts = Object.entries(TEXT_FLAGS).flatMap(([name, field]) => {
    const value = valueOf(given, name as keyof typeof TEXT_FLAGS);
    return value === undefined ? [] : [[field, value] as const];
  });
  const input = valueOf(given, 'input');
  return Object.fromEntries<Json>([
    ...texts,
    ...(input === undefined ? [] : [['tool_input', readInput(input)] as const]),
    ...valuesOf(given, 'set').map(readAssignment),
  ]);
}

function readInput(text: string): Json {
  const value = readJson(text);
  if (!isJsonObject(value)) throw wrongCall(`--input must be a JSON object, such as '{"command":"ls"}'`);
  return value;
}

function readAssignment(assignment: string): readonly [string, Json] {
  const equals = assignment.indexOf('=');
  if (equals < 1) throw wrongCall(`--set needs FIELD=VALUE, not "${assignment}"`);
  const text = assignment.slice(equals + 1);
  const value = readJson(text);
  return [assignment.slice(0, equals), value === undefined ? text : value];
}

function readJson(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.readings[0] : undefined;
}
