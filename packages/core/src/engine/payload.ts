import { basename, dirname, resolve } from 'node:path';
import type { CodeEvent, Dialect, EventRow, Hook, Json, JsonObject, KnownValue, PayloadField } from '../model/index.ts';
import { isJsonObject, NEUTRAL_FIELDS } from '../model/index.ts';
import { spacedJsonBytes } from '../text/spaced-json.ts';
import { cutText } from '../text/cut-text.ts';
import { carryWritten, isWritten, writtenJson } from '../text/written-json.ts';
import { CONVERSIONS } from './conversions.ts';
import type { Frame } from './frame.ts';
import { cwdOf, workDirOf } from './frame.ts';
import { sessionFile } from './session-file.ts';
import { memoized } from '../text/memo.ts';

const VOCABULARY: ReadonlySet<string> = new Set(NEUTRAL_FIELDS);

/** The native payload of an event: common fields, the event's own, then those that no dialect table names. */
export function payloadOf(frame: Frame): JsonObject {
  const payload: Record<string, Json> = {};
  for (const field of fieldsOf(frame)) {
    const value = valueOf(field, frame, null);
    if (value !== undefined) define(payload, field.name, value);
  }
  const known = namesIn(frame.dialect);
  for (const [name, value] of Object.entries(frame.event)) {
    if (!VOCABULARY.has(name) && !known.has(name) && value !== undefined && !Object.hasOwn(payload, name))
      define(payload, name, value);
  }
  return carryNumbers(frame, payload);
}

/** Fields that a dialect's own table places: on the events that have them, and on no other. */
const namesIn = memoized(
  ({ commonFields, events }: Dialect): ReadonlySet<string> =>
    new Set([...commonFields, ...Object.values(events).flatMap(({ fields }) => fields)].flatMap(sourcesOf)),
);

const sourcesOf = (field: PayloadField): readonly string[] => {
  if ('object' in field) return field.object.flatMap(sourcesOf);
  return 'from' in field ? field.from : [];
};

/** All fields of an event's payload, in order. */
function fieldsOf({ dialect, native, row }: Frame): readonly PayloadField[] {
  const known = rowFields(row);
  const found = known.get(dialect);
  if (found !== undefined) return found;
  const fields = [...dialect.commonFields.filter(({ on }) => on === undefined || on.includes(native)), ...row.fields];
  known.set(dialect, fields);
  return fields;
}

const rowFields = memoized((_row: EventRow): Map<Dialect, readonly PayloadField[]> => new Map());

/** Numbers of the event itself stay as they were written, under the dialect's names for them. */
function carryNumbers(frame: Frame, payload: JsonObject): JsonObject {
  if (!isWritten(frame.event)) return payload;
  const names = new Map<string, string>();
  for (const field of fieldsOf(frame)) {
    const source = 'from' in field ? sourceOf(field, frame) : undefined;
    if (source !== undefined) names.set(source, field.name);
  }
  return carryWritten(
    frame.event,
    payload,
    (key) => names.get(key) ?? (VOCABULARY.has(key) || namesIn(frame.dialect).has(key) ? null : key),
    'numbers',
  );
}

const sourceOf = (field: Extract<PayloadField, { readonly from: unknown }>, { event }: Frame): string | undefined =>
  field.from.find((name) => event[name] !== undefined && event[name] !== null);

/** The payload as the hook reads it on stdin; written once per frame, shared by all its hooks. */
export const payloadBytes = memoized((frame: Frame): Uint8Array => {
  const payload = payloadOf(frame);
  const { json, stdinEnd } = frame.dialect;
  if (json === 'spaced') return spacedJsonBytes(payload, stdinEnd ?? '\n');
  return stdinEnd === undefined ? compactLine(payload) : Buffer.from(writtenJson(payload));
});

/** JSON and a line break; a big string is not copied to append one character. */
function compactLine(payload: JsonObject): Buffer {
  const text = writtenJson(payload);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + 1);
  bytes[bytes.write(text)] = LINE_BREAK;
  return bytes;
}

const LINE_BREAK = 0x0a;

/** The payload as a model reads it; written once per frame as well. */
export const payloadText = memoized((frame: Frame): string => writtenJson(payloadOf(frame), 'indented'));

