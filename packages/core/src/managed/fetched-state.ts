import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../model/index.ts';
import { sha256 } from '../text/sha256.ts';
import { STATE_FILE, textIfThere } from './read-policy.ts';

/**
 * Beside the metadata that was verified: the digests of the states that were brought into force, one, and for a moment the one
 * before it. A policy that an administrator has laid down has no such file.
 */
export const fetchedFile = (root: string): string => join(root, 'tuf', 'fetched.json');

/** `unknown`: nothing was fetched into this folder. */
type FetchedState = 'as fetched' | 'changed' | 'unknown';

const TRIES = 20;

/** Whether what is in force in a folder of policies is what was fetched last; it was changed or removed otherwise. */
export function fetchedState(root: string): FetchedState {
  const file = fetchedFile(root);
  if (!existsSync(file)) return 'unknown';
  try {
    let text = textIfThere(file);
    for (let tries = 1; ; tries += 1) {
      const digest = stateDigest(root);
      const after = textIfThere(file);
      // Where the next state came into force meanwhile, the two are not of one moment.
      if (after === text || tries === TRIES) return statesIn(text).includes(digest) ? 'as fetched' : 'changed';
      text = after;
    }
  } catch {
    return 'changed'; // damaged, or no plain file of the user
  }
}

/** The digest of what is in force in a folder of policies; empty: nothing is. Throws where that is no plain file of the user. */
export function stateDigest(root: string): string {
  const text = textIfThere(join(root, STATE_FILE));
  return text === null ? '' : sha256(text);
}

function statesIn(text: string | null): readonly unknown[] {
  const value: unknown = JSON.parse(text ?? '{}');
  return isJsonObject(value) && Array.isArray(value['states']) ? value['states'] : [];
}
