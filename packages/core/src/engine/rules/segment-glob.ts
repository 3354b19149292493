import { type CompiledMatcher, costlyPattern, matchCostly, matchNothing, quote } from './compiled-matcher.ts';
import { globTest } from './glob-program.ts';
import { compileGlob, GLOB_TOO_LONG, LONGEST_GLOB } from './glob.ts';
import { matchNames } from './name-list.ts';
import { testSubject } from './subject-test.ts';

/** A glob over the whole subject, in which only `**` crosses a slash. */
export function matchSegmentGlob(pattern: string): CompiledMatcher {
  if (!/[*?[\\]/.test(pattern)) return matchNames(pattern, [pattern], 'is-empty-text');
  if (pattern.length > LONGEST_GLOB)
    return matchCostly(pattern, costlyPattern(`matcher ${quote(pattern)}`, GLOB_TOO_LONG));
  const compiled = compileGlob(pattern, 'segments');
  if ('why' in compiled) return matchNothing(pattern, brokenGlob(pattern, compiled.why));
  const fits = globTest(compiled.program);
  const test = testSubject(pattern, 'is-empty-text', (text, slow) => fits([text], slow));
  return { matcher: { text: pattern, names: null, test, prefix: prefixOf(pattern), looksAt: 'names' }, problems: [] };
}

/** Whether a text as a whole matches such a glob; false for an invalid glob. */
export function fitsSegmentGlob(pattern: string, text: string): boolean {
  const compiled = compileGlob(pattern, 'segments');
  return 'program' in compiled && globTest(compiled.program)([text]) === 'accepts';
}

/** The text before the first wildcard. */
const prefixOf = (pattern: string): string => /^[^*?[\\]*/.exec(pattern)?.[0] ?? '';

const brokenGlob = (pattern: string, why: string) => ({
  severity: 'error' as const,
  message: `matcher ${quote(pattern)} is not a valid glob: ${why}`,
  hint: 'write a range as in [a-z], and a literal bracket as [[]',
});
