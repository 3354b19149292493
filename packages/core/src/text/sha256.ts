import type * as NodeCrypto from 'node:crypto';
import { plainSha256 } from './plain-sha256.ts';

/**
 * The SHA-256 of some data, as hexadecimal digits. Loading the crypto module takes milliseconds: as long as the data has
 * been little, plain JavaScript is faster, which counts for a command that records one decision and ends.
 */
export function sha256(data: string | Uint8Array): string {
  plainLeft -= data.length;
  if (plainLeft < 0) return crypto().hash('sha256', data);
  return plainSha256(typeof data === 'string' ? Buffer.from(data) : data);
}

/** A fresh SHA-256, for data that comes in pieces. */
export function newSha256(): NodeCrypto.Hash {
  return crypto().createHash('sha256');
}

/** The HMAC of some data, as hexadecimal digits. */
export const hmacSha256 = (data: string | Uint8Array, key: Uint8Array): string =>
  crypto().createHmac('sha256', key).update(data).digest('hex');

/** So much data takes about as long in plain JavaScript, at the start of a process, as loading the module does. */
let plainLeft = 8_192;

function crypto(): typeof NodeCrypto {
  plainLeft = -1; // it is there from now on
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded;
}

let loaded: typeof NodeCrypto | undefined;
