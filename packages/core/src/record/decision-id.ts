// Crockford's alphabet: no easily confused letters, and it sorts in character order.
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;

/** A unique id that sorts by time: ten digits of milliseconds, sixteen random ones. */
export function newDecisionId(now: number = Date.now(), random: Uint8Array = chance()): string {
  return timeDigits(Math.max(0, Math.trunc(now))) + digitsOfBytes(random, 0) + digitsOfBytes(random, RANDOM_BYTES / 2);
}

/** An id is not a secret, so Math.random is enough and saves loading the crypto module. */
function chance(): Uint8Array {
  for (let at = 0; at < RANDOM_BYTES; at += 1) RANDOM[at] = Math.random() * 256;
  return RANDOM;
}

// Refilled for each id and read at once.
const RANDOM = new Uint8Array(RANDOM_BYTES);

let last = { time: -1, digits: '' };

/** Ids come in bursts: those of one millisecond share their prefix. */
function timeDigits(time: number): string {
  if (time !== last.time) last = { time, digits: digitsOf(time, TIME_DIGITS) };
  return last.digits;
}

/** Five bytes are eight digits, a number small enough to be exact. */
function digitsOfBytes(bytes: Uint8Array, start: number): string {
  let value = 0;
  for (let at = start; at < start + RANDOM_BYTES / 2; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return digitsOf(value, 8);
}

/** An even number of digits, two at a time. */
function digitsOf(value: number, count: number): string {
  let digits = '';
  for (let rest = value; digits.length < count; rest = Math.floor(rest / 1024)) digits = PAIRS[rest % 1024] + digits;
  return digits;
}

const PAIRS: readonly string[] = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat();

/** The time in an id, in milliseconds; null where it is no whole id. */
export function timeOfId(id: string): number | null {
  if (id.length !== TIME_DIGITS + RANDOM_BYTES * 1.6) return null;
  let time = 0;
  for (const digit of id.slice(0, TIME_DIGITS)) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    time = time * DIGITS.length + value;
  }
  return time;
}
