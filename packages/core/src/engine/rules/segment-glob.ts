import {
  type CompiledMatcher,
  costlyPattern,
  type Finding,
  matchCostly,
  matchNothing,
  quote,
} from './compiled-matcher.ts';
import { runGlob } from './glob-program.ts';
import { compileGlob, GLOB_TOO_LONG, LONGEST_GLOB } from './glob.ts';
import { matchNames } from './name-list.ts';
import { testSubject } from './subject-test.ts';
import { DECISION_LIMIT_MS, type Owner } from './time-limit.ts';

/** A glob over the whole subject, in which only `**` crosses a slash. */
export function matchSegmentGlob(pattern: string, owner: Owner): CompiledMatcher {
  if (!/[*?[]/.test(pattern)) return matchNames(pattern, [pattern], 'is-empty-text');
  if (pattern.length > LONGEST_GLOB)
    return matchCostly(pattern, costlyPattern(`matcher ${quote(pattern)}`, GLOB_TOO_LONG));
  const compiled = compileGlob(pattern, 'segments');
  if ('why' in compiled) return matchNothing(pattern, brokenGlob(pattern, compiled.why));
  const find = (text: string): Finding => runGlob(compiled.program, [text], DECISION_LIMIT_MS, owner);
  const test = testSubject(pattern, 'is-empty-text', find);
  return { matcher: { text: pattern, names: null, test, prefix: prefixOf(pattern), looksAt: 'names' }, problems: [] };
}

/** Whether a text as a whole fits such a glob; false for one that is no valid glob, and when it would take too long to tell. */
export function fitsSegmentGlob(pattern: string, text: string): boolean {
  const compiled = compileGlob(pattern, 'segments');
  return 'program' in compiled && runGlob(compiled.program, [text], DECISION_LIMIT_MS) === 'accepts';
}

/** What stands before the first wildcard. */
const prefixOf = (pattern: string): string => /^[^*?[]*/.exec(pattern)?.[0] ?? '';

const brokenGlob = (pattern: string, why: string) => ({
  severity: 'error' as const,
  message: `matcher ${quote(pattern)} is no valid glob: ${why}`,
  hint: 'write a range as in [a-z], and a literal bracket as [[]',
});
