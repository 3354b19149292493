import { createHash, createHmac } from 'node:crypto';
import type { Hash } from 'node:crypto';

/** The SHA-256 of some data, as hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => newSha256().update(data).digest('hex');

/** A new SHA-256 hash, for data that comes in chunks. */
export const newSha256 = (): Hash => createHash('sha256');

/** The HMAC of some data, as hexadecimal digits. */
export const hmacSha256 = (data: string | Uint8Array, key: Uint8Array): string =>
  createHmac('sha256', key).update(data).digest('hex');
