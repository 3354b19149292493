/** A value in words, for a message about what came instead of what was expected. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quote(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** A text in quotes, cut when it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const LONGEST = 60;
