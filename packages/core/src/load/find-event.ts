import type { Dialect } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { suggestion } from './check-keys.ts';
import { quote } from './describe.ts';

/** The native event for a written name, including other spellings; null for an unknown one. */
export function findEvent(dialect: Dialect, written: string): string | null {
  if (Object.hasOwn(dialect.events, written)) return written;
  return Object.hasOwn(dialect.aliases, written) ? (dialect.aliases[written] ?? null) : null;
}

/** The message for a name that no event has. */
export function sayUnknownEvent(
  dialect: Dialect,
  written: string,
): { readonly message: string; readonly hint: string } {
  return {
    message: `unknown event ${quote(written)}${suggestion(nearestEvent(dialect, written))}`,
    hint: `known events: ${Object.keys(dialect.events).join(', ')}`,
  };
}

/** The event by which the rest of an entry is checked when all of its problems are wanted at once; else null. */
export const eventMeant = (dialect: Dialect, written: string, place: { readonly strict?: boolean }): string | null =>
  place.strict === true ? nearestEvent(dialect, written) : null;

/** The event that was likely meant; the neutral names, which other systems use, count as spellings too. */
function nearestEvent(dialect: Dialect, written: string): string | null {
  const spellings = new Map<string, string>([
    ...Object.entries(dialect.events).flatMap(([native, { means }]) =>
      means.map((name): [string, string] => [name, native]),
    ),
    ...Object.entries(dialect.aliases),
    ...Object.keys(dialect.events).map((native): [string, string] => [native, native]),
  ]);
  // Short words differ in most of their letters, so a guess must allow more differences.
  const nearest = didYouMean(written, [...spellings.keys()], written.length <= SHORT ? 0.75 : 0.5);
  return nearest === null ? null : (spellings.get(nearest) ?? null);
}

const SHORT = 4;
