import type { BadEntryReach, GroupedJsonShape } from '../../model/index.ts';
import type { FoundFile } from '../discover.ts';
import type { ConfigFinding, Path } from '../document.ts';

/** An entry that cannot be used. */
export interface SpoiledEntry {
  readonly event: string;
  readonly path: Path;
}

/** What entries that cannot be used cost: themselves alone, or more; then why. */
export interface VoidPart {
  readonly reach: BadEntryReach;
  readonly findings: readonly ConfigFinding[];
}

/** What of a file does not apply, by the rules of the dialect and the location about bad entries. */
export function whatIsVoid(
  shape: GroupedJsonShape,
  found: FoundFile,
  spoiled: readonly SpoiledEntry[],
  entries: number,
): VoidPart {
  for (const reach of ['file', 'hooks'] as const) {
    const voiding = spoiled.find((each) => reachOf(shape, found, each) === reach);
    if (voiding !== undefined) return { reach, findings: [sayVoid(voiding, entries)] };
  }
  return { reach: 'entry', findings: [] };
}

/** An event without a list has no entries; its path ends with its name. */
function reachOf({ badEntry }: GroupedJsonShape, found: FoundFile, { event, path }: SpoiledEntry): BadEntryReach {
  if (found.badEntry === 'hooks') return 'hooks';
  const isList = typeof path.at(-1) === 'number';
  return (isList ? undefined : badEntry?.noList) ?? badEntry?.on?.[event] ?? badEntry?.usual ?? 'entry';
}

/** The file may hold what guards an action, so that its loss must not go unnoticed. */
export function sayVoid({ event, path }: SpoiledEntry, entries: number): ConfigFinding {
  const others = entries > 1 ? `, and ${entries - 1} more ${entries === 2 ? 'hook' : 'hooks'} of the file with it` : '';
  return {
    severity: 'error',
    at: { path, part: 'value' },
    message: `a hole: nothing of this file applies, because this entry of ${event} cannot be used${others}; what they guard goes on unguarded`,
    hint: 'fix or remove the entry; hooks of other files are in force',
  };
}
