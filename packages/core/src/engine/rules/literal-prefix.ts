/** The literal prefix of every text in which the expression is found; empty where it is not obvious. */
export function literalPrefix(source: string, flags: string): string {
  // With the flags i and m the prefix could differ, and an alternative may have another one.
  if (/[im]/.test(flags) || source.includes('|')) return '';
  const body = /^\^(?:\(\?:(?<whole>[^()]*)\)\$$)?/.exec(source);
  if (body === null) return '';
  const [literal = ''] = LITERAL.exec(body.groups?.['whole'] ?? source.slice(1)) ?? [];
  return literal.replace(/\\/g, '');
}

/** Ordinary characters and escaped ones; the last one before a quantifier may be missing in a text. */
const LITERAL = /^(?:(?:[\w\-/ :,;@#%&=~<>!"']|\\[.\-/$*+?()[\]{}^|])(?![*?{]))*/;
