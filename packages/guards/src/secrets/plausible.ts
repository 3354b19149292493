/** Whether a text that has the shape of a secret could be one: examples, placeholders and references are none. */
export function isPlausible(text: string): boolean {
  if (PLACEHOLDER.test(text) || REFERENCE.test(text)) return false;
  const letters = text.replace(/[^A-Za-z0-9]/g, '');
  return new Set(letters).size >= Math.min(5, letters.length) && !isSequence(letters);
}

/** Bits per character: how little a text repeats itself. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = Array.from(counts.values(), (count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

const PLACEHOLDER =
  /example|sample|placeholder|dummy|fake|change.?me|replace|redacted|insert|your[-_ ]|[-_]your|^your|todo|xxxx|\*{3,}|\.{3}|<[^>]*>|^(?:test|password|secret|token|none|null|undefined|true|false)$|abcdef(?:gh)?|lorem|foobar|hunter2|not-?a-?real/i;

// Names of variables, calls and lookups, not values.
const REFERENCE =
  /^\$|^%\w+%$|\$\{|\{\{|^process\.env|^os\.(?:environ|getenv)|^env\.|^ENV\[|\(\)?$|^[a-z]+(?:[A-Z][a-z]+)*\.[a-zA-Z.]+$|^@/;

function isSequence(letters: string): boolean {
  const lower = letters.toLowerCase();
  return (
    lower.length >= 8 &&
    SEQUENCES.some((sequence) => sequence.includes(lower.slice(-8)) || sequence.includes(lower.slice(0, 8)))
  );
}

const SEQUENCES = [
  '01234567890123456789',
  '1234567890abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '9876543210',
  'qwertyuiopasdfghjkl',
];
