export interface Piece {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** More words than this are compared as one piece: the table of a comparison grows with its square. */
const MOST_WORDS = 600;

/** What differs between two texts, word by word. */
export function wordDiff(before: string, after: string): readonly Piece[] {
  const one = before.match(/\s+|\w+|[^\w\s]/g) ?? [];
  const other = after.match(/\s+|\w+|[^\w\s]/g) ?? [];
  if (one.length > MOST_WORDS || other.length > MOST_WORDS)
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  return merged(walk(one, other, lengthsOf(one, other)));
}

/** Lengths of the longest common parts of what is left from each place on. */
function lengthsOf(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      at(table, row)[column] =
        one[row] === other[column]
          ? (at(table, row + 1)[column + 1] ?? 0) + 1
          : Math.max(at(table, row + 1)[column] ?? 0, at(table, row)[column + 1] ?? 0);
  return table;
}

const at = (table: readonly Uint16Array[], row: number): Uint16Array => table[row] ?? new Uint16Array(0);

function walk(one: readonly string[], other: readonly string[], table: readonly Uint16Array[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < one.length || column < other.length) {
    if (row < one.length && one[row] === other[column]) {
      pieces.push({ kind: 'same', text: one[row] ?? '' });
      row += 1;
      column += 1;
    } else if (column >= other.length || (row < one.length && goesFirst(table, row, column))) {
      pieces.push({ kind: 'gone', text: one[row] ?? '' });
      row += 1;
    } else {
      pieces.push({ kind: 'new', text: other[column] ?? '' });
      column += 1;
    }
  }
  return pieces;
}

const goesFirst = (table: readonly Uint16Array[], row: number, column: number): boolean =>
  (at(table, row + 1)[column] ?? 0) >= (at(table, row)[column + 1] ?? 0);

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === piece.kind) result[result.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}
