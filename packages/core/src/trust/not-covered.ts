import type { UnknownPart } from './scan/dependency.ts';
import type { HookScan } from './scan/scan-hook.ts';

/** For people: `not covered: npm run x, y (what it starts is known only to it)`. */
export function notCoveredNote(parts: readonly UnknownPart[]): string {
  const reasons = new Map<string, string[]>();
  for (const { what, why } of parts) reasons.set(why, [...(reasons.get(why) ?? []), what]);
  return [...reasons].map(([why, whats]) => `not covered: ${whats.join(', ')} (${why})`).join('; ');
}

/** What a person should know about each script, by its path. */
export function notesOf(scans: readonly HookScan[]): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, Set<string>>();
  for (const { unknown } of scans)
    for (const [file, parts] of unknown) {
      const known = notes.get(file) ?? new Set();
      notes.set(file, known.add(notCoveredNote(parts)));
    }
  return new Map([...notes].map(([file, texts]) => [file, [...texts]]));
}
