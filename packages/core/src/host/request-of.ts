import { encode } from '../engine/encode.ts';
import type { Place } from '../engine/frame.ts';
import { frameOf } from '../engine/frame.ts';
import { frameFor, askHook } from '../engine/plan.ts';
import type { DialectHooks } from '../engine/routes.ts';
import type { AnyEvent, Request } from '../model/index.ts';

/** What would be carried out for a hook on an event, whether or not the event selects it; null for a hook that is not armed, or not of that event. */
export function requestOf(id: string, event: AnyEvent, hooks: readonly DialectHooks[], place: Place): Request | null {
  for (const { dialect, byEvent } of hooks) {
    const frame = frameOf(dialect, event, place, new Date());
    const armed = frame === null ? undefined : byEvent.get(frame.native)?.find(({ hook }) => hook.id === id);
    if (frame !== null && armed !== undefined)
      return armed.unarmed === null
        ? encode(armed.hook, frameFor(askHook(armed.hook, frame), frame), 'request', false)
        : null;
  }
  return null;
}
