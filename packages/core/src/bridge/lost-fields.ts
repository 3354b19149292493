import { isDeepStrictEqual } from 'node:util';
import { environmentOf } from '../engine/environment.ts';
import type { Place } from '../engine/frame.ts';
import { frameOf, runFolderOf } from '../engine/frame.ts';
import { payloadOf } from '../engine/payload.ts';
import type { Dialect, EventName, Hook, Json, JsonObject, AnyEvent } from '../model/index.ts';
import { NEUTRAL_FIELDS } from '../model/index.ts';
import { eventOfPayload } from './parse-payload.ts';

/**
 * The fields of a hook's payload that it would not get, or get otherwise, if its event came from a host of another dialect; found
 * out by sending an event with everything in it that way. Null when one of the two does not know the event.
 */
export function untoldFields(from: Dialect, host: Dialect, event: EventName): readonly string[] | null {
  const whole = fullEvent(event);
  const wanted = frameOf(from, whole, PLACE, NOW);
  const told = eventToldBy(host, whole, PLACE);
  if (wanted === null || told === null) return null;
  const got = frameOf(from, told, PLACE, NOW);
  const [before, after] = [payloadOf(wanted), got === null ? {} : payloadOf(got)];
  return Object.keys(before).filter((name) => !isDeepStrictEqual(after[name], before[name]));
}

/** What is left of an event once a host of the dialect has told it to a hook; null when it does not know such an event. */
export function eventToldBy(host: Dialect, event: AnyEvent, { project }: Pick<Place, 'project'>): AnyEvent | null {
  const told = frameOf(host, event, { ...PLACE, project }, NOW);
  if (told === null) return null;
  const cwd = runFolderOf(told);
  const heard = eventOfPayload(host, payloadOf(told), { env: environmentOf(NO_HOOK, told, ''), cwd });
  return heard.ok ? heard.event : null;
}

const PLACE: Place = {
  project: '/project',
  home: '/home',
  env: {},
  platform: 'linux',
  nonInteractive: false,
  isInsideHook: false,
  canWake: false,
};
const NOW = new Date(0);

/** Only what names the hook is asked of it here. */
const NO_HOOK = { name: 'hook', folder: null, dataFolder: null, env: {} } as unknown as Hook;

/** A value in every field that such an event can have, of the type that conversions look at. */
function fullEvent(name: EventName): AnyEvent {
  const without = name.endsWith('Failure') ? OF_SUCCESS : OF_FAILURE;
  const fields = NEUTRAL_FIELDS.filter((field) => !without.has(field) && field !== 'timestamp');
  return {
    ...Object.fromEntries(fields.map((field) => [field, VALUES[field] ?? `a ${field}`])),
    hook_event_name: name,
  };
}

const OF_SUCCESS: ReadonlySet<string> = new Set(['tool_response']);
const OF_FAILURE: ReadonlySet<string> = new Set(['error', 'exit_code']);

const VALUES: Readonly<Record<string, Json | JsonObject>> = {
  cwd: '/project/sub',
  permission_mode: 'ask',
  non_interactive: true,
  tool_input: { field: 'value' },
  tool_response: 'an output',
  is_interrupt: true,
  exit_code: 1,
  duration_ms: 1000,
  auto_approve: true,
  mcp_context: { server_name: 'a server' },
  permission_suggestions: ['a suggestion'],
  attachments: [{ path: 'a path', kind: 'file' }],
  turns: 2,
  step_count: 3,
  stop_hook_active: true,
  input_tokens: 4,
  model_context_length: 5,
  details: { field: 'value' },
  requested_schema: { type: 'object' },
  content: { field: 'value' },
};
