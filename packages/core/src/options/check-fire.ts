import { unknownEvent } from '../engine/routes.ts';
import { EVENT_NAMES, type InternalFireOptions } from '../model/index.ts';
import { shownValue } from '../text/shown-value.ts';
import { checkOptions } from './check-options.ts';
import { FIRE_OPTIONS, HOST_FIRE_OPTIONS, RELOAD_OPTIONS } from './rules.ts';

/** The default options of a fire. */
export const NO_OPTIONS: InternalFireOptions = {};

/** Throws a TypeError for a value that is not an event, an event that does not exist, or a wrong option. */
export function checkFire(event: unknown, options: unknown): void {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    const example = `{ hook_event_name: 'Stop', session_id, cwd }`;
    throw new TypeError(`hooks.fire takes an event, such as ${example}, not ${shownValue(event)}`);
  }
  const { hook_event_name: name } = event as { readonly hook_event_name?: unknown };
  if (!EVENT_NAMES.some((known) => known === name)) throw unknownEvent(name);
  if (options !== NO_OPTIONS) checkOptions('hooks.fire', options, FIRE_OPTIONS, Object.keys(HOST_FIRE_OPTIONS));
}

/** Throws a TypeError for a wrong option of a reload. */
export const checkReload = (options: unknown): void => checkOptions('hooks.reload', options, RELOAD_OPTIONS);
