import { nextTurn } from './slow-searches.ts';

/**
 * Whether one of the words is in one of the texts; in slices of about a millisecond. True when the signal aborts it,
 * since it is then unknown.
 */
export async function holdsOneOf(
  words: readonly string[],
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const overlap = Math.max(...words.map(({ length }) => length)) - 1;
  const piece = Math.max(LEAST_PIECE, Math.floor(CHARACTERS_AT_ONCE / words.length));
  let left = 0;
  for (const text of texts)
    for (let at = 0; at === 0 || at < text.length; at += piece) {
      left -= Math.min(piece, text.length - at);
      if (left < 0) {
        // oxlint-disable-next-line no-await-in-loop -- everything else has its turn
        await nextTurn();
        if (signal?.aborted === true) return true;
        left = piece;
      }
      const part = text.length <= piece ? text : text.slice(at, at + piece + overlap);
      if (words.some((word) => part.includes(word))) return true;
    }
  return false;
}

const CHARACTERS_AT_ONCE = 2_000_000;
const LEAST_PIECE = 65_536;
