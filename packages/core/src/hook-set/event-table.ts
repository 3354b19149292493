import { nativesOf } from '../engine/natives.ts';
import type { Dialect, Effect, EventName, EventRow } from '../model/index.ts';
import { EVENT_NAMES } from '../model/index.ts';

/** A neutral event in one dialect. */
export interface NativeEvent {
  readonly native: string;
  readonly waits: boolean;
  /** What a refusal does; null where the event cannot be stopped. */
  readonly effect: Effect | null;
}

export interface EventTable {
  readonly events: readonly { readonly name: EventName; readonly dialects: Readonly<Record<string, NativeEvent>> }[];
}

/** The neutral events with their native names and powers, read from the dialects' tables. */
export const eventTable = (dialects: readonly Dialect[]): EventTable => ({
  events: EVENT_NAMES.map((name) => ({
    name,
    dialects: Object.fromEntries(dialects.flatMap((dialect) => nativeEvent(dialect, name))),
  })),
});

/** Where several native events stand for it, the first of those that always do. */
function nativeEvent(dialect: Dialect, name: EventName): readonly (readonly [string, NativeEvent])[] {
  const natives = nativesOf(dialect, name);
  const native = natives.find((each) => dialect.events[each]?.when === undefined) ?? natives[0] ?? '';
  const row = eventOf(dialect, native);
  return row === null ? [] : [[dialect.id, row]];
}

/** An event under any name that a dialect has for it; null where there is no such name. */
export function eventOf({ events }: Dialect, native: string): NativeEvent | null {
  const row = events[native];
  return row === undefined ? null : { native, waits: row.waits, effect: effectOf(row) };
}

/** Some events cannot be stopped, but can be held back quietly by an outcome of their own. */
const effectOf = (row: EventRow): Effect | null =>
  row.block ?? Object.values(row.outcomes ?? {}).find(({ effect }) => effect !== undefined)?.effect ?? null;
