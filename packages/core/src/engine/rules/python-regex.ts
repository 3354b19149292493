import { type MatcherProblem, quote } from './compiled-matcher.ts';
import { compileGuardedRegex, type GuardedRegex } from './guarded-regex.ts';
import { translatePython } from './python-pattern.ts';

/** A Python regular expression that accepts the same texts as in Python, or why it cannot be used; never throws. */
export function compilePythonRegex(
  pattern: string,
  covers: 'whole' | 'search',
): GuardedRegex | { readonly problem: MatcherProblem } {
  const translated = translatePython(pattern);
  if ('why' in translated) return problemOf(pattern, translated.why, translated.hint);
  const { source, ignoresCase } = translated;
  const covering = covers === 'whole' ? `^(?:${source})$` : source.replace(LEADING_ANYTHING, '');
  const compiled = compileGuardedRegex(covering, ignoresCase ? 'iv' : 'v');
  return 'why' in compiled ? problemOf(pattern, compiled.why, null) : compiled;
}

// A search finds ".*x" exactly where it finds "x", but would go over the rest of the line from every place.
const LEADING_ANYTHING = /^(?:\[\^\\n\]|\[\\s\\S\])\{0,\}\??/;

const problemOf = (pattern: string, why: string, hint: string | null): { readonly problem: MatcherProblem } => ({
  problem: {
    severity: 'error',
    message: `${quote(pattern)} cannot be used as a regular expression: ${why}`,
    hint: hint ?? 'the syntax is that of Python’s re module',
  },
});
