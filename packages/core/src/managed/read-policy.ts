import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect, ManagedPolicy, PolicyFile, PolicyState } from '../model/index.ts';
import { errorCode, errorText } from '../process/errno.ts';
import { sha256 } from '../text/sha256.ts';
import { parsePolicy, parseState } from './parse-policy.ts';

/** A policy that lies in a folder of policies, whole and unchanged since it was verified. */
export interface FoundPolicy {
  /** The folder of policies. */
  readonly root: string;
  /** The folder of this version. */
  readonly folder: string;
  readonly policy: ManagedPolicy;
  readonly state: PolicyState;
}

export const STATE_FILE = 'current.json';
export const POLICY_FILE = 'policy.json';

const MAX_BYTES = 16 * 1024 * 1024;

/** Where the files of a hook are. */
export const filesFolder = (folder: string, hook: string): string => join(folder, 'files', hook);

/** The policy in force in a folder; null: there is none. Throws when there is one that cannot be used as it is. */
export function readPolicy(root: string, systems: readonly Dialect[]): FoundPolicy | null {
  const stateText = textIfThere(join(root, STATE_FILE));
  if (stateText === null) return null;
  const state = parseState(JSON.parse(stateText));
  const folder = join(root, state.folder);
  return { root, folder, state, policy: readVersion(folder, systems) };
}

/** The policy in a folder `VERSION-SHA256`, whose name says what is in it; throws when that is not so. */
export function readVersion(folder: string, systems: readonly Dialect[]): ManagedPolicy {
  const file = join(folder, POLICY_FILE);
  const text = textOf(file);
  const digest = folder.slice(-64);
  if (sha256(text) !== digest) throw new Error(`${file} is not what was signed (its SHA-256 is not ${digest})`);
  const policy = parsePolicy(JSON.parse(text), systems);
  for (const hook of policy.hooks)
    for (const each of hook.files) {
      const problem = fileProblem(filesFolder(folder, hook.name), each);
      if (problem !== null) throw new Error(problem);
    }
  return policy;
}

/** Why a file of a hook is not what was signed; null when it is. */
export function fileProblem(folder: string, { path, sha256: digest }: PolicyFile): string | null {
  const file = join(folder, path);
  try {
    return sha256(bytesOf(file)) === digest ? null : `${file} is not what was signed (its SHA-256 is not ${digest})`;
  } catch (error) {
    return `${file} is not what was signed: ${errorText(error)}`;
  }
}

/** Null: there is no such file. */
export function textIfThere(file: string): string | null {
  try {
    return textOf(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

const textOf = (file: string): string => bytesOf(file).toString('utf8');

/** Reads a file that only the user or the administrator may write. */
function bytesOf(file: string): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error(`${file} is not a plain file of at most 16 MiB`);
    const problem = ownerProblem(file, stats);
    if (problem !== null) throw new Error(problem);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Why a path must not be relied on: others than the user and the administrator could have written it; null: they could not. */
function ownerProblem(path: string, stats: Stats): string | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  if (stats.uid !== user && stats.uid !== 0) return `${path} belongs to another user (${stats.uid}, not ${user})`;
  return (stats.mode & 0o022) === 0 ? null : `${path} can be written by others; run: chmod go-w '${path}'`;
}

/** Why a folder of policies must not be relied on; null: it may, or it does not exist. */
export function rootProblem(root: string): string | null {
  try {
    return ownerProblem(root, statSync(root));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** Whether only the administrator can change what is in a folder of policies. */
export const isOfAdministrator = (root: string): boolean =>
  process.geteuid?.() !== 0 && statSync(root, { throwIfNoEntry: false })?.uid === 0;
