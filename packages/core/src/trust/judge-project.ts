import { keepLastGood, type ReloadCause, withoutEdits } from './last-good.ts';
import type {
  CoveredFile,
  Diagnostic,
  FileCopy,
  Handler,
  Hook,
  ProjectContent,
  Source,
  TrustPolicy,
} from '../model/index.ts';
import {
  allOwnSources,
  definitionFiles,
  namedDefinitions,
  ownSources,
  pinOf,
  pinnedSources,
  plainFile,
  readContent,
  textChanges,
} from './covered-content.ts';
import { changesSinceRecord } from './older-record-changes.ts';
import { isSilent } from '../settings/project-sources.ts';
import type { Settings } from '../settings/settings.ts';
import { sha256 } from '../text/sha256.ts';
import type { ContentChanges } from './changes.ts';
import { changesBetween, isAnyChange, withOlder } from './changes.ts';
import { copyingFiles, isAsCopied } from '../load/file-copy.ts';
import { areUnchanged } from './stamps/file-stamps.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import { stateInsideProblem } from './state-inside-project.ts';
import { resolvedPath } from './paths.ts';
import { projectLocations, stampPlaces } from './definition-places.ts';
import type { GivenTrust } from './given-trust.ts';
import type { Pin } from './pin.ts';
import { hasSamePin, type HookPin, pinsByHandler } from './pinned-hooks.ts';
import type { Decisions } from './store.ts';
import { openTrustStore } from './store.ts';

/** The trust state of a project. */
export interface ProjectState {
  /**
   * `none`: it has no hooks; `believed`: all its hooks run; `untrusted`: none of its hooks takes part; `pinned`: what
   * was trusted is in force; `changed`: it was trusted by a release that kept no copy, and has changed since.
   */
  readonly standing: 'none' | 'believed' | 'untrusted' | 'pinned' | 'changed';
  /** The project's sources in force: those of the pin where there is one, else those in the files. */
  readonly sources: readonly Source[];
  /** The sources in the files, where they differ from the pin; empty otherwise. */
  readonly inFiles: readonly Source[];
  /** How the files differ from what was trusted last; null when they do not, or nothing was trusted. */
  readonly changes: ContentChanges | null;
  /** The pins that the hooks are checked against, by handler. */
  readonly pinned: ReadonlyMap<Handler, readonly HookPin[]>;
  readonly content: ProjectContent | null;
  /** Whether a hook that was admitted is trusted at this moment, also when nothing else was read again. */
  readonly isStillTrusted: (hook: Hook) => boolean;
  /** Why the trust store was not used; null when it was. */
  readonly problem: string | null;
  /** Why it is not known whether the project is trusted; null when it is known. */
  readonly unknown: string | null;
  /** About files that became invalid and whose earlier content stays in force. */
  readonly told: readonly Diagnostic[];
  /** While none of these stamps changes, the state is unchanged. */
  readonly places: readonly FileStamp[];
}

/** Decides about a project for one host, and caches the answers of the host's own policy. */
export type ReadProject = (cause?: ReloadCause) => Promise<ProjectState>;

/** How a host reads the state of its project. */
export function projectReader(settings: Settings, trust: TrustPolicy): ReadProject {
  if (trust === 'store') return () => asStored(settings);
  if (trust === 'all') return believer(settings);
  const answers = new Map<string, boolean>();
  let approved: Pin | null = null;
  return async () => {
    const definitions = stampPlaces(settings, null);
    const read = await readContent(settings);
    const { content } = read;
    // The policy is called again whenever something changes, including a script.
    const places = [...definitions, ...read.stamps];
    if (read.sources.length === 0 && approved === null) return NO_HOOKS;
    const answer = content.refusal === null && (answers.get(content.digest) ?? (await isApproved(trust, content)));
    answers.set(content.digest, answer);
    if (answer) approved = pinOf(read, byHost());
    if (approved !== null) return pinnedState([approved], { settings, places });
    return { ...NO_HOOKS, standing: 'untrusted', sources: read.sources, content, places, problem: content.refusal };
  };
}

/** Nothing but `true` is trust: a text such as "no" would count as true as well. */
const isApproved = async (trust: (project: ProjectContent) => unknown, content: ProjectContent): Promise<boolean> =>
  (await trust(content)) === true;

const byHost = (): GivenTrust => ({ at: new Date().toISOString(), by: 'the host', terminal: false });

/** Without stamps: in a project without hooks an event costs no system call. Only a reload reads its files again. */
const NO_HOOKS: ProjectState = {
  standing: 'none',
  sources: [],
  inFiles: [],
  changes: null,
  pinned: new Map(),
  content: null,
  isStillTrusted: () => true,
  problem: null,
  unknown: null,
  told: [],
  places: [],
};

/**
 * The content of the files is in force; without a pin, a file that became invalid or is gone counts as it was read
 * last.
 */
