import type { AnyEvent, Dialect, EventRow } from '../model/index.ts';
import { memoized } from '../text/memo.ts';
import type { Place } from './frame.ts';
import { type Naming, ownEvent } from './native-names.ts';

/** The native events of a neutral one, in the order of the table, whatever instances they stand for; no other spellings. */
export const nativesOf = (dialect: Dialect, neutral: string): readonly string[] =>
  nativesByEvent(dialect).get(neutral) ?? [];

/** All of them, by neutral event. */
export const nativesByEvent = memoized((dialect: Dialect): ReadonlyMap<string, readonly string[]> => {
  const natives = new Map<string, string[]>();
  for (const [native, { means, spellingOf }] of Object.entries(dialect.events))
    for (const neutral of spellingOf === undefined ? means : [])
      natives.set(neutral, [...(natives.get(neutral) ?? []), native]);
  return natives;
});

/** Those native events that stand for this event. */
export const nativesFor = (dialect: Dialect, event: AnyEvent, place: Place): readonly string[] =>
  nativesOf(dialect, event.hook_event_name).filter((native) => isMeant(dialect, native, event, place));

/** Whether a native event stands for this instance of its neutral event, in the given or in the dialect's own names. */
export function isMeant(dialect: Dialect, native: string, event: AnyEvent, place: Place): boolean {
  const row = dialect.events[native];
  if (row?.when === undefined) return true;
  const { field, fits } = row.when;
  const own = place.toolNames === 'native' ? ownEvent(dialect, row, event, namingOf(dialect, place)) : event;
  const value = own[field];
  return new RegExp(fits, 'i').test(
    typeof value === 'boolean' ? String(value) : typeof value === 'string' ? value : '',
  );
}

/** Whether this instance of an event takes the power to refuse from its hooks. */
export const isTaken = ({ noBlockWhen }: EventRow, event: AnyEvent): boolean =>
  noBlockWhen?.isOneOf.some((word) => event[noBlockWhen.field] === word) === true;

/** How tools are named here. */
export const namingOf = (dialect: Dialect, { project, systems = [dialect] }: Place): Naming => ({ project, systems });
