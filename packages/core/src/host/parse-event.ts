import type { AnyEvent } from '../model/index.ts';
import { EVENT_NAMES, isJsonObject } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { EVENT_DEPTH, parseJson } from '../text/parse-json.ts';

/** A neutral event parsed from text, or one sentence about what is wrong with it. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: AnyEvent }
  | { readonly ok: false; readonly problem: string };

const TEXT_FIELDS = [
  'session_id',
  'cwd',
  'tool_name',
  'transcript_path',
  'permission_mode',
  'agent_id',
  'agent_type',
  'prompt',
] as const;

/**
 * Parses one neutral event from JSON text; never throws. Its numbers and the order of its keys reach hooks as written
 * here, which an object of JavaScript numbers cannot promise.
 */
export function parseEvent(text: string): ParsedEvent {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), EVENT_DEPTH);
  if (!parsed.ok) return { ok: false, problem: `the event is ${parsed.why}: ${parsed.detail}` };
  const [value] = parsed.readings;
  if (!isJsonObject(value))
    return {
      ok: false,
      problem: `the event must be a JSON object, not ${Array.isArray(value) ? 'a list' : JSON.stringify(value).slice(0, 40)}`,
    };
  if (parsed.readings.length > 1) return { ok: false, problem: 'a key of the event is doubled' };
  return checkedEvent(value);
}

/** Checks an object that should be a neutral event. */
function checkedEvent(value: Readonly<Record<string, unknown>>): ParsedEvent {
  const name = Object.hasOwn(value, 'hook_event_name') ? value['hook_event_name'] : undefined;
  if (typeof name !== 'string')
    return { ok: false, problem: 'the event needs hook_event_name, the name of a neutral event such as "PreToolUse"' };
  if (!(EVENT_NAMES as readonly string[]).includes(name)) {
    const meant = didYouMean(name, EVENT_NAMES);
    return {
      ok: false,
      problem: `unknown event "${name}"${meant === null ? '' : `; did you mean "${meant}"?`} (see "hookline events")`,
    };
  }
  const wrong = TEXT_FIELDS.find(
    (field) => value[field] !== undefined && value[field] !== null && typeof value[field] !== 'string',
  );
  if (wrong !== undefined) return { ok: false, problem: `${wrong} of the event must be a text` };
  const input = value['tool_input'];
  if (input !== undefined && input !== null && !isJsonObject(input))
    return { ok: false, problem: 'tool_input of the event must be an object' };
  return { ok: true, event: value as AnyEvent };
}
