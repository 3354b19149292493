/** Whether one character belongs to a set. */
export type Takes = (code: number) => boolean;

/** What must hold between two characters; `not` negates it. */
export type Where =
  | { readonly at: 'start' | 'end' | 'end-or-last-newline'; readonly not: boolean }
  | { readonly at: 'after' | 'before'; readonly takes: Takes; readonly not: boolean };

/** A parsed regular expression. */
export type PatternNode =
  /** One character; `literal` where only that one is accepted. */
  | { readonly kind: 'one'; readonly takes: Takes; readonly literal: number | null }
  | { readonly kind: 'where'; readonly where: Where }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'any'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }
  /**
   * A look-around of more than one character, or a back-reference, which no automaton can decide; `needs`: what must
   * stand there, null where that is not known.
   */
  | { readonly kind: 'opaque'; readonly needs: PatternNode | null };

/** An expression that matches the empty string. */
export const EMPTY: PatternNode = { kind: 'all', parts: [] };

/** A substring that every match contains, one for each alternative; null where an alternative needs none. */
export function requiredTexts(node: PatternNode): readonly string[] | null {
  switch (node.kind) {
    case 'one':
      return node.literal === null ? null : [String.fromCodePoint(node.literal)];
    case 'where':
    case 'opaque':
      return null;
    case 'repeat':
      return node.least === 0 ? null : requiredTexts(node.part);
    case 'any': {
      const each = node.branches.map(requiredTexts);
      const texts = each.flatMap((found) => found ?? []);
      return each.includes(null) || texts.length > MOST_TEXTS ? null : texts;
    }
    case 'all':
      return [...runsOf(node.parts), ...node.parts.map(requiredTexts)].reduce(better, null);
  }
}

// Looking for many words one by one would take longer than the search itself.
const MOST_TEXTS = 16;

type Required = readonly string[] | null;

/** The set whose shortest word is the longest excludes the most. */
const better = (one: Required, other: Required): Required =>
  one === null || (other !== null && shortest(other) > shortest(one)) ? other : one;

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(({ length }) => length));

/** The runs of adjacent literal characters. */
function runsOf(parts: readonly PatternNode[]): readonly Required[] {
  const runs: string[] = [''];
  for (const part of parts) {
    if (part.kind === 'one' && part.literal !== null)
      runs.push(`${runs.pop() ?? ''}${String.fromCodePoint(part.literal)}`);
    else if (part.kind !== 'where') runs.push('');
  }
  return runs.filter((run) => run !== '').map((run) => [run]);
}
