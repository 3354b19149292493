import type { UnknownPart } from './scan/dependency.ts';

/** For people: `not covered: npm run x, y (what it starts is known only to it)`. */
export function notCoveredNote(parts: readonly UnknownPart[]): string {
  const reasons = new Map<string, string[]>();
  for (const { what, why } of parts) reasons.set(why, [...(reasons.get(why) ?? []), what]);
  return [...reasons].map(([why, whats]) => `not covered: ${whats.join(', ')} (${why})`).join('; ');
}
