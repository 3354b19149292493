/** The first matches of a pattern with the flag `g`; the rest of the text is not searched, however long it is. */
export function firstMatches(text: string, pattern: RegExp, most: number): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(match);
    if (found.length === most) break;
  }
  return found;
}
