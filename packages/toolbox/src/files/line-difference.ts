/** A line of a difference: in both texts, only in the first (`-`) or only in the second (`+`). */
export interface DifferentLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

const MOST_LINES = 400;

/** What leads from one text to the other, line by line, with as few changes as possible; long texts are given whole. */
export function lineDifference(from: string, to: string): readonly DifferentLine[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  if (before.length > MOST_LINES || after.length > MOST_LINES) return [...signed('-', before), ...signed('+', after)];
  const common = commonLengths(before, after);
  const lines: DifferentLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push({ sign: ' ', text: before[row] ?? '' });
      row += 1;
      column += 1;
    } else if ((common[row + 1]?.[column] ?? 0) >= (common[row]?.[column + 1] ?? 0)) {
      lines.push({ sign: '-', text: before[row] ?? '' });
      row += 1;
    } else {
      lines.push({ sign: '+', text: after[column] ?? '' });
      column += 1;
    }
  }
  return [...lines, ...signed('-', before.slice(row)), ...signed('+', after.slice(column))];
}

const signed = (sign: '-' | '+', lines: readonly string[]): readonly DifferentLine[] =>
  lines.map((text) => ({ sign, text }));

/** For every pair of places, how many lines the rests have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const [here, below] = [lengths[row], lengths[row + 1]];
      if (here === undefined || below === undefined) continue;
      here[column] =
        before[row] === after[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return lengths;
}
