import { isDeepStrictEqual } from 'node:util';
import { neutralEvent } from '../engine/native-names.ts';
import type {
  Dialect,
  EventName,
  EventRow,
  Json,
  JsonObject,
  KnownValue,
  AnyEvent,
  PayloadField,
} from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { EVENT_DEPTH, parseJson } from '../text/parse-json.ts';
import { reverseConversion } from './reverse-conversion.ts';

/** What a hook's process knows besides its input. */
export interface PayloadContext {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder in which the process was started. */
  readonly cwd?: string;
  /**
   * `native`: tools come under the names of the host's system, and the event has the neutral ones; default: as they
   * come.
   */
  readonly toolNames?: 'given' | 'native';
  /** The host's name of the event, where the payload does not tell it. */
  readonly event?: string;
}

/** An event as a host of some system writes it for a hook. */
export type ParsedPayload =
  | {
      readonly ok: true;
      /** The host's name for the event. */
      readonly native: string;
      readonly event: AnyEvent;
      /** The project folder, if the payload or the environment names it. */
      readonly project: string | null;
    }
  | { readonly ok: false; readonly why: string };

/**
 * Converts what a host of the dialect writes to a hook's stdin to a neutral event: the payload table applied in
 * reverse.
 */
export function parsePayload(dialect: Dialect, payload: JsonObject, around: PayloadContext = {}): ParsedPayload {
  const common = [
    ...givenFields(dialect.commonFields, payload),
    ...givenFields(dialect.environment.sets, variables(around)),
  ];
  const name = nameOf(dialect, knownValue(common, 'native-event'), around.event);
  if (typeof name !== 'string') return { ok: false, why: `the payload names no event of ${dialect.title}` };
  const native = dialect.aliases[name] ?? name;
  const row = Object.hasOwn(dialect.events, native) ? dialect.events[native] : undefined;
  if (row === undefined) return { ok: false, why: `${dialect.title} has no event "${name}"` };
  const own = givenFields(row.fields, payload);
  const given = [...own, ...common];
  const folders = foldersOf(dialect, given, around);
  const told = eventOf(row, given, { dialect, payload, folders });
  const input = objectInText(told['tool_input']);
  if (typeof input === 'string') return { ok: false, why: `the arguments of the tool are ${input}` };
  const event = input === null ? told : { ...told, tool_input: input };
  return {
    ok: true,
    native,
    project: folders.project,
    event:
      around.toolNames === 'native' ? neutralEvent(dialect, row, event, folders.project ?? folders.cwd ?? '') : event,
  };
}

/** The payload's name for the event; where the entry was registered under another spelling of it, that one. */
function nameOf({ events }: Dialect, told: Json | undefined, registered: string | undefined): Json | undefined {
  if (typeof told !== 'string' || registered === undefined || told === registered) return told ?? registered;
  const isSpelling = events[told]?.spellingOf === registered || events[registered]?.spellingOf === told;
  return isSpelling ? registered : told;
}

/** A field of the table that has a value. */
interface GivenField {
  readonly field: PayloadField;
  readonly value: Json;
}

/** An empty value is left out. */
const givenFields = (fields: readonly PayloadField[], values: JsonObject): readonly GivenField[] =>
  fields.flatMap((field) => {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || value === null || 'constant' in field) return [];
    return isEmpty(value) && isDeepStrictEqual(value, field.or) ? [] : [{ field, value }];
  });

const isEmpty = (value: Json): boolean =>
  value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const variables = ({ env = {} }: PayloadContext): JsonObject =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const knownValue = (given: readonly GivenField[], known: KnownValue): Json | undefined =>
  given.find(({ field }) => 'is' in field && field.is === known)?.value;

interface PayloadFolders {
  readonly project: string | null;
  readonly cwd: string | null;
}

/** Where the payload names no folder, the one in which the host starts hooks is used. */
function foldersOf(dialect: Dialect, given: readonly GivenField[], around: PayloadContext): PayloadFolders {
  const started = around.cwd ?? null;
  const project =
    text(knownValue(given, 'project')) ??
    text(knownValue(given, 'work-dir')) ??
    text(firstOf(knownValue(given, 'projects'))) ??
    (dialect.cwd === 'event' ? null : started);
  const cwd = text(knownValue(given, 'cwd')) ?? (dialect.cwd === 'event' ? started : null);
  return { project: project ?? cwd, cwd: cwd ?? project };
}

