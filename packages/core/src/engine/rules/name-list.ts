import { type CompiledMatcher, type MatcherProblem, quote } from './compiled-matcher.ts';
import { testSubject, type WithoutSubject } from './subject-test.ts';

/** A matcher that accepts exactly the given names, case-sensitively. */
export function matchNames(written: string, names: readonly string[], withoutSubject: WithoutSubject): CompiledMatcher {
  const accepted = new Set(names.filter((name) => name !== ''));
  const test = testSubject(written, withoutSubject, (name) => (accepted.has(name) ? 'accepts' : 'refuses'));
  const problems = accepted.size === 0 ? [namesNothing(written)] : [];
  return { matcher: { text: written, names: [...accepted], test, looksAt: 'names' }, problems };
}

const namesNothing = (written: string): MatcherProblem => ({
  severity: 'warning',
  message: `matcher ${quote(written)} names nothing and never matches`,
  hint: 'leave the matcher out to match everything',
});
