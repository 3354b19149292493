import { hmacSha256, sha256 } from '../text/sha256.ts';

/** What only those have who may write the record in their own name; null when nobody needs more than to see mistakes. */
export type RecordKey = Uint8Array | null;

/** How many hexadecimal digits of a SHA-256 or of an HMAC are kept: 128 bits. */
const DIGITS = 32;

/** The beginning of the SHA-256 of some data, or with a key of its HMAC. */
export const digestOf = (data: string | Uint8Array, key: RecordKey): string =>
  (key === null ? sha256(data) : hmacSha256(data, key)).slice(0, DIGITS);
