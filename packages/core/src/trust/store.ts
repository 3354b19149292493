import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../text/sha256.ts';
import { entriesOf } from './folder.ts';
import { resolvedPath, statsOf } from './paths.ts';
import type { Pin } from './pin.ts';
import { parsePin, pinText } from './pin.ts';
import {
  folderProblem,
  isMissingError,
  makePrivateFolder,
  readPrivateFile,
  addPrivateFile,
  discardFolder,
  removeFile,
  removeStaleFiles,
  syncFolder,
  writePrivateFile,
} from './private-files.ts';
import { parseTrustRecord } from './older-record.ts';
import type { TrustRecord } from './older-record.ts';

export type StoreResult = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** What the user decided about one project. */
export interface Decisions {
  /** Resolved. */
  readonly path: string;
  /** In force, newest first; more than one only where older ones were kept on purpose. */
  readonly pins: readonly Pin[];
  /** From releases without pins, newest first. */
  readonly records: readonly TrustRecord[];
}

/** What the user trusts; nothing here throws, and what cannot be read is not trusted. */
export interface TrustStore {
  readonly decisions: (path: string) => Decisions;
  /** Puts a decision in force; it replaces all earlier ones, unless they are kept beside it. */
  readonly pin: (pin: Omit<Pin, 'number' | 'beside'>, keeps: 'only-this' | 'others-too') => StoreResult;
  /**
   * Puts a pin in the place of a record that kept no copy, unless the record was taken back meanwhile; a decision of a
   * person always counts for more.
   */
  readonly convert: (pin: Omit<Pin, 'number' | 'beside'>) => StoreResult;
  /** Removes every decision about the project. */
  readonly untrust: (path: string) => StoreResult;
  /** By path. */
  readonly list: () => readonly Decisions[];
  /** Where the trust in a project is kept; while none of these stamps changes, it is the same. */
  readonly folderOf: (path: string) => string;
  /** Why it is not known whether a project is trusted; null when it is known. */
  readonly unreadable: (path: string) => string | null;
  /** Whether there may be decisions about a project, readable or not. */
  readonly holds: (path: string) => boolean;
  /** Problems of the store so far, for people. */
  readonly problems: () => readonly string[];
}

/**
 * Opens the store below the state folder; one file per project and content, so that concurrent writers lose nothing.
 */
export function openTrustStore(stateFolder: string): TrustStore {
  const store: Store = { stateFolder, folder: join(stateFolder, 'trust'), problems: new Set() };
  const folderOf = (path: string): string => folderFor(store, resolvedPath(path));
  return {
    decisions: (path) => decisionsIn(store, resolvedPath(path)),
    pin: (pin, keeps) => attempt(store, () => putInForce(store, pin, keeps)),
    convert: (pin) => attempt(store, () => convert(store, pin)),
    untrust: (path) => attempt(store, () => untrust(store, folderOf(path))),
    list: () => list(store),
    folderOf,
    unreadable: (path) => unreadable(store, folderOf(path)),
    holds: (path) => holds(folderOf(path)),
    problems: () => [...store.problems],
  };
}

interface Store {
  readonly stateFolder: string;
  readonly folder: string;
  readonly problems: Set<string>;
}

const DIGEST = /^[0-9a-f]{64}$/;
const MOST_KEPT = 100;

const folderFor = (store: Store, path: string): string => join(store.folder, sha256(path));

function decisionsIn(store: Store, path: string): Decisions {
  const folder = folderFor(store, path);
  const all = isSafe(store, folder) ? digestsIn(folder).flatMap((digest) => read(store, folder, digest) ?? []) : [];
  const own = all.filter((each) => each.path === path);
  const [newest, ...others] = own.filter((each) => each.v === 3).sort(byNumber);
  return {
    path,
    // Not by which files exist: the writer of the newest may have been killed before it removed the others.
    pins: newest === undefined ? [] : [newest, ...others.filter(({ digest }) => newest.beside.includes(digest))],
    records: own.filter((each) => each.v !== 3).sort((one, other) => other.at.localeCompare(one.at)),
  };
}

/** The newest first; the digest decides between two with the same number. */
const byNumber = (one: Pin, other: Pin): number => other.number - one.number || (one.digest < other.digest ? -1 : 1);

