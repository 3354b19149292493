import { loadSources } from '../load/load.ts';
import type { CoveredFile, FileCopy, Hook, ProjectContent, Source } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';
import { folderVariables } from '../settings/folder-variables.ts';
import { isSilent } from '../settings/project-sources.ts';
import { sha256 } from '../text/sha256.ts';
import { copiedFiles, copyingFiles } from '../load/file-copy.ts';
import type { CoveredProject, HookCover, NotedFile } from './hook-cover.ts';
import { COVER_RULES, coverHooks, filesWritten, notCoveredNote, startsItsFile } from './hook-cover.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import type { GivenTrust } from './given-trust.ts';
import { resolvedPath } from './paths.ts';
import type { UnknownPart } from './scan/dependency.ts';
import type { Pin, PinnedHook } from './pin.ts';
import { pinDigest } from './pin.ts';

/** What trust in a project would cover, with notes for the person who decides. */
export interface CoveredContent extends ProjectContent {
  readonly files: readonly NotedFile[];
  readonly hooks: readonly CoveredHook[];
  /** Why the project cannot be trusted at all; null when it can. */
  readonly refusal: string | null;
}

/** One hook of the project, and the parts of it that no digest covers. */
export interface CoveredHook extends PinnedHook {
  readonly name: string;
  readonly source: string;
  readonly unknown: readonly UnknownPart[];
}

/** The project's own hooks as they are in its files now, with everything that a pin is made of. */
export interface ReadContent {
  readonly sources: readonly Source[];
  readonly copy: FileCopy;
  readonly content: CoveredContent;
  /** Files that the hooks write, relative to the project. */
  readonly written: readonly string[];
  /** While none of these stamps changes, the files of the hooks are unchanged. */
  readonly stamps: readonly FileStamp[];
}

/** Reads the project's own hooks and every file that they start or load. */
export async function readContent(settings: Settings): Promise<ReadContent> {
  const { files, copy } = copyingFiles(settings.project);
  const sources = await ownSources({ ...settings, projectFiles: files });
  const hooks = sources.flatMap((source) => source.hooks);
  const where = coveredProject(settings);
  const written = filesWritten(hooks, where);
  const covers = coverHooks(hooks, { ...where, written });
  const content = contentOf({ sources, hooks, covers, copy: copy() }, settings);
  return { sources, copy: copy(), content, written, stamps: [...new Set(covers.flatMap((cover) => cover.stamps))] };
}

/** The project's own hooks as they were pinned. */
export const pinnedSources = ({ copy }: Pick<Pin, 'copy'>, settings: Settings): Promise<readonly Source[]> =>
  ownSources({ ...settings, projectFiles: copiedFiles(copy, settings.project) });

/** The project to read, and the dialects that are known there. */
type ProjectPlace = Parameters<typeof loadSources>[1] & Pick<Settings, 'systems'>;

/** The sources of all dialects that define hooks, whichever are to run: trust is given to a project as a whole. */
export async function ownSources(place: ProjectPlace): Promise<readonly Source[]> {
  return (await allOwnSources(place)).filter((source) => !isSilent(source, place.systems));
}

/** The same including those without hooks: a file that was emptied differs from one that was deleted. */
export const allOwnSources = (place: ProjectPlace): Promise<readonly Source[]> =>
  loadSources(place.systems, { ...place, strict: false }, 'project');

/** The project as hooks see it when they run. */
export const coveredProject = ({ project, systems }: Pick<Settings, 'project' | 'systems'>): CoveredProject => ({
  project,
  variables: folderVariables(systems, ['project', 'cwd', 'work-dir']),
  ownFolder: folderVariables(systems, ['hook-folder']),
});

interface FoundContent {
  readonly sources: readonly Source[];
  readonly hooks: readonly Hook[];
  readonly covers: readonly HookCover[];
  readonly copy: FileCopy;
}

function contentOf({ sources, hooks, covers, copy }: FoundContent, { project }: Settings): CoveredContent {
  const covered = hooks.map((hook, index): CoveredHook => {
    const { files = [], unknown = [] } = covers[index] ?? {};
    return { id: hook.id, name: hook.name, source: hook.source, unknown, files: files.map(plainFile) };
  });
  return {
    path: resolvedPath(project),
    digest: pinDigest(definitionFiles(sources).map(plainFile), covered.map(pinnedHook)),
    files: [...definitionFiles(sources, covered), ...scriptFiles(covers)],
    hooks: covered,
    refusal: covers.find(({ problem }) => problem !== null)?.problem ?? tooLarge(copy),
  };
}

