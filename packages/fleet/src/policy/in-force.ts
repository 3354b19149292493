import {
  DIALECTS,
  fetchedFile,
  fetchedState,
  isJsonObject,
  policyFolderIn,
  readPolicy,
  sha256,
  stateDigest,
  writePrivateFile,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyInForce } from '../protocol/messages.ts';

/** The metadata that was verified last, in a folder of policies. */
export const metadataIn = (root: string): string => join(root, 'tuf');
export const STAMP_FILE = 'timestamp.json';

const NONE: PolicyInForce = { version: 0, stamp: 0 };

/**
 * What is in force from the repository that this machine has pinned; version 0: nothing, or not as it was fetched. Whoever can
 * write the state folder can also forge what is compared here; what was only removed, put back or edited shows.
 */
export function policyInForce(stateFolder: string): PolicyInForce {
  const root = policyFolderIn(stateFolder);
  const version = fetchedState(root) === 'changed' ? null : versionIn(root);
  if (version === null) return NONE;
  const { signed } = valueIn(join(metadataIn(root), STAMP_FILE));
  const stamp = isJsonObject(signed) ? signed['version'] : 0;
  return { version, stamp: typeof stamp === 'number' && Number.isSafeInteger(stamp) ? stamp : 0 };
}

/** Null: there is none, or it is not what its name says; every decision says so. */
function versionIn(root: string): number | null {
  try {
    return readPolicy(root, DIALECTS)?.policy.version ?? null;
  } catch {
    return null;
  }
}

/** Brings something into force and notes that it was fetched; who looks meanwhile finds one or the other. */
export function noteFetched(root: string, state: string, putInForce: () => void): void {
  const note = (...states: readonly string[]): void =>
    writePrivateFile(fetchedFile(root), JSON.stringify({ states }), metadataIn(root));
  const before = fetchedState(root) === 'changed' ? [] : [stateDigest(root)];
  note(...before, sha256(state));
  putInForce();
  note(sha256(state));
}

function valueIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {}; // not there, or damaged: hookline policy status says so
  }
}
