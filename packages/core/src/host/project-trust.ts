import { readUsers } from '../hook-set/hook-set.ts';
import type { CoveredFile, Source } from '../model/index.ts';
import type { CoveredContent, ReadContent } from '../trust/covered-content.ts';
import { COVER_RULES } from '../trust/hook-cover.ts';
import { namedDefinitions, pinnedSources, pinOf, readContent, textChanges } from '../trust/covered-content.ts';
import { changesSinceRecord } from '../trust/older-record-changes.ts';
import type { Places, Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings.ts';
import type { SwitchedOff } from '../settings/project-sources.ts';
import { switchedOff } from '../settings/project-sources.ts';
import { byScope } from '../trust/last-good.ts';
import type { ContentChanges } from '../trust/changes.ts';
import { changesUnderOlderRules } from '../trust/older-rules.ts';
import { changesBetween, isAnyChange, isOnlyUnpinned } from '../trust/changes.ts';
import { stateInsideProblem } from '../trust/state-inside-project.ts';
import type { Pin, PinnedHook } from '../trust/pin.ts';
import type { Decisions, TrustStore } from '../trust/store.ts';
import { openTrustStore } from '../trust/store.ts';
import { noteGivenTrust } from '../trust/trust-notices.ts';
import type { GivenTrust } from '../trust/given-trust.ts';
import { givenNow } from '../trust/given-trust.ts';
import { openUnseenTrust } from '../trust/unseen-trust.ts';

/** What trust in a project covers, and the result of the request to trust it. */
export interface TrustResult {
  readonly content: CoveredContent;
  /** Whether exactly this content was trusted before. */
  readonly already: boolean;
  /**
   * What is different from the content that was trusted last, file by file and definition by definition; null when
   * none was.
   */
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
  /**
   * `changed`: the content of the files is not what was trusted; the trusted content is in force where none of it
   * changed.
   */
  readonly state: 'trusted' | 'changed' | 'gone';
}

/** How trust is given. */
export interface TrustChoice {
  /** Keep earlier trust beside it, for a project with several branches. */
  readonly also?: boolean;
  readonly given?: GivenTrust;
}

/** Trusts the project's own hooks as they are now, and returns what that covers. */
export async function trustProject(options: Places = {}, choice: TrustChoice = {}): Promise<TrustResult> {
  const settings = settingsOf(options);
  const { store, read, decided, ...shown } = await inspect(settings);
  if (shown.problem !== null) return shown;
  const given = choice.given ?? givenNow();
  const { path } = shown.content;
  // A person who trusts at a terminal what is trusted already has seen it.
  const noted = !shown.already || given.terminal ? noteGivenTrust(settings.stateFolder, path, given) : null;
  // A difference in text only is the same content; a new copy of it is kept.
  const isCopied = shown.changes?.textOnly.length === 0;
  const isInForce = shown.already && isCopied && (decided.pins.length === 1 || choice.also === true);
  if (isInForce || noted !== null) return { ...shown, problem: isInForce ? null : noted };
  const pin = pinOf(read, given);
  const stored =
    choice.also === true
      ? store.pin(pin, 'others-too')
      : store.pin({ ...pin, ...(await replacedBy(pin, { before: decided.pins, read, settings })) }, 'only-this');
  return { ...shown, problem: stored.ok ? null : stored.why };
}

const MOST_REPLACED = 200;

interface Replaced {
  readonly before: readonly Pin[];
  readonly read: ReadContent;
  readonly settings: Settings;
}

/** The versions of hooks that a decision replaces; if one comes back, it is reported as an older one. */
async function replacedBy(
  { hooks: now }: Pin,
  { before, read, settings }: Replaced,
): Promise<Pick<Pin, 'replaced' | 'replacedDefinitions'>> {
  const definitions = await Promise.all(
    before.map(async (pin) => [
      ...namedDefinitions(await pinnedSources(pin, settings)),
      ...(pin.replacedDefinitions ?? []),
    ]),
  );
  return {
    replaced: without(
      now,
      before.flatMap(({ hooks, replaced }) => [...hooks, ...replaced]),
    ),
    replacedDefinitions: without(namedDefinitions(read.sources), definitions.flat()),
  };
}

/** Those of the older ones that are no more, each once. */
function without<Item extends PinnedHook | CoveredFile>(now: readonly Item[], older: readonly Item[]): readonly Item[] {
  const kept = new Set(now.map((item) => JSON.stringify(item)));
  const all = new Map(older.map((item) => [JSON.stringify(item), item]));
  return [...all].flatMap(([key, item]) => (kept.has(key) ? [] : [item])).slice(0, MOST_REPLACED);
}

/** What trust in the project would cover and do; trusts nothing. */
export async function showTrust(options: Places = {}): Promise<TrustResult> {
  const { store: _store, read: _read, decided: _decided, ...shown } = await inspect(settingsOf(options));
  return shown;
}

interface Inspected extends TrustResult {
  readonly store: TrustStore;
  readonly read: ReadContent;
  readonly decided: Decisions;
}

async function inspect(settings: Settings): Promise<Inspected> {
  const store = openTrustStore(settings.stateFolder);
  const read = await readContent(settings);
  const { content } = read;
  const problem = content.refusal ?? stateInsideProblem(settings.stateFolder, settings.project, settings.home);
  const decided = store.decisions(settings.project);
  const changes = await changesSince(decided, read, settings);
  return {
    store,
    read,
    decided,
    content,
    already: problem === null && isTrusted(decided, read, settings),
    changes,
    problem,
    switchesOff: await switchedOffBy(read.sources, settings),
  };
}

/**
 * Whether exactly this content was trusted: by a pin, or by a record of an earlier release that becomes one at the
 * next load.
 */
function isTrusted({ pins, records: [record] }: Decisions, read: ReadContent, settings: Settings): boolean {
  if (pins.length > 0 || record === undefined) return pins.some(({ digest }) => digest === read.content.digest);
  return !isAnyChange(changesSinceRecord(record, read, settings));
}

async function switchedOffBy(own: readonly Source[], settings: Settings): Promise<readonly SwitchedOffHook[]> {
  const users = await readUsers(settings, []);
  const sources = [...users.sources, ...own].toSorted(byScope);
  return settings.dialects.flatMap((dialect) =>
    switchedOff(
      dialect,
      sources.filter((source) => source.dialect === dialect.id),
    ).map(({ hook, by, how }) => ({ id: hook.id, name: hook.name, source: hook.source, by, how })),
  );
}

/**
 * What differs from the content that was trusted last, file by file and definition by definition; null when none ever
 * was.
 */
async function changesSince(
  { pins: [pin], records: [record] }: Decisions,
  read: ReadContent,
  settings: Settings,
): Promise<ContentChanges | null> {
  if (pin === undefined) return record === undefined ? null : changesSinceRecord(record, read, settings);
  const changes = changesBetween(
    filesOf(await pinnedSources(pin, settings), pin.hooks),
    filesOf(read.sources, read.content.hooks),
  );
  const texts = textChanges(pin.copy, read.copy, read.sources);
  const textOnly = texts.filter((path) => !changes.changed.includes(path));
  return { ...(pin.rules === COVER_RULES ? changes : sinceOlderRules(changes, pin, read.sources)), textOnly };
}

/** Of the files of hooks those count that were written since; definitions are in the copy, whatever the rules. */
function sinceOlderRules(changes: ContentChanges, pin: Pin, now: readonly Source[]): ContentChanges {
  const definitions = new Set(namedDefinitions(now).map(({ path }) => path));
  const files = pin.hooks.flatMap((hook) => hook.files);
  const named = new Set(files.map(({ path }) => path));
  const added = changes.added.filter((path) => !definitions.has(path));
  const removed = changes.removed.filter((path) => named.has(path));
  const since = changesUnderOlderRules({ ...changes, added, removed }, files, { given: pin.given, project: pin.path });
  return {
    ...since,
    added: changes.added.filter((path) => definitions.has(path) || since.added.includes(path)),
    removed: changes.removed.filter((path) => !named.has(path) || since.removed.includes(path)),
  };
}

function filesOf(sources: readonly Source[], hooks: readonly PinnedHook[]): readonly CoveredFile[] {
  const scripts = new Map(hooks.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  return [...namedDefinitions(sources), ...scripts.values()];
}

/** Removes all trust in a project; returns how many contents were trusted. */
export function untrustProject(options: Places = {}): Promise<{ readonly path: string; readonly removed: number }> {
  const settings = settingsOf(options);
  const store = openTrustStore(settings.stateFolder);
  const { path, pins, records } = store.decisions(settings.project);
  const result = store.untrust(path);
  openUnseenTrust(settings.stateFolder).forget(path);
  if (!result.ok) return Promise.reject(new Error(result.why));
  return Promise.resolve({ path, removed: pins.length + records.length });
}

/** All trusted projects, and the current state of each. */
export async function listTrust(options: Places = {}): Promise<readonly TrustedProject[]> {
  const settings = settingsOf(options);
  const known = openTrustStore(settings.stateFolder).list();
  return Promise.all(
    known.map(async (decided) => {
      const { path, pins, records } = decided;
      const place = { ...settings, project: path };
      const read = await readContent(place);
      const now = pins.find(({ digest }) => digest === read.content.digest);
      const digest = (now ?? pins[0] ?? records[0])?.digest ?? '';
      if (isTrusted(decided, read, place)) return { path, digest, state: 'trusted' };
      const changes = await changesSince(decided, read, place);
      if (changes !== null && isOnlyUnpinned(changes)) return { path, digest, state: 'trusted' };
      return { path, digest, state: read.sources.length === 0 ? 'gone' : 'changed' };
    }),
  );
}
