// Crockford's alphabet: no letters that are read wrongly, and its order is that of the characters.
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;

/** A unique id that sorts by time: ten digits of milliseconds, sixteen of chance. */
export function newDecisionId(now: number = Date.now(), random: Uint8Array = chance()): string {
  return digitsOf(BigInt(Math.max(0, Math.trunc(now))), TIME_DIGITS) + randomDigits(random);
}

/** An id is no secret: ordinary chance will do, and spares every start the crypto module. */
const chance = (): Uint8Array => Uint8Array.from({ length: RANDOM_BYTES }, () => Math.random() * 256);

function randomDigits(random: Uint8Array): string {
  const value = random.subarray(0, RANDOM_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return digitsOf(value, (RANDOM_BYTES * 8) / 5);
}

function digitsOf(value: bigint, count: number): string {
  let digits = '';
  for (let rest = value; digits.length < count; rest /= 32n) digits = DIGITS.charAt(Number(rest % 32n)) + digits;
  return digits;
}
