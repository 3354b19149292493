import {
  type Dialect,
  DIALECTS,
  parsePayload,
  isJsonObject,
  type Json,
  type JsonObject,
  type AnyEvent,
  NEUTRAL_FIELDS,
  parseEvent,
} from '@hookline/core/internal';
import { exampleEvent, UnknownEventError } from './example-event.ts';
import type { ExampleToolName } from './example-tools.ts';

/** Where the event of a case comes from. */
export type EventSource =
  | { readonly from: 'example'; readonly name: string; readonly tool: ExampleToolName | null }
  | { readonly from: 'object'; readonly object: Json };

/** The context of the event of a case. */
export interface EventPlace {
  readonly project: string;
  /** The one dialect that the case is about; null when there are several. */
  readonly dialect: string | null;
  readonly with: JsonObject;
}

/** The event of a case in the neutral vocabulary, or one sentence about why there is none. */
export function caseEvent(source: EventSource, place: EventPlace): AnyEvent | string {
  return source.from === 'example' ? fromExample(source, place) : fromObject(source.object, place);
}

const SESSION = 'hooktest';

function fromExample({ name, tool }: EventSource & { from: 'example' }, place: EventPlace): AnyEvent | string {
  try {
    const { dialect, project } = place;
    return exampleEvent(name, {
      project,
      session: SESSION,
      with: place.with,
      ...(dialect === null ? {} : { dialect }),
      ...(tool === null ? {} : { tool }),
    });
  } catch (error) {
    if (error instanceof UnknownEventError) return error.message;
    throw error;
  }
}

function fromObject(object: Json, place: EventPlace): AnyEvent | string {
  if (!isJsonObject(object)) return 'the event must be an object';
  const dialect = DIALECTS.find(({ id }) => id === place.dialect);
  const neutral = dialect !== undefined && isNative(dialect, object) ? heard(dialect, object, place) : object;
  if (typeof neutral === 'string') return neutral;
  const parsed = parseEvent(JSON.stringify({ session_id: SESSION, cwd: place.project, ...neutral, ...place.with }));
  return parsed.ok ? parsed.event : parsed.problem;
}

function heard(dialect: Dialect, payload: JsonObject, { project }: EventPlace): JsonObject | string {
  const told = parsePayload(dialect, payload, { cwd: project });
  if (!told.ok) return told.why;
  return Object.fromEntries(Object.entries(told.event).filter(([, value]) => value !== undefined)) as JsonObject;
}

/**
 * Whether an object is the system's own payload: it lacks the neutral name of its event, or has fields that only the
 * system has.
 */
function isNative(dialect: Dialect, object: JsonObject): boolean {
  if (!Object.hasOwn(object, 'hook_event_name')) return true;
  const row = Object.entries(dialect.events).find(([native]) => native === object['hook_event_name'])?.[1];
  const vocabulary: ReadonlySet<string> = new Set(NEUTRAL_FIELDS);
  return row?.fields.some(({ name }) => !vocabulary.has(name) && Object.hasOwn(object, name)) === true;
}
