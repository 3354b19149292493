/** What every text begins with in which the expression is found; empty where that cannot be told at a glance. */
export function literalPrefix(source: string, flags: string): string {
  // With the flags i and m a beginning could be another one, and a bar may offer one.
  if (/[im]/.test(flags) || source.includes('|')) return '';
  const body = /^\^(?:\(\?:(?<whole>[^()]*)\)\$$)?/.exec(source);
  if (body === null) return '';
  const [literal = ''] = LITERAL.exec(body.groups?.['whole'] ?? source.slice(1)) ?? [];
  return literal.replace(/\\/g, '');
}

/** Ordinary characters and escaped marks; the last one before a quantifier may be missing in a text. */
const LITERAL = /^(?:(?:[\w\-/ :,;@#%&=~<>!"']|\\[.\-/$*+?()[\]{}^|])(?![*?{]))*/;
