import { randomBytes } from 'node:crypto';

// Crockford's alphabet: no letters that are read wrongly, and its order is that of the characters.
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;

/** A unique id that sorts by time: ten digits of milliseconds, sixteen of chance. */
export function newDecisionId(now: number = Date.now(), random: Uint8Array = randomBytes(RANDOM_BYTES)): string {
  return digitsOf(BigInt(Math.max(0, Math.trunc(now))), TIME_DIGITS) + randomDigits(random);
}

function randomDigits(random: Uint8Array): string {
  const value = random.subarray(0, RANDOM_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return digitsOf(value, (RANDOM_BYTES * 8) / 5);
}

function digitsOf(value: bigint, count: number): string {
  let digits = '';
  for (let rest = value; digits.length < count; rest /= 32n) digits = DIGITS.charAt(Number(rest % 32n)) + digits;
  return digits;
}
