import { join } from 'node:path';
import type { CoveredFile } from '../model/index.ts';
import type { ReadContent } from './covered-content.ts';
import { definitionsIn, sourceDigest } from './covered-content.ts';
import type { Settings } from '../settings/settings.ts';
import type { ContentChanges } from './changes.ts';
import { changesBetween } from './changes.ts';
import { fingerprint } from './stamps/fingerprint.ts';
import { resolvedPath } from './paths.ts';
import type { TrustRecord } from './older-record.ts';

/** How the files differ from a record that kept digests and no copy. */
export function changesSinceRecord(
  { files }: TrustRecord,
  { sources }: ReadContent,
  settings: Settings,
): ContentChanges {
  const project = resolvedPath(settings.project);
  const definitions = new Map<string, string[]>();
  for (const source of sources)
    definitions.set(source.display, [...(definitions.get(source.display) ?? []), sourceDigest(source)]);
  const labels = new Set(definitionsIn(sources).map(({ path }) => path));
  // Definitions are compared file by file.
  const recorded = files.filter(({ path }) => !labels.has(path));
  const now = [...new Set(recorded.map(({ path }) => path))].flatMap((path): readonly CoveredFile[] =>
    (definitions.get(path) ?? [fingerprint(join(project, path), project).digest]).map((digest) => ({ path, digest })),
  );
  const known = new Set(recorded.map(({ path }) => path));
  const added = [...definitions].flatMap(([path, digests]) =>
    known.has(path) ? [] : digests.map((digest) => ({ path, digest })),
  );
  return changesBetween(recorded, [...now, ...added]);
}
