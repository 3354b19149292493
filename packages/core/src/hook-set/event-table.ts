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
    dialects: Object.fromEntries(dialects.flatMap((dialect) => nativeEvents(dialect.id, dialect.events, name))),
  })),
});

const nativeEvents = (
  id: string,
  rows: Dialect['events'],
  name: EventName,
): readonly (readonly [string, NativeEvent])[] =>
  Object.entries(rows)
    .filter(([, row]) => row.means.includes(name))
    .map(([native, row]) => [id, { native, waits: row.waits, effect: effectOf(row) }] as const);

/** Some events cannot be stopped, but can be held back quietly by an outcome of their own. */
const effectOf = (row: EventRow): Effect | null =>
  row.block ?? Object.values(row.outcomes ?? {}).find(({ effect }) => effect !== undefined)?.effect ?? null;
