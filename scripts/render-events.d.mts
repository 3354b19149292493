/** The page docs/embed/events.md; throws when an event, an effect or an answer has no words yet. */
export function renderEvents(tables: {
  readonly dialects: readonly object[];
  readonly eventNames: readonly string[];
  readonly powersOf: unknown;
}): string;