/** The event as python callables and modules see it. */
export function codeEvent(frame: Frame): CodeEvent {
  const payload = payloadOf(frame);
  const textField = (name: string): string | null => (typeof payload[name] === 'string' ? payload[name] : null);
  return {
    name: frame.native,
    payload,
    session_id: textField('session_id'),
    cwd: textField('cwd') ?? cwdOf(frame),
    permission_mode: textField('permission_mode'),
  };
}

/** The event as a python callable sees it; fields that stand beside the payload are not repeated in it. */
export function pythonEvent(frame: Frame): CodeEvent {
  const event = codeEvent(frame);
  const payload = Object.fromEntries(Object.entries(event.payload).filter(([name]) => !BESIDE_PAYLOAD.has(name)));
  return { ...event, payload: carryWritten(event.payload, payload) };
}

const BESIDE_PAYLOAD: ReadonlySet<string> = new Set(['hook_event_name', 'session_id', 'cwd', 'permission_mode']);

/** The value of a field in a payload, a variable or a placeholder; undefined: the field is left out. */
export function valueOf(field: PayloadField, frame: Frame, hook: Hook | null): Json | undefined {
  return 'constant' in field ? field.constant : (foundValue(field, frame, hook) ?? field.or);
}

type FoundField = Exclude<PayloadField, { readonly constant: Json }>;

function foundValue(field: FoundField, frame: Frame, hook: Hook | null): Json | undefined {
  if ('is' in field) return KNOWN[field.is](frame, hook);
  if ('in' in field) return CONVERSIONS[field.as ?? 'same'](innerField(frame, field.in, field.field), frame);
  if ('object' in field) {
    const inner = field.object.map((each) => [each.name, valueOf(each, frame, hook)] as const);
    const told = field.missing === 'left-out' ? inner.filter(([, value]) => value !== undefined) : inner;
    return Object.fromEntries(told.map(([name, value]) => [name, value ?? null]));
  }
  const source = sourceOf(field, frame);
  const value = CONVERSIONS[field.as ?? 'same'](source === undefined ? undefined : frame.event[source], frame);
  return field.most !== undefined && typeof value === 'string' ? cutText(value, field.most) : value;
}

const KNOWN: Readonly<Record<KnownValue, (frame: Frame, hook: Hook | null) => Json | undefined>> = {
  'native-event': (frame) => frame.native,
  'neutral-event': (frame) => frame.event.hook_event_name,
  subject: (frame) => (frame.subject.text === '' ? null : frame.subject.text),
  project: (frame) => frame.place.project,
  projects: (frame) => [frame.place.project],
  'project-name': (frame) => basename(frame.place.project),
  'user-name': ({ place: { env } }) => env['LOGNAME'] ?? env['USER'] ?? 'unknown',
  cwd: (frame) => cwdOf(frame),
  'work-dir': (frame) => workDirOf(frame),
  'hook-name': (_frame, hook) => hook?.name,
  'hook-folder': (_frame, hook) => hook?.folder,
  'file-folder': (_frame, hook) => (hook === null ? undefined : dirname(hook.file)),
  'plugin-data': (_frame, hook) => hook?.dataFolder,
  'session-file': (frame, hook) => (hook === null ? undefined : sessionFile(frame, hook)),
  'file-text': (frame) => fileText(frame),
  edits: (frame) => editsOf(frame.event['tool_input']),
  'non-interactive': (frame) => String((frame.event['non_interactive'] ?? frame.place.nonInteractive) === true),
};

function innerField({ event }: Frame, name: 'tool_input' | 'mcp_context', field: string): Json | undefined {
  const object = event[name];
  return isJsonObject(object) && Object.hasOwn(object, field) ? object[field] : undefined;
}

/** The text of the file that a tool is to read. */
function fileText(frame: Frame): string | undefined {
  const path = innerField(frame, 'tool_input', 'file_path');
  return typeof path === 'string' ? frame.place.fileText?.(resolve(cwdOf(frame), path)) : undefined;
}

/** The changes of a tool that replaces texts, or writes a whole file. */
function editsOf(input: Json | undefined): Json {
  if (!isJsonObject(input)) return [];
  if (Array.isArray(input['edits'])) return input['edits'] as readonly Json[];
  return [{ old_string: input['old_string'] ?? '', new_string: input['new_string'] ?? input['content'] ?? '' }];
}

/** Sets an own property even for `__proto__`, which an assignment treats differently. */
function define(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
