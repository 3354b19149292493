// Crockford's alphabet: no letters that are read wrongly, and its order is that of the characters.
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;

/** A unique id that sorts by time: ten digits of milliseconds, sixteen of chance. */
export function newDecisionId(now: number = Date.now(), random: Uint8Array = chance()): string {
  return timeDigits(Math.max(0, Math.trunc(now))) + digitsOfBytes(random, 0) + digitsOfBytes(random, RANDOM_BYTES / 2);
}

/** An id is no secret: ordinary chance will do, and spares every start the crypto module. */
function chance(): Uint8Array {
  for (let at = 0; at < RANDOM_BYTES; at += 1) RANDOM[at] = Math.random() * 256;
  return RANDOM;
}

// Filled anew for each id and read at once.
const RANDOM = new Uint8Array(RANDOM_BYTES);

let last = { time: -1, digits: '' };

/** Ids come in bursts: those of one millisecond share their beginning. */
function timeDigits(time: number): string {
  if (time !== last.time) last = { time, digits: digitsOf(time, TIME_DIGITS) };
  return last.digits;
}

/** Five bytes are eight digits: small enough a number to be exact. */
function digitsOfBytes(bytes: Uint8Array, start: number): string {
  let value = 0;
  for (let at = start; at < start + RANDOM_BYTES / 2; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return digitsOf(value, 8);
}

/** An even count of digits, two at a time. */
function digitsOf(value: number, count: number): string {
  let digits = '';
  for (let rest = value; digits.length < count; rest = Math.floor(rest / 1024)) digits = PAIRS[rest % 1024] + digits;
  return digits;
}

const PAIRS: readonly string[] = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat();
