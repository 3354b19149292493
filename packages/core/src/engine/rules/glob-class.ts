export type GlobClass =
  | { readonly takes: (code: number) => boolean; readonly end: number }
  /** Why the brackets are not a set of characters. */
  | { readonly why: string };

/**
 * Parses a set such as `[a-z_]`, `[!a]` or `[^a]` that begins at `start`. A `]` that comes first belongs to the set;
 * where a backslash escapes, the next character is an ordinary member.
 */
export function readGlobClass(characters: readonly string[], start: number, escapes: boolean): GlobClass {
  const isNegated = ['!', '^'].includes(characters[start + 1] ?? '');
  const { members, end } = membersFrom(characters, start + (isNegated ? 2 : 1), escapes);
  if (end === null) return { why: 'a [ is not closed' };
  const ranges: (readonly [least: number, most: number])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const isRange = members[at + 1]?.isDash === true && at + 2 < members.length;
    const least = members[at]?.code ?? 0;
    const most = isRange ? (members[at + 2]?.code ?? 0) : least;
    if (least > most)
      return { why: `the range ${String.fromCodePoint(least)}-${String.fromCodePoint(most)} is reversed` };
    ranges.push([least, most]);
    if (isRange) at += 2;
  }
  const isMember = (code: number): boolean => ranges.some(([least, most]) => least <= code && code <= most);
  return { takes: (code) => isMember(code) !== isNegated, end };
}

interface Member {
  readonly code: number;
  /** A hyphen that was not escaped. */
  readonly isDash: boolean;
}

/** The members up to the closing bracket, and the offset after it; null when there is none. */
function membersFrom(
  characters: readonly string[],
  first: number,
  escapes: boolean,
): { readonly members: readonly Member[]; readonly end: number | null } {
  const members: Member[] = [];
  for (let at = first; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === ']' && at > first) return { members, end: at + 1 };
    const isEscape = escapes && character === '\\' && at + 1 < characters.length;
    if (isEscape) at += 1;
    members.push({ code: characters[at]?.codePointAt(0) ?? 0, isDash: character === '-' });
  }
  return { members, end: null };
}
