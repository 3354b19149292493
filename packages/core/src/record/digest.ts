import { hasSha256 } from '../text/sha256.ts';
import { plainSha256 } from './plain-sha256.ts';

/** What only those have who may write the record in their own name; null when nobody needs more than to see mistakes. */
export type RecordKey = Uint8Array | null;

/** How many hexadecimal digits of a SHA-256 or of an HMAC are kept: 128 bits. */
const DIGITS = 32;

/** The beginning of the SHA-256 of some data, or with a key of its HMAC. */
export function digestOf(data: string | Uint8Array, key: RecordKey): string {
  if (key !== null) return crypto().createHmac('sha256', key).update(data).digest('hex').slice(0, DIGITS);
  if (isWorthLoading(data.length)) return crypto().hash('sha256', data).slice(0, DIGITS);
  return plainSha256(typeof data === 'string' ? Buffer.from(data) : data).slice(0, DIGITS);
}

const crypto = () => process.getBuiltinModule('node:crypto');

const FEW = 16;
const SHORT = 16_384;

let asked = 0;

/** A command that records one decision needs a few digests: fewer than the time to load the module is worth. */
function isWorthLoading(length: number): boolean {
  if (length > SHORT || hasSha256()) asked = FEW;
  asked += 1;
  return asked > FEW;
}
