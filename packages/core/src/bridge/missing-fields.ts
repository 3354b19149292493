import { isDeepStrictEqual } from 'node:util';
import { environmentOf } from '../engine/encode-command.ts';
import type { Place } from '../engine/frame.ts';
import { frameOf, runFolderOf } from '../engine/frame.ts';
import { payloadOf } from '../engine/payload.ts';
import type { Dialect, EventName, Hook, Json, JsonObject, AnyEvent } from '../model/index.ts';
import { NEUTRAL_FIELDS } from '../model/index.ts';
import { parsePayload } from './parse-payload.ts';

/**
 * The fields of a hook's payload that are missing or different when its event comes from a host of another dialect;
 * measured by sending an event with every field that way. Null when one of the two has no such event.
 */
export function missingFields(from: Dialect, host: Dialect, event: EventName): readonly string[] | null {
  const whole = fullEvent(event);
  const wanted = frameOf(from, whole, PLACE, NOW);
  const arrived = eventThroughHost(host, whole, PLACE);
  if (wanted === null || arrived === null) return null;
  const got = frameOf(from, arrived, PLACE, NOW);
  const [before, after] = [payloadOf(wanted), got === null ? {} : payloadOf(got)];
  return Object.keys(before).filter((name) => !isDeepStrictEqual(after[name], before[name]));
}

/** The part of an event that survives the payload of a host of the dialect; null when the dialect has no such event. */
export function eventThroughHost(host: Dialect, event: AnyEvent, { project }: Pick<Place, 'project'>): AnyEvent | null {
  const frame = frameOf(host, event, { ...PLACE, project }, NOW);
  if (frame === null) return null;
  const cwd = runFolderOf(frame);
  const parsed = parsePayload(host, payloadOf(frame), {
    env: environmentOf(NO_HOOK, frame, ''),
    cwd,
    event: frame.native,
  });
  return parsed.ok ? parsed.event : null;
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

/** The environment of a hook needs only what identifies it. */
const NO_HOOK = { name: 'hook', file: '/home/hooks', folder: null, dataFolder: null, env: {} } as unknown as Hook;

/** A value in every field that such an event can have, of the type that conversions expect. */
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