function putInForce(store: Store, decided: Omit<Pin, 'number' | 'beside'>, keeps: 'only-this' | 'others-too'): void {
  if (!DIGEST.test(decided.digest))
    throw new Error('the hooks of this project cannot be covered, so they cannot be trusted');
  const path = resolvedPath(decided.path);
  const folder = folderFor(store, path);
  makePrivateFolder(store.folder); // a concurrent `untrust` may remove the project's own folder at any time
  const problem = problemOf(store, folder);
  if (problem !== null) throw new Error(problem);
  const before = decisionsIn(store, path);
  const others = before.pins.filter(({ digest }) => digest !== decided.digest).map(({ digest }) => digest);
  const beside = keeps === 'only-this' ? [] : others.slice(0, MOST_KEPT);
  const pin: Pin = { ...decided, path, number: (before.pins[0]?.number ?? 0) + 1, beside };
  writePrivateFile(join(folder, `${pin.digest}.json`), pinText(pin), store.folder);
  const inForce = new Set([pin.digest, ...beside]);
  for (const digest of [...others, ...before.records.map((record) => record.digest)])
    if (!inForce.has(digest)) removeFile(join(folder, `${digest}.json`));
  syncFolder(folder);
  removeStaleFiles(store.folder);
}

function convert(store: Store, decided: Omit<Pin, 'number' | 'beside'>): void {
  const folder = folderFor(store, resolvedPath(decided.path));
  const pin: Pin = { ...decided, number: 0, beside: [] };
  const { records } = decisionsIn(store, pin.path);
  addPrivateFile(join(folder, `${pin.digest}.json`), pinText(pin), store.folder);
  for (const { digest } of records) if (digest !== pin.digest) removeFile(join(folder, `${digest}.json`));
  syncFolder(folder);
}

/** At once, also for a process that is about to write into the folder: it finds none. */
function untrust(store: Store, folder: string): void {
  discardFolder(folder, store.folder);
}

function list(store: Store): readonly Decisions[] {
  const names = entriesOf(store.folder).map(({ name }) => name);
  const folders = names.filter((name) => DIGEST.test(name)).map((name) => join(store.folder, name));
  const projects = folders.flatMap((folder) => {
    const [first] = isSafe(store, folder)
      ? digestsIn(folder).flatMap((digest) => read(store, folder, digest) ?? [])
      : [];
    return first === undefined || folderFor(store, first.path) !== folder ? [] : [decisionsIn(store, first.path)];
  });
  return projects.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** ENOENT means that nothing is trusted; any other error in reading a folder or a record means that it is not known. */
function unreadable(store: Store, folder: string): string | null {
  const unsafe = problemOf(store, folder);
  if (unsafe !== null) return unsafe;
  // Kept separately, since the store may have the same problem already.
  const asked: Store = { ...store, problems: new Set() };
  try {
    for (const name of readdirSync(folder)) {
      const digest = name.slice(0, -'.json'.length);
      if (DIGEST.test(digest)) read(asked, folder, digest);
    }
  } catch (error) {
    return isMissingError(error) ? null : messageOf(error);
  }
  return [...asked.problems][0] ?? null;
}

function holds(folder: string): boolean {
  try {
    return statsOf(folder) !== null && readdirSync(folder).some((name) => DIGEST.test(name.slice(0, -'.json'.length)));
  } catch {
    return true; // it exists and cannot be read
  }
}

function read(store: Store, folder: string, digest: string): Pin | TrustRecord | null {
  const path = join(folder, `${digest}.json`);
  try {
    const text = readPrivateFile(path);
    const decision = parsePin(text) ?? parseTrustRecord(text);
    if (decision?.digest === digest) return decision;
    store.problems.add(`${path} is damaged and counts as not trusted; run \`hookline trust\` in the project again`);
  } catch (error) {
    if (!isMissingError(error)) store.problems.add(messageOf(error));
  }
  return null;
}

const digestsIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .map(({ name }) => name.slice(0, -'.json'.length))
    .filter((digest) => DIGEST.test(digest));

/** The state folder, the store and the project's part of it: whoever can write one of them could grant trust. */
function problemOf(store: Store, folder: string): string | null {
  return folderProblem(store.stateFolder) ?? folderProblem(store.folder) ?? folderProblem(folder);
}

function isSafe(store: Store, folder: string): boolean {
  const problem = problemOf(store, folder);
  if (problem !== null) store.problems.add(problem);
  return problem === null;
}

function attempt(store: Store, action: () => void): StoreResult {
  try {
    action();
    return { ok: true };
  } catch (error) {
    const why = messageOf(error);
    store.problems.add(why);
    return { ok: false, why };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
