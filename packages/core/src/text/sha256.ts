import type { Hash } from 'node:crypto';

let isLoaded = false;

/** A fresh SHA-256; the crypto module is loaded with the first one, because most starts need none. */
export function newSha256(): Hash {
  isLoaded = true;
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** Whether the crypto module is there already. */
export const hasSha256 = (): boolean => isLoaded;