const MOST_COPIED = 8 * 1024 * 1024;

const tooLarge = (copy: FileCopy): string | null =>
  JSON.stringify(copy).length > MOST_COPIED ? 'its hook files are larger than 8 MiB together' : null;

/** A decision about the content that was read. */
export function pinOf(
  { copy, content, written }: Pick<ReadContent, 'copy' | 'content' | 'written'>,
  given: GivenTrust,
): Pin {
  const { path, digest } = content;
  const hooks = content.hooks.map(pinnedHook);
  return {
    v: 3,
    path,
    digest,
    number: 0,
    given,
    rules: COVER_RULES,
    copy,
    hooks,
    written,
    beside: [],
    replaced: [],
  };
}

/** The part of a hook that a pin stores. */
const pinnedHook = ({ id, files }: PinnedHook): PinnedHook => ({ id, files: files.map(plainFile) });

/** A file without its notes. */
export const plainFile = ({ path, digest }: CoveredFile): CoveredFile => ({ path, digest });

/** The files that define hooks, each with a digest that changes with its hook definitions. */
export function definitionFiles(
  sources: readonly Source[],
  hooks: readonly Pick<CoveredHook, 'source' | 'unknown'>[] = [],
): readonly NotedFile[] {
  const files = sources.flatMap((source): readonly CoveredFile[] =>
    source.hooks.some(({ file }) => file !== source.file)
      ? source.hooks.map((hook) => ({ path: hook.source, digest: definitionDigest(hook) }))
      : [{ path: source.display, digest: sourceDigest(source) }],
  );
  return files.toSorted(byPath).map((file) => {
    const parts = hooks.flatMap(({ source, unknown }) => (source === file.path ? unknown : []));
    const each = [...new Map(parts.map((part) => [part.what, part])).values()];
    return { ...file, note: each.length === 0 ? null : notCoveredNote(each) };
  });
}

/** What identifies the definitions of a file, as far as they concern hooks. */
export const sourceDigest = ({ dialect, scope, display, definitions }: Source): string =>
  sha256(JSON.stringify([dialect, scope, display, definitions]));

/** Each definition as if it were a file, so that a change can be named: `<hook file> PreToolUse[0].hooks[0]`. */
export const definitionsIn = (sources: readonly Source[]): readonly CoveredFile[] =>
  sources.flatMap(({ hooks }) =>
    hooks.map((hook) => ({
      path: `${hook.source} ${hook.id.split(':').slice(2).join(':')}`,
      digest: definitionDigest(hook),
    })),
  );

/** The files that define hooks, and each definition in them. */
export const namedDefinitions = (sources: readonly Source[]): readonly CoveredFile[] => [
  ...definitionFiles(sources).map(plainFile),
  ...definitionsIn(sources),
];

/**
 * Definition files whose text has changed although their definitions have not: the description of a HOOK.md, or the
 * text below its front matter.
 */
export const textChanges = (before: FileCopy, now: FileCopy, sources: readonly Source[]): readonly string[] =>
  sources
    .flatMap(({ file, hooks }) => hooks.filter((hook) => hook.file !== file && !startsItsFile(hook)))
    .map(({ source }) => source)
    .filter((path) => textAt(before, path) !== null && textAt(now, path) !== null)
    .filter((path) => textAt(before, path) !== textAt(now, path))
    .toSorted();

function textAt(copy: FileCopy, path: string): string | null {
  const place = copy[path];
  return place?.kind === 'text' ? place.text : null;
}

/** What identifies a definition. */
const definitionDigest = ({ matcher, condition, handler, ...rest }: Hook): string =>
  sha256(JSON.stringify([rest, matcher.text, condition?.text ?? null, handler]));

/** Every file once, with all its notes. */
function scriptFiles(covers: readonly HookCover[]): readonly NotedFile[] {
  const files = new Map<string, NotedFile>();
  for (const file of covers.flatMap((cover) => cover.files)) {
    const notes = [files.get(file.path)?.note ?? null, file.note].filter((note) => note !== null);
    files.set(file.path, { ...file, note: notes.length === 0 ? null : [...new Set(notes)].join('; ') });
  }
  return [...files.values()].toSorted(byPath);
}

const byPath = (one: CoveredFile, other: CoveredFile): number =>
  one.path < other.path ? -1 : Number(one.path > other.path);
