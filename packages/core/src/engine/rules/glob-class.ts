export type GlobClass =
  | { readonly takes: (code: number) => boolean; readonly end: number }
  /** Why the brackets are no set of characters. */
  | { readonly why: string };

/** Reads a set such as `[a-z_]` or `[!a]` that begins at `start`. A `]` that comes first belongs to the set. */
export function readGlobClass(characters: readonly string[], start: number, caretNegates: boolean): GlobClass {
  const sign = characters[start + 1];
  const isNegated = sign === '!' || (caretNegates && sign === '^');
  const first = start + (isNegated ? 2 : 1);
  const close = characters.indexOf(']', first + 1);
  if (close < 0) return { why: 'a [ is not closed' };
  const ranges: (readonly [least: number, most: number])[] = [];
  for (let at = first; at < close; at += 1) {
    const isRange = characters[at + 1] === '-' && at + 2 < close;
    const least = codeOf(characters[at]);
    const most = isRange ? codeOf(characters[at + 2]) : least;
    if (least > most) return { why: `the range ${characters.slice(at, at + 3).join('')} is reversed` };
    ranges.push([least, most]);
    if (isRange) at += 2;
  }
  const isMember = (code: number): boolean => ranges.some(([least, most]) => least <= code && code <= most);
  return { takes: (code) => isMember(code) !== isNegated, end: close + 1 };
}

const codeOf = (character: string | undefined): number => character?.codePointAt(0) ?? 0;