function believer(settings: Settings): ReadProject {
  let last: readonly Source[] = [];
  return async (cause) => {
    const read = await allOwnSources(settings);
    const kept = keepLastGood(cause === 'edit' ? withoutEdits(settings.systems, read, last) : read, last, 'stay');
    last = kept.sources;
    const sources = kept.sources.filter((source) => !isSilent(source, settings.systems));
    return sources.length === 0
      ? NO_HOOKS
      : { ...NO_HOOKS, standing: 'believed', ...inFilesOf(sources, settings), told: kept.diagnostics };
  };
}

/** Hooks as they are in the files. The files they depend on are not read, since nothing is compared. */
const inFilesOf = (sources: readonly Source[], settings: Settings): Pick<ProjectState, 'sources' | 'content'> => {
  const files = definitionFiles(sources).map(plainFile);
  return { sources, content: { path: resolvedPath(settings.project), digest: sha256(JSON.stringify(files)), files } };
};

/** By the user's decision; a decision of a release without pins is converted where nothing has changed since. */
async function asStored(settings: Settings): Promise<ProjectState> {
  const store = openTrustStore(settings.stateFolder);
  const places = stampPlaces(settings, store.folderOf(settings.project));
  const problem = stateInsideProblem(settings.stateFolder, settings.project, settings.home);
  const decided = problem === null ? store.decisions(settings.project) : NO_DECISIONS;
  const unknown = problem === null ? store.unreadable(settings.project) : null;
  if (decided.pins.length > 0) {
    const state = await pinnedState(decided.pins, { settings, places });
    const isStillTrusted = ({ handler }: Hook): boolean =>
      areUnchanged(places) || hasSamePin(state.pinned.get(handler) ?? [], store.decisions(settings.project).pins);
    return { ...state, isStillTrusted, unknown };
  }
  const sources = await ownSources(settings);
  // A decision that cannot be read may be about hooks that are no longer in the files.
  if (sources.length === 0)
    return unknown !== null && store.holds(settings.project) ? { ...NO_HOOKS, unknown, places } : NO_HOOKS;
  const [last] = decided.records;
  const base = { ...NO_HOOKS, ...inFilesOf(sources, settings), places, problem, unknown };
  if (last === undefined) return { ...base, standing: 'untrusted' };
  const read = await readContent(settings);
  const changes = changesSinceRecord(last, read, settings);
  if (isAnyChange(changes) || read.content.refusal !== null) return { ...base, standing: 'changed', changes };
  const pin = pinOf(read, { at: last.at, by: 'an earlier release', terminal: true });
  // If it cannot be written, the same is found out again the next time.
  store.convert(pin);
  return pinnedState([pin], { settings, places });
}

const NO_DECISIONS: Omit<Decisions, 'path'> = { pins: [], records: [] };

interface PinPlace {
  readonly settings: Settings;
  readonly places: readonly FileStamp[];
}

/**
 * What was trusted is in force; of several decisions that were kept, the one that matches the files, else the newest.
 */
async function pinnedState(pins: readonly Pin[], { settings, places }: PinPlace): Promise<ProjectState> {
  const definitions = projectLocations(settings).map(({ file }) => file);
  const present = pins.find(({ copy }) => isAsCopied(copy, settings.project, definitions));
  const pin = present ?? pins[0];
  if (pin === undefined) return NO_HOOKS;
  const sources = await pinnedSources(pin, settings);
  const { files, copy } = copyingFiles(settings.project);
  const inFiles = present === undefined ? await ownSources({ ...settings, projectFiles: files }) : null;
  const replaced = pins.flatMap(({ replacedDefinitions = [] }) => replacedDefinitions);
  const pinned = { sources, copy: pin.copy, replaced };
  const changes = inFiles === null ? null : changesOf(pinned, { sources: inFiles, copy: copy() });
  return {
    ...NO_HOOKS,
    standing: 'pinned',
    sources,
    inFiles: inFiles ?? [],
    changes,
    pinned: pinsByHandler(sources, pins),
    content: pinnedContent(pin, sources),
    places,
  };
}

interface Definitions {
  readonly sources: readonly Source[];
  readonly copy: FileCopy;
}

interface PinnedDefinitions extends Definitions {
  /** What earlier decisions had trusted. */
  readonly replaced: readonly CoveredFile[];
}

/** How the definitions in the files differ from those of a pin; null where they do not. */
function changesOf(pinned: PinnedDefinitions, now: Definitions): ContentChanges | null {
  const inFiles = namedDefinitions(now.sources);
  const changes = withOlder(changesBetween(namedDefinitions(pinned.sources), inFiles), inFiles, pinned.replaced);
  const textOnly = textChanges(pinned.copy, now.copy, now.sources).filter((path) => !changes.changed.includes(path));
  return isAnyChange(changes) || textOnly.length > 0 ? { ...changes, textOnly } : null;
}

function pinnedContent({ path, digest, hooks }: Pin, sources: readonly Source[]): ProjectContent {
  const scripts = new Map(hooks.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  return { path, digest, files: [...definitionFiles(sources).map(plainFile), ...scripts.values()] };
}
