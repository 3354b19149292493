import { costlyPattern, type MatcherProblem, quote } from './compiled-matcher.ts';
import { translatePython } from './python-pattern.ts';
import { type CompiledSearch, compileSearch, LONGEST_SOURCE, SOURCE_TOO_LONG } from './search.ts';

/**
 * A Python regular expression that accepts the same texts as in Python, or why it cannot be used; never throws.
 * `within`: searched in texts that stand within a longer one, whose ends are not theirs.
 */
export function compilePythonRegex(
  pattern: string,
  covers: 'whole' | 'search' | 'within',
): CompiledSearch | { readonly problem: MatcherProblem } {
  if (pattern.length > LONGEST_SOURCE) return costly(pattern, SOURCE_TOO_LONG);
  const translated = translatePython(pattern, { within: covers === 'within' });
  if ('why' in translated) {
    const { why, hint, isCostly } = translated;
    return isCostly === true ? costly(pattern, why) : invalid(pattern, why, hint);
  }
  const body = covers === 'whole' ? translated.source : translated.source.replace(LEADING_ANYTHING, '');
  const source = covers === 'whole' ? `^(?:${body})$` : body;
  const compiled = compileSearch(source, translated.ignoresCase ? 'iv' : 'v');
  if ('search' in compiled) return compiled;
  return compiled.refused === 'costly' ? costly(pattern, compiled.why) : invalid(pattern, compiled.why, null);
}

// A search finds ".*x" exactly where it finds "x", but would scan the rest of the line from every position.
const LEADING_ANYTHING = /^(?:\[\^\\n\]|\[\\s\\S\])\{0,\}\??/;

type Refused = { readonly problem: MatcherProblem };

const costly = (pattern: string, why: string): Refused => ({ problem: costlyPattern(quote(pattern), why) });

const invalid = (pattern: string, why: string, hint: string | null): Refused => ({
  problem: {
    severity: 'error',
    message: `${quote(pattern)} cannot be used as a regular expression: ${why}`,
    hint: hint ?? 'the syntax is that of Python’s re module',
  },
});
