import { changesSince, coverOf, definitionsIn } from './judge-project.ts';
import { readSources } from './hook-set.ts';
import type { CoveredFile, Source } from './model/index.ts';
import type { Places, Settings } from './settings.ts';
import { settingsOf } from './settings.ts';
import type { SwitchedOff } from './switched-off.ts';
import { isProjects, switchedOff } from './switched-off.ts';
import type { ContentChanges } from './trust/changes.ts';
import type { CoveredContent } from './trust/digest.ts';
import { noteGivenTrust } from './trust-notices.ts';
import { givenNow } from './trust/given-trust.ts';
import { ownVoteProblem } from './trust/own-vote.ts';
import { openTrustStore, stateOf } from './trust/store.ts';
import { openUnseenTrust } from './trust/unseen-trust.ts';

/** What trust in a project covers, and what became of a wish to trust it. */
export interface TrustResult {
  readonly content: CoveredContent;
  /** Whether this very content was trusted before. */
  readonly already: boolean;
  /** What is different from the content that was trusted last, file by file and definition by definition; null when none was. */
  readonly changes: ContentChanges | null;
  /** Why it could not be trusted; null when it is. */
  readonly problem: string | null;
  /** Hooks of the user that do not run where the project is trusted. */
  readonly switchesOff: readonly SwitchedOffHook[];
}

/** A hook of the user that the project switches off, by which file and how. */
export interface SwitchedOffHook extends Pick<SwitchedOff, 'by' | 'how'> {
  readonly id: string;
  readonly name: string;
  readonly source: string;
}

export interface TrustedProject {
  readonly path: string;
  readonly digest: string;
  readonly state: 'trusted' | 'changed' | 'gone';
}

/** Trusts the project's own hooks as they are now, and says what that covers. */
export async function trustProject(options: Places = {}): Promise<TrustResult> {
  const settings = settingsOf(options);
  const { definitions, ...shown } = await inspect(settings);
  const { content } = shown;
  if (shown.problem !== null || content.files.length === 0) return shown;
  const given = givenNow();
  // Who trusts at a terminal what is trusted already has seen it.
  const noted = !shown.already || given.terminal ? noteGivenTrust(settings.stateFolder, content.path, given) : null;
  if (shown.already || noted !== null) return { ...shown, problem: shown.already ? null : noted };
  const stored = openTrustStore(settings.stateFolder).trust({ ...content, files: [...content.files, ...definitions] });
  return { ...shown, problem: stored.ok ? null : stored.why };
}

/** What trust in the project would cover and do; trusts nothing. */
export async function showTrust(options: Places = {}): Promise<TrustResult> {
  const { definitions: _definitions, ...shown } = await inspect(settingsOf(options));
  return shown;
}

async function inspect(settings: Settings): Promise<TrustResult & { readonly definitions: readonly CoveredFile[] }> {
  const store = openTrustStore(settings.stateFolder);
  const sources = await readSources(settings);
  const content = contentIn(sources, settings.project);
  const own = sources.filter(isProjects);
  const problem = content.refusal ?? ownVoteProblem(settings.stateFolder, settings.project, settings.home);
  return {
    content,
    definitions: definitionsIn(own),
    already: problem === null && store.isTrusted(content.path, content.digest),
    changes: content.files.length === 0 ? null : changesSince(content, own, settings),
    problem,
    switchesOff: settings.dialects.flatMap((dialect) =>
      switchedOff(
        dialect,
        sources.filter((source) => source.dialect === dialect.id),
      ).map(({ hook, by, how }) => ({
        id: hook.id,
        name: hook.name,
        source: hook.source,
        by,
        how,
      })),
    ),
  };
}

const contentIn = (sources: readonly Source[], project: string): CoveredContent =>
  coverOf({ own: sources.filter(isProjects), remembered: new Map() }, project).content;

/** Takes back all trust in a project; tells how many contents were trusted. */
export function untrustProject(options: Places = {}): Promise<{ readonly path: string; readonly removed: number }> {
  const settings = settingsOf(options);
  const store = openTrustStore(settings.stateFolder);
  const { path } = contentIn([], settings.project);
  const known = store.list().find((project) => project.path === path);
  const result = store.untrust(path);
  openUnseenTrust(settings.stateFolder).forget(path);
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
  contentIn(await readSources(settings), settings.project);
