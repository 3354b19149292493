/** The candidate that was probably meant, or null when none is near. */
export function closest(word: string, candidates: readonly string[]): string | null {
  const limit = Math.max(1, Math.ceil(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}

/** The end of an error message: what was meant, or else what there is. */
export function suggest(word: string, candidates: readonly string[]): string {
  const meant = closest(word, candidates);
  return meant === null ? `expected one of ${candidates.join(', ')}` : `did you mean ${meant}?`;
}

// Insertions, deletions and replacements; a swap of neighbours counts as one.
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
