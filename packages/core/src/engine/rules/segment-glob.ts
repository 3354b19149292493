import { type CompiledMatcher, matchNothing, quote } from './compiled-matcher.ts';
import { runGlob } from './glob-program.ts';
import { compileGlob } from './glob.ts';
import { matchNames } from './name-list.ts';
import { testSubject } from './subject-test.ts';
import { DECISION_LIMIT_MS } from './time-limit.ts';

/** A glob over the whole subject, in which only `**` crosses a slash. */
export function matchSegmentGlob(pattern: string): CompiledMatcher {
  if (!/[*?[]/.test(pattern)) return matchNames(pattern, [pattern], 'is-empty-text');
  const compiled = compileGlob(pattern, 'segments');
  if ('why' in compiled) return matchNothing(pattern, brokenGlob(pattern, compiled.why));
  const test = testSubject(pattern, 'is-empty-text', (text) => runGlob(compiled.program, [text], DECISION_LIMIT_MS));
  return { matcher: { text: pattern, names: null, test, prefix: prefixOf(pattern), looksAt: 'names' }, problems: [] };
}

/** What stands before the first wildcard. */
const prefixOf = (pattern: string): string => /^[^*?[]*/.exec(pattern)?.[0] ?? '';

const brokenGlob = (pattern: string, why: string) => ({
  severity: 'error' as const,
  message: `matcher ${quote(pattern)} is no valid glob: ${why}`,
  hint: 'write a range as in [a-z], and a literal bracket as [[]',
});
