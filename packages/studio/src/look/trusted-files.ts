import { resolve } from 'node:path';
import {
  type HookSinceTrust,
  hookSinceTrust,
  readConfigurationFile,
  showTrust,
  statsOf,
} from '@hookline/core/internal';
import type { HookDetail, HookRow, TrustedFile } from '../api/index.ts';
import { shortDifference } from './short-difference.ts';
import type { StudioPlace } from './project-hooks.ts';

type SinceTrust = NonNullable<HookDetail['trust']>;

/** The hook file, and all that the hook starts or loads, beside what was trusted; null: trust does not cover the hook. */
export async function sinceTrustOf({ id, source, scope }: HookRow, place: StudioPlace): Promise<SinceTrust | null> {
  if (scope !== 'project' && scope !== 'local') return null;
  const { project } = place;
  const since = place.trust === 'all' ? null : await hookSinceTrust(id, place);
  if (since === null) {
    const covered = (await showTrust(place)).content.hooks.find((hook) => hook.id === id)?.files ?? [];
    const state = place.trust === 'all' ? 'same' : 'new';
    const files = covered.map(({ path, digest }) => fileOf(path, project, { was: null, now: digest, state }));
    return { at: place.trust === 'all' ? 'always' : null, definition: null, files };
  }
  return {
    at: Date.parse(since.at),
    definition: { path: source, ...definitionSince(since, source, project) },
    files: filesSince(since, project),
  };
}

function filesSince({ was, now, isSameRules }: HookSinceTrust, project: string): readonly TrustedFile[] {
  const before = new Map(was.map(({ path, digest }) => [path, digest]));
  const after = new Map(now.map(({ path, digest }) => [path, digest]));
  return [...new Set([...before.keys(), ...after.keys()])].map((path) => {
    const [one, other] = [before.get(path) ?? null, after.get(path) ?? null];
    const added = isSameRules ? 'new' : 'unpinned';
    const state = one === other ? 'same' : one === null ? added : isThere(other) ? 'changed' : 'gone';
    return fileOf(path, project, { was: one, now: other, state });
  });
}

/** What is not there has a word in the place of a digest. */
const isThere = (digest: string | null): boolean => digest !== null && digest !== 'absent';

function fileOf(
  path: string,
  project: string,
  {
    was,
    now,
    state,
  }: { readonly was: string | null; readonly now: string | null; readonly state: TrustedFile['state'] },
): TrustedFile {
  // The path is from the server's own list, and nothing but its size is looked at.
  const stats = statsOf(resolve(project, path));
  return { path, state, was, digest: now, bytes: stats?.isFile() === true ? stats.size : null };
}

/** What the hook file says now, against the copy that trust keeps of it. */
function definitionSince(
  { text: before }: HookSinceTrust,
  path: string,
  project: string,
): Pick<NonNullable<SinceTrust['definition']>, 'state' | 'difference'> {
  const read = readConfigurationFile(resolve(project, path), project);
  if (read.kind === 'missing') return { state: 'gone', difference: null };
  if (read.kind !== 'text' || before === null) return { state: 'changed', difference: null };
  if (read.text === before) return { state: 'same', difference: null };
  return { state: 'changed', difference: shortDifference(before, read.text) };
}
