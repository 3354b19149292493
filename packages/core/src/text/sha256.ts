import { createHash, createHmac, hash } from 'node:crypto';
import type { Hash } from 'node:crypto';

/** The SHA-256 of some data, as hexadecimal digits; in one call, which takes half the time of a hash object. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** A new SHA-256 hash, for data that comes in chunks. */
export const newSha256 = (): Hash => createHash('sha256');

/** The HMAC of some data, as hexadecimal digits. */
export const hmacSha256 = (data: string | Uint8Array, key: Uint8Array): string =>
  createHmac('sha256', key).update(data).digest('hex');
