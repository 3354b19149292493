import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectContent } from '../model/index.ts';
import { changesBetween } from './changes.ts';
import type { ContentChanges } from './changes.ts';
import { entriesOf } from './folder.ts';
import { resolvedPath, statsOf } from './paths.ts';
import {
  folderProblem,
  isMissingError,
  makePrivateFolder,
  readPrivateFile,
  emptyFolder,
  removeFile,
  removeFolder,
  removeStaleFiles,
  syncFolder,
  writePrivateFile,
} from './private-files.ts';
import { parseTrustRecord, trustRecordText } from './trust-record.ts';
import type { TrustRecord } from './trust-record.ts';
import { sha256 } from '../text/sha256.ts';

export type StoreResult = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** A project that was trusted, in the content that was trusted last. */
export interface TrustedProject extends TrustRecord {
  /** Every content that is trusted, newest first. */
  readonly digests: readonly string[];
}

/** What the user trusts; nothing here throws, and what cannot be read is not trusted. */
export interface TrustStore {
  readonly isTrusted: (path: string, digest: string) => boolean;
  /** Remembers this content beside those trusted before, so that trust returns when a content returns. */
  readonly trust: (content: ProjectContent) => StoreResult;
  /** Forgets every content of the project. */
  readonly untrust: (path: string) => StoreResult;
  readonly list: () => readonly TrustedProject[];
  /** What differs from the content that was trusted last; null when none ever was. */
  readonly changesSince: (content: ProjectContent) => ContentChanges | null;
  /** Where the trust in a project is kept: as long as nothing changes there, it stands as it did. */
  readonly folderOf: (path: string) => string;
  /** Why it cannot be told whether a project is trusted; null when it can. */
  readonly unreadable: (path: string) => string | null;
  /** What was wrong with the store so far, for people. */
  readonly problems: () => readonly string[];
}

/** Opens the store below the state folder; one file per project and content, so that concurrent writers lose nothing. */
export function openTrustStore(stateFolder: string): TrustStore {
  const store: Store = { stateFolder, folder: join(stateFolder, 'trust'), problems: new Set() };
  return {
    isTrusted: (path, digest) => isTrusted(store, resolvedPath(path), digest),
    trust: (content) => attempt(store, () => trust(store, content)),
    untrust: (path) => attempt(store, () => untrust(store, folderFor(store, resolvedPath(path)))),
    list: () => list(store),
    changesSince: (content) => {
      const [last] = recordsOf(store, folderFor(store, resolvedPath(content.path)));
      return last === undefined ? null : changesBetween(last.files, content.files);
    },
    folderOf: (path) => folderFor(store, resolvedPath(path)),
    unreadable: (path) => unreadable(store, folderFor(store, resolvedPath(path))),
    problems: () => [...store.problems],
  };
}

/** How a trusted project stands, given the digest of its content now; null when there is nothing left of it. */
export function stateOf(project: TrustedProject, digest: string | null): 'trusted' | 'changed' | 'gone' {
  if (digest === null) return 'gone';
  return project.digests.includes(digest) ? 'trusted' : 'changed';
}

interface Store {
  readonly stateFolder: string;
  readonly folder: string;
  readonly problems: Set<string>;
}

const DIGEST = /^[0-9a-f]{64}$/;
const MAX_CONTENTS = 1_000;

const folderFor = (store: Store, path: string): string => join(store.folder, sha256(path));

function isTrusted(store: Store, path: string, digest: string): boolean {
  const folder = folderFor(store, path);
  if (!DIGEST.test(digest) || !isSafe(store, folder)) return false;
  return readRecord(store, folder, digest)?.path === path;
}

function trust(store: Store, content: ProjectContent): void {
  if (!DIGEST.test(content.digest))
    throw new Error('the hooks of this project cannot be covered, so they cannot be trusted');
  const path = resolvedPath(content.path);
  const folder = folderFor(store, path);
  makePrivateFolder(store.folder); // the project's own folder may be taken away by an `untrust` at any time
  const problem = problemOf(store, folder);
  if (problem !== null) throw new Error(problem);
  const files = content.files.map((file) => ({ path: file.path, digest: file.digest }));
  const record: TrustRecord = { v: 2, path, digest: content.digest, at: new Date().toISOString(), files };
  writePrivateFile(join(folder, `${content.digest}.json`), trustRecordText(record), store.folder);
  forgetOldest(folder, content.digest);
  removeStaleFiles(store.folder);
}

function untrust(store: Store, folder: string): void {
  emptyFolder(folder);
  removeFolder(folder);
  syncFolder(store.folder);
}

function list(store: Store): readonly TrustedProject[] {
  const names = entriesOf(store.folder).map(({ name }) => name);
  const folders = names.filter((name) => DIGEST.test(name)).map((name) => join(store.folder, name));
  const projects = folders.flatMap((folder) => {
    const records = recordsOf(store, folder);
    const [last] = records;
    return last === undefined ? [] : [{ ...last, digests: records.map(({ digest }) => digest) }];
  });
  return projects.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** What is not there says that nothing is trusted; all else that keeps a folder or a record from being read says nothing. */
function unreadable(store: Store, folder: string): string | null {
  const unsafe = problemOf(store, folder);
  if (unsafe !== null) return unsafe;
  const before = store.problems.size;
  try {
    for (const name of readdirSync(folder)) {
      const digest = name.slice(0, -'.json'.length);
      if (DIGEST.test(digest)) readRecord(store, folder, digest);
    }
  } catch (error) {
    return isMissingError(error) ? null : messageOf(error);
  }
  return [...store.problems][before] ?? null;
}

/** The records of one project, newest first. */
function recordsOf(store: Store, folder: string): readonly TrustRecord[] {
  if (!isSafe(store, folder)) return [];
  const records = digestsIn(folder).flatMap((digest) => readRecord(store, folder, digest) ?? []);
  const own = records.filter(({ path }) => folderFor(store, path) === folder);
  return own.sort((left, right) => right.at.localeCompare(left.at));
}

function readRecord(store: Store, folder: string, digest: string): TrustRecord | null {
  const path = join(folder, `${digest}.json`);
  try {
    const record = parseTrustRecord(readPrivateFile(path));
    if (record?.digest === digest) return record;
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

/** Never forgets the newest, whatever the clock says. */
function forgetOldest(folder: string, newest: string): void {
  const older = digestsIn(folder).filter((digest) => digest !== newest);
  const paths = older.map((digest) => join(folder, `${digest}.json`));
  if (paths.length < MAX_CONTENTS) return;
  const aged = paths
    .map((path) => ({ path, at: statsOf(path)?.mtimeMs ?? 0 }))
    .sort((left, right) => left.at - right.at);
  for (const { path } of aged.slice(0, paths.length + 1 - MAX_CONTENTS)) removeFile(path);
}

/** The state folder, the store and the project's part of it: whoever could write one of them could grant trust. */
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
