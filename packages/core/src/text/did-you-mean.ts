/**
 * The known word that was most likely meant, or null when none is similar. `reach` is the fraction of a word that may
 * differ.
 */
export function didYouMean(word: string, known: readonly string[], reach = 0.5): string | null {
  const written = bare(word);
  if (written === '' || written.length > LONGEST) return null;
  let nearest: string | null = null;
  let least = reach;
  for (const candidate of known) {
    const wanted = bare(candidate);
    const share = editDistance(written, wanted) / Math.max(written.length, wanted.length, 1);
    if (share < least || (share === least && nearest === null)) {
      nearest = candidate;
      least = share;
    }
  }
  return nearest;
}

const LONGEST = 64;

// People mix up case and separators between systems, so these do not count as a difference.
const bare = (word: string): string => word.toLowerCase().replace(/[\s_.-]/g, '');

/** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
