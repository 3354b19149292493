import { join } from 'node:path';
import { DIALECTS } from './dialects/index.ts';
import { locationsOf } from './load/discover.ts';
import type { CoveredFile, Handler, Hook, ProjectContent, Source, TrustPolicy } from './model/index.ts';
import type { Settings } from './settings.ts';
import type { ContentChanges } from './trust/changes.ts';
import type { Cover, Remembered } from './trust/digest.ts';
import { coverProject, definitionDigest } from './trust/digest.ts';
import { entriesOf } from './trust/folder.ts';
import { looking, noteLook } from './trust/looks.ts';
import type { Look } from './trust/looks.ts';
import { ownVoteProblem } from './trust/own-vote.ts';
import { insideProject, statsOf } from './trust/paths.ts';
import { openTrustStore } from './trust/store.ts';

/** Whether a project's own hooks are believed, and what that rests on. */
export interface Judgement {
  readonly project: ProjectContent & { readonly trusted: boolean };
  /** What each hook leads to. */
  readonly parts: Cover['parts'];
  /** The content that was trusted last, as far as what was loaded is concerned; null: none is. */
  readonly base: Base | null;
  /** The handlers of the hooks that may run: all of a trusted project, and those of another that are still what was trusted. */
  readonly armed: ReadonlySet<Handler>;
  readonly evidence: Evidence;
  /** How the content differs from the one that was trusted last; null when none ever was, or nobody can tell. */
  readonly changes: ContentChanges | null;
  /** Why the store of trust was not asked; null when it was. */
  readonly problem: string | null;
  /** Why it cannot be told whether the project is trusted; null when it can. */
  readonly unknown: string | null;
}

/** A content that is trusted, and what each hook led to in it. */
interface Base {
  readonly content: ProjectContent;
  readonly parts: Cover['parts'];
}

/** What a judgement is about. */
export interface Evidence {
  /** The project's own sources. */
  readonly own: readonly Source[];
  /** Looked at before the sources were read. */
  readonly places: readonly Look[];
  /** Definition files that count as they were, by absolute path, with their digests. */
  readonly remembered: Remembered;
}

/** Judges sources of a project as they are now. */
export async function judgeProject(evidence: Evidence, settings: Settings, trust: TrustPolicy): Promise<Judgement> {
  const { content, parts } = coverOf(evidence, settings.project);
  const problem = content.refusal ?? (trust === 'store' ? ownVote(settings) : null);
  const trusted = trust === 'all' || (problem === null && (await isTrusted(content, settings, trust)));
  const changes =
    trusted || trust !== 'store' || problem !== null ? null : changesSince(content, evidence.own, settings);
  const isAsked = trust === 'store' && problem === null && !trusted;
  const unknown = isAsked ? openTrustStore(settings.stateFolder).unreadable(content.path) : null;
  const base = trusted ? { content, parts } : null;
  const armed = trusted ? new Set(parts.keys()) : NOBODY;
  return { project: { ...content, trusted }, parts, base, armed, evidence, changes, problem, unknown };
}

const NOBODY: ReadonlySet<Handler> = new Set();

/** Whether this content is trusted, asked anew. */
export async function isTrusted(content: ProjectContent, settings: Settings, trust: TrustPolicy): Promise<boolean> {
  if (trust === 'all') return true;
  if (trust !== 'store') return trust(content);
  return isInStore(content, settings);
}

/** Whether the user's store trusts this content. */
export const isInStore = (content: ProjectContent, settings: Settings): boolean =>
  ownVote(settings) === null && openTrustStore(settings.stateFolder).isTrusted(content.path, content.digest);

/** What trust in the sources would cover, and what was looked at to find that out. */
export const coverOf = ({ own, remembered }: Pick<Evidence, 'own' | 'remembered'>, project: string): Cover =>
  coverProject(own, project, PROJECT_VARIABLES, remembered);

/** The definition files of hooks that stay in force although their files went bad: they count as they were judged. */
export function rememberedOf(
  own: readonly Source[],
  previous: { readonly judgement: Judgement | null; readonly sources: readonly Source[] },
): Remembered {
  if (previous.judgement === null) return new Map();
  const { project, evidence } = previous.judgement;
  const digests = new Map(project.files.map((file) => [join(project.path, file.path), file.digest]));
  const old = new Set(previous.sources.flatMap(({ hooks }) => hooks));
  const stays = own.flatMap(({ hooks }) => hooks.filter((hook) => hook.folder !== null && old.has(hook)));
  return new Map(
    stays.flatMap((hook) => {
      const path = insideProject(project.path, hook.file);
      const digest = path === null ? undefined : (evidence.remembered.get(path) ?? digests.get(path));
      return path === null || digest === undefined ? [] : [[path, digest] as const];
    }),
  );
}

/** Looks at all places where definitions of the project are read and its trust is kept; to be called before they are read. */
export function lookAtPlaces(settings: Settings, trust: TrustPolicy): readonly Look[] {
  const files = DIALECTS.flatMap((dialect) => locationsOf(dialect, settings)).filter(({ within }) => within !== null);
  const { looks } = looking(() => {
    for (const { file } of files) lookInto(file);
    if (trust === 'store') entriesOf(openTrustStore(settings.stateFolder).folderOf(settings.project));
  });
  return looks;
}

/** Each definition as if it were a file: kept with the files, so that a change can be told by its name. */
export const definitionsIn = (own: readonly Source[]): readonly CoveredFile[] =>
  own.flatMap(({ hooks }) => hooks.map((hook) => ({ path: labelOf(hook), digest: definitionDigest(hook) })));

/** `.kolega/hooks.json PreToolUse[0].hooks[0]`. */
const labelOf = ({ source, id }: Hook): string => `${source} ${id.split(':').slice(2).join(':')}`;

/** What differs from the content that was trusted last, file by file and definition by definition; null when none ever was. */
export const changesSince = (
  content: ProjectContent,
  own: readonly Source[],
  settings: Settings,
): ContentChanges | null =>
  openTrustStore(settings.stateFolder).changesSince({ ...content, files: [...content.files, ...definitionsIn(own)] });

const ownVote = (settings: Settings): string | null =>
  ownVoteProblem(settings.stateFolder, settings.project, settings.home);

/** A file, or a folder of hook folders: a hook may be put into one that is there already. */
function lookInto(file: string): void {
  const folders = statsOf(file)?.isDirectory() === true ? entriesOf(file).filter((entry) => !entry.isFile()) : null;
  if (folders === null) noteLook(file, 'content');
  else for (const { name } of folders) entriesOf(join(file, name));
}

/** Names of variables by which hooks speak of the project folder. */
const PROJECT_VARIABLES: readonly string[] = DIALECTS.flatMap((dialect) =>
  dialect.environment.sets.flatMap((field) =>
    'is' in field && (field.is === 'project' || field.is === 'cwd' || field.is === 'work-dir') ? [field.name] : [],
  ),
);
