import { isJsonObject, policyFolderIn, STATE_FILE } from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyInForce } from '../protocol/messages.ts';

/** The metadata that was verified last, in a folder of policies. */
export const metadataIn = (root: string): string => join(root, 'tuf');
export const STAMP_FILE = 'timestamp.json';

/** What is in force from the repository that this machine has pinned; null: nothing yet. */
export function policyInForce(stateFolder: string): PolicyInForce | null {
  const root = policyFolderIn(stateFolder);
  const version = Number.parseInt(String(valueIn(join(root, STATE_FILE))['folder']), 10);
  if (!Number.isSafeInteger(version)) return null;
  const { signed } = valueIn(join(metadataIn(root), STAMP_FILE));
  const stamp = isJsonObject(signed) ? signed['version'] : 0;
  return { version, stamp: typeof stamp === 'number' && Number.isSafeInteger(stamp) ? stamp : 0 };
}

function valueIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {}; // not there, or damaged: hookline policy status says so
  }
}
