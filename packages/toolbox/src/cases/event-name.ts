import { type Dialect, DIALECTS, didYouMean, EVENT_NAMES, type EventName } from '@hookline/core/internal';

/** An event given by name: neutral, or as a dialect calls it. */
export type NamedEvent =
  | { readonly ok: true; readonly neutral: EventName; readonly dialect: Dialect | null; readonly native: string | null }
  | { readonly ok: false; readonly problem: string };

/** Finds the event of a name, which may be neutral or native; with a dialect, only among the events that it knows. */
export function findEvent(name: string, dialectId: string | null): NamedEvent {
  if (dialectId === null) return findAnywhere(name);
  const dialect = DIALECTS.find(({ id }) => id === dialectId);
  if (dialect !== undefined) return findIn(dialect, name);
  return { ok: false, problem: `unknown dialect "${dialectId}"${guess(dialectId, DIALECT_IDS)}` };
}

const DIALECT_IDS = DIALECTS.map(({ id }) => id);

function findAnywhere(name: string): NamedEvent {
  const neutral = EVENT_NAMES.find((event) => event === name);
  if (neutral !== undefined) return { ok: true, neutral, dialect: null, native: null };
  const found = DIALECTS.map((dialect) => findIn(dialect, name)).find(({ ok }) => ok);
  if (found?.ok === true) return { ok: true, neutral: found.neutral, dialect: null, native: null };
  const known = [...EVENT_NAMES, ...DIALECTS.flatMap(({ events }) => Object.keys(events))];
  return { ok: false, problem: `unknown event "${name}"${guess(name, known)} (see "hookline events")` };
}

function findIn(dialect: Dialect, name: string): NamedEvent {
  const spelled = Object.hasOwn(dialect.aliases, name) ? (dialect.aliases[name] ?? name) : name;
  const rows = Object.entries(dialect.events);
  const own = rows.find(([native]) => native === spelled);
  const [first] = own?.[1].means ?? [];
  // A neutral name is more precise than a native one of the same spelling, which may mean several events.
  const meant = EVENT_NAMES.find((event) => event === name);
  const row = rows.find(([, { means }]) => meant !== undefined && means.includes(meant));
  if (meant !== undefined && row !== undefined) return { ok: true, neutral: meant, dialect, native: row[0] };
  if (first !== undefined) return { ok: true, neutral: first, dialect, native: spelled };
  const known = Object.keys(dialect.events);
  const ending = guess(name, known) || `; it has ${known.join(', ')}`;
  return { ok: false, problem: `${dialect.id} has no event "${name}"${ending}` };
}

function guess(word: string, known: readonly string[]): string {
  const meant = didYouMean(word, known);
  return meant === null ? '' : `; did you mean "${meant}"?`;
}
