/** Whether a text in the shape of a secret could be one: examples, placeholders and references are not. */
export function isPlausible(text: string): boolean {
  if (PLACEHOLDER.test(text) || REFERENCE.test(text)) return false;
  const letters = text.replace(/[^A-Za-z0-9]/g, '');
  return new Set(letters).size >= Math.min(5, letters.length) && !isSequence(letters);
}

/** Whether it looks random: letters and digits change often, and it is no word, slug, version or digest. */
export function looksDrawn(text: string): boolean {
  const letters = text.replace(/[^A-Za-z0-9]/g, '');
  if (!/\d/.test(letters) || entropyOf(text) < (letters.length < 20 ? 2.8 : 3)) return false;
  const words = text.split(/[-_=]+/).filter((part) => /^(?:[a-z]{3,}|[A-Z][a-z]{2,}|[A-Z]{4,}|\d{5,})$/.test(part));
  if (words.join('').length > letters.length / 3) return false;
  const changes = Array.from(letters).filter(
    (character, at) => at > 0 && kindOf(character) !== kindOf(letters[at - 1] ?? ''),
  );
  return changes.length >= letters.length / 6;
}

/** Whether it is hexadecimal, or nearly so: then it may be a digest. */
export function looksLikeDigest(text: string): boolean {
  const beyond = Array.from(text).filter((character) => /[g-z]/i.test(character));
  return beyond.length < text.length / 5;
}

const kindOf = (character: string): string =>
  /\d/.test(character) ? 'digit' : /[a-z]/.test(character) ? 'small' : 'large';

/** Entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = Array.from(counts.values(), (count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

// Long words are no accident anywhere in a value; short ones, and beginnings of the alphabet, only as whole words.
const PLACEHOLDER =
  /example|sample|placeholder|dummy|change.?me|redacted|xxxx|\*{3,}|\.{3}|<[^>]*>|lorem|foobar|hunter2|not-?a-?real|(?:^|[^a-z0-9])(?:fake|insert|replace|your|todo|my|abcdef\w?\w?)(?=$|[^a-z0-9])|^(?:your|fake|replace|insert)|^(?:test|password|passwd|secret|token|none|null|undefined|true|false|changeit|admin|root|default|string|value)$/i;

// Names of variables, calls and lookups, not values.
const REFERENCE =
  /^["']?\$|^%\w+%$|\$\{|\$\(|\{\{|^process\.env|^os\.(?:environ|getenv)|^env\.|^ENV\[|\(\)?$|^[a-z]+(?:[A-Z][a-z]+)*\.[a-zA-Z.]+$|^@/;

function isSequence(letters: string): boolean {
  const lower = letters.toLowerCase();
  if (SEQUENCES.some((sequence) => windowsOf(sequence, 10).some((part) => lower.includes(part)))) return true;
  return (
    lower.length >= 8 &&
    SEQUENCES.some((sequence) => sequence.includes(lower.slice(-8)) || sequence.includes(lower.slice(0, 8)))
  );
}

const windowsOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

const SEQUENCES = [
  '01234567890123456789',
  '1234567890abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '9876543210',
  'qwertyuiopasdfghjkl',
];