const firstOf = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) ? (value as readonly Json[])[0] : undefined;

const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface ParseContext {
  readonly dialect: Dialect;
  readonly payload: JsonObject;
  readonly folders: PayloadFolders;
}

function eventOf(row: EventRow, given: readonly GivenField[], { dialect, payload, folders }: ParseContext): AnyEvent {
  const meant = meaningOf(row, given);
  const fields = new Map<string, Json>();
  const add = (name: string, value: Json): void => void (fields.has(name) || fields.set(name, value));
  for (const { field, value } of given) {
    for (const [name, neutral] of neutralFields(row, { field, value }, meant.endsWith('Failure'))) {
      const known = name === 'tool_input' ? fields.get(name) : undefined;
      if (isJsonObject(known) && isJsonObject(neutral)) fields.set(name, { ...neutral, ...known });
      else if (neutral !== null && !repeatsProject(name, neutral, folders)) add(name, neutral);
    }
  }
  if (folders.cwd !== null) add('cwd', folders.cwd);
  if (row.tool !== undefined) add('tool_name', dialect.tools[row.tool]?.names[0] ?? row.tool);
  const named = new Set([...dialect.commonFields, ...row.fields].map(({ name }) => name));
  for (const [name, value] of Object.entries(payload)) if (!named.has(name)) add(name, value);
  for (const [name, value] of Object.entries(row.tells ?? {})) add(name, value);
  fields.delete('hook_event_name');
  return { ...Object.fromEntries(fields), hook_event_name: meant };
}

/** The object of which a value is the JSON text; why it is not certain which; null where it is the text of none. */
function objectInText(value: Json | undefined): JsonObject | string | null {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return null;
  const parsed = parseJson(value, EVENT_DEPTH);
  if (!parsed.ok) return parsed.why === 'not JSON' ? null : `JSON text that is ${parsed.why}`;
  const [read, ...others] = parsed.readings;
  if (others.length > 0) return 'JSON text with a doubled key';
  return isJsonObject(read) ? read : null;
}

/** One native event may mean a success or a failure. */
function meaningOf({ means }: EventRow, given: readonly GivenField[]): EventName {
  const failed = given.some(tellsFailure);
  const [usual] = means;
  if (usual === undefined) throw new TypeError('an event of a dialect must mean something');
  return means.find((name) => name.endsWith('Failure') === failed) ?? usual;
}

function tellsFailure({ field, value }: GivenField): boolean {
  if ('object' in field) return isJsonObject(value) && givenFields(field.object, value).some(tellsFailure);
  const conversion = 'from' in field ? field.as : undefined;
  if (conversion === 'is-success') return value === false;
  if (conversion === 'content-or-error') return isJsonObject(value) && isJsonObject(value['error']);
  return conversion === 'is-failure' ? value === true : conversion === 'exit-code' && value !== 0;
}

function neutralFields(
  row: EventRow,
  { field, value }: GivenField,
  failed: boolean,
): readonly (readonly [string, Json])[] {
  if ('from' in field) return reverseConversion(field.as ?? 'same', value, { sources: field.from, failed });
  if ('is' in field) return knownFields(row, field.is, value);
  if ('in' in field) return [[field.in, { [field.field]: value }]];
  if (!('object' in field) || !isJsonObject(value)) return [];
  return givenFields(field.object, value).flatMap((inner) => neutralFields(row, inner, failed));
}

/** The input of a tool that makes these changes. */
function editedInput(value: Json): JsonObject {
  const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return isJsonObject(only) && others.length === 0 ? only : { edits: value };
}

/** Values that the engine knows without a field, where a neutral field holds the same. */
function knownFields({ subject }: EventRow, known: KnownValue, value: Json): readonly (readonly [string, Json])[] {
  if (known === 'subject' && subject.from === 'field') return [[subject.field, value]];
  if (known === 'edits') return [['tool_input', editedInput(value)]];
  if (known === 'non-interactive') return [['non_interactive', value === 'true']];
  return [];
}

/** A host that knows no other path of the project gives the folder itself. */
const repeatsProject = (name: string, value: Json, { project }: PayloadFolders): boolean =>
  name === 'project_path' && value === project;
