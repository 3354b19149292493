import {
  DIALECTS,
  filesFolder,
  makePrivateFolder,
  type ManagedPolicy,
  parsePolicy,
  POLICY_FILE,
  type PolicyState,
  readVersion,
  sha256,
  STATE_FILE,
  writePrivateFile,
} from '@hookline/core/internal';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { metadataIn, noteFetched } from './in-force.ts';

/** Gives the bytes of a file of a policy by their SHA-256; throws when there are none. */
export type BlobOf = (digest: string) => Promise<Uint8Array>;

const KEPT = 3;

/**
 * Lays a verified policy out beside those before it, under the name of its content; nothing of it is in force yet.
 * Throws when a file is missing or is not what the policy says.
 */
export async function layOut(
  root: string,
  text: string,
  blobOf: BlobOf,
): Promise<{ readonly folder: string; readonly policy: ManagedPolicy }> {
  const policy = parsePolicy(JSON.parse(text), DIALECTS);
  const folder = `${policy.version}-${sha256(text)}`;
  const place = join(root, folder);
  if (isWhole(place)) return { folder, policy };
  makePrivateFolder(root);
  const draft = mkdtempSync(join(root, '.new-'));
  try {
    writeFileSync(join(draft, POLICY_FILE), text, { mode: 0o400 });
    for (const hook of policy.hooks)
      for (const { path, sha256: digest, executable } of hook.files) {
        const file = join(filesFolder(draft, hook.name), path);
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        // oxlint-disable-next-line no-await-in-loop -- few files, and one connection is enough
        writeFileSync(file, await blobOf(digest), { mode: 0o600 });
        chmodSync(file, executable ? 0o500 : 0o400);
      }
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  readVersion(place, DIALECTS);
  return { folder, policy };
}

function isWhole(place: string): boolean {
  if (!existsSync(place)) return false;
  try {
    readVersion(place, DIALECTS);
    return true;
  } catch {
    return false; // damaged: laid out again
  }
}

/** Brings a policy that was laid out into force, by one rename. */
export function putInForce(root: string, state: PolicyState): void {
  makePrivateFolder(metadataIn(root));
  const text = `${JSON.stringify(state)}\n`;
  noteFetched(root, text, () => writePrivateFile(join(root, STATE_FILE), text, root));
  const versions = readdirSync(root)
    .filter((name) => /^[0-9]+-[0-9a-f]{64}$/.test(name) && name !== state.folder)
    .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));
  for (const name of versions.slice(KEPT - 1)) rmSync(join(root, name), { recursive: true, force: true });
}
