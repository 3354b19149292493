import type { Hook } from '../model/index.ts';
import { memoized } from '../text/memo.ts';
import type { Frame } from './frame.ts';
import { frameAs } from './frame.ts';
import type { HookEntry } from './routes.ts';

/** The event under the spelling by which a hook is registered: its payload, matcher and answer are those of that row. */
export function inSpelling(frame: Frame, { event: native }: Pick<Hook, 'event'>): Frame {
  const { dialect, place, now } = frame;
  if (native === frame.native || dialect.events[native]?.spellingOf !== frame.native) return frame;
  return frameAs({ dialect, native }, frame.event, place, now) ?? frame;
}

/** Hooks of one native event by the spelling of each; one group where there is only one. */
export const bySpelling = memoized((hooks: readonly HookEntry[]): readonly (readonly HookEntry[])[] => {
  const groups = new Map<string, HookEntry[]>();
  for (const entry of hooks) {
    const group = groups.get(entry.hook.event);
    if (group === undefined) groups.set(entry.hook.event, [entry]);
    else group.push(entry);
  }
  return groups.size < 2 ? [hooks] : [...groups.values()];
});
