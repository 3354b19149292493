import { join } from 'node:path';
import type { CoveredFile } from '../model/index.ts';
import type { ContentChanges } from './changes.ts';
import { linkStatsOf, targetOf } from './paths.ts';
import type { Pin } from './pin.ts';
import { fingerprint } from './stamps/fingerprint.ts';

/**
 * The differences from a pin that was made by other rules. A file that the pin does not name is no change where it is
 * older than the pin: it was there, and did not count. A file that counts no more is one only where its content changed.
 */
export function changesUnderOlderRules(
  changes: ContentChanges,
  pinned: readonly CoveredFile[],
  { given, project }: Pick<Pin, 'given'> & { readonly project: string },
): ContentChanges {
  const at = Date.parse(given.at);
  const unpinned = changes.added.filter((path) => !isWrittenSince(join(project, path), at));
  const digests = new Map(pinned.map(({ path, digest }) => [path, digest]));
  const removed = changes.removed.filter(
    (path) => fingerprint(join(project, path), project).digest !== digests.get(path),
  );
  const added = changes.added.filter((path) => !unpinned.includes(path));
  return { ...changes, added, removed, ...(unpinned.length === 0 ? {} : { unpinned }) };
}

/** Whether a file, or the link that leads to it, was made, changed or replaced since; where the time of the trust cannot be read, each was. */
function isWrittenSince(path: string, atMs: number): boolean {
  const times = [linkStatsOf(path), targetOf(path)].flatMap((stats) => (stats === null ? [] : [stats.ctimeMs]));
  return times.some((ms) => !(Number(ms) <= atMs));
}
