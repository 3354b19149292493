import type { BadEntryReach, GroupedJsonShape } from '../../model/index.ts';
import type { ConfigFinding, Path } from '../document.ts';

/** An entry that cannot be used. */
export interface SpoiledEntry {
  readonly event: string;
  readonly path: Path;
}

/** Why nothing of a file applies, by the dialect's rule about bad entries; empty when it does. */
export function whyVoid(
  shape: GroupedJsonShape,
  spoiled: readonly SpoiledEntry[],
  entries: number,
): readonly ConfigFinding[] {
  const voiding = spoiled.find(({ event }) => reachOf(shape, event) === 'file');
  return voiding === undefined ? [] : [sayVoid(voiding, entries)];
}

const reachOf = ({ badEntry }: GroupedJsonShape, event: string): BadEntryReach =>
  badEntry?.on?.[event] ?? badEntry?.usual ?? 'entry';

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
