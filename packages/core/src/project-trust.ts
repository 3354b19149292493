import { contentOf, readSources } from './hook-set.ts';
import type { ProjectContent } from './model/index.ts';
import type { Places, Settings } from './settings.ts';
import { settingsOf } from './settings.ts';
import type { ContentChanges } from './trust/changes.ts';
import type { CoveredContent } from './trust/digest.ts';
import { openTrustStore, stateOf } from './trust/store.ts';

/** What became of a wish to trust a project. */
export interface TrustResult {
  readonly content: ProjectContent;
  /** Whether this very content was trusted before. */
  readonly already: boolean;
  /** What is different from the content that was trusted last; null when none was. */
  readonly changes: ContentChanges | null;
  /** Why it could not be trusted; null when it is. */
  readonly problem: string | null;
}

export interface TrustedProject {
  readonly path: string;
  readonly digest: string;
  readonly state: 'trusted' | 'changed' | 'gone';
}

/** Trusts the project's own hooks as they are now, and says what that covers. */
export async function trustProject(options: Places = {}): Promise<TrustResult> {
  const settings = settingsOf(options);
  const store = openTrustStore(settings.stateFolder);
  const content = await contentNow(settings);
  const changes = store.changesSince(content);
  if (content.refusal !== null) return { content, already: false, changes, problem: content.refusal };
  if (store.isTrusted(content.path, content.digest)) return { content, already: true, changes, problem: null };
  if (content.files.length === 0) return { content, already: false, changes, problem: null };
  const stored = store.trust(content);
  return { content, already: false, changes, problem: stored.ok ? null : stored.why };
}

/** Takes back all trust in a project; tells how many contents were trusted. */
export function untrustProject(options: Places = {}): Promise<{ readonly path: string; readonly removed: number }> {
  const settings = settingsOf(options);
  const store = openTrustStore(settings.stateFolder);
  const { path } = contentOf([], settings.project);
  const known = store.list().find((project) => project.path === path);
  const result = store.untrust(path);
  if (!result.ok) return Promise.reject(new Error(result.why));
  return Promise.resolve({ path, removed: known?.digests.length ?? 0 });
}

/** All trusted projects, and how each stands now. */
export async function listTrust(options: Places = {}): Promise<readonly TrustedProject[]> {
  const settings = settingsOf(options);
  const known = openTrustStore(settings.stateFolder).list();
  return Promise.all(
    known.map(async (project) => {
      const now = await contentNow({ ...settings, project: project.path });
      const digest = project.digests.includes(now.digest) ? now.digest : project.digest;
      return { path: project.path, digest, state: stateOf(project, now.files.length === 0 ? null : now.digest) };
    }),
  );
}

const contentNow = async (settings: Settings): Promise<CoveredContent> =>
  contentOf(await readSources(settings), settings.project);
