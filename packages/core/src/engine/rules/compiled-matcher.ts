import type { Finding, Matcher, MatchResult } from '../../model/hook.ts';

/** What is wrong with a matcher as written; the loader adds the location. */
export interface MatcherProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
  /** It is valid, but too costly to be used. */
  readonly isCostly?: true;
}

/** A matcher that can be used whatever its problems are. */
export interface CompiledMatcher {
  readonly matcher: Matcher;
  readonly problems: readonly MatcherProblem[];
}

/** A matcher that accepts every subject. */
export const matchEverything = (text: string | null): CompiledMatcher => ({
  matcher: { text, names: null, test: () => EVERYTHING, looksAt: 'names' },
  problems: [],
});

/** A matcher that accepts nothing, because it could not be parsed. */
export function matchNothing(text: string, problem: MatcherProblem): CompiledMatcher {
  const result: MatchResult = { matches: false, why: `never matches: ${problem.message}` };
  return { matcher: { text, names: null, test: () => result, looksAt: 'names' }, problems: [problem] };
}

/**
 * A matcher that accepts everything, because it is too costly to be tested: a guard must not be silenced by its
 * pattern.
 */
export function matchCostly(text: string, problem: MatcherProblem): CompiledMatcher {
  const result: MatchResult = { matches: true, why: `taken as a match: ${problem.message}`, undecided: 'ever' };
  return { matcher: { text, names: null, test: () => result, looksAt: 'names' }, problems: [problem] };
}

/** The message about a pattern that is refused for its cost alone. */
export const costlyPattern = (what: string, why: string, every = 'subject'): MatcherProblem => ({
  severity: 'warning',
  message: `${what} is too costly to search: ${why}; the hook runs for every ${every}`,
  hint: 'write it shorter or simpler, or write several hooks',
  isCostly: true,
});

/**
 * A finding as text; a hook whose matcher could not decide runs, since a guard must not be silenced by a slow pattern.
 */
export function explainFinding(matcher: string, finding: Finding, subject: string): MatchResult {
  if (finding === 'undecided') {
    const why = `${matcher} could not decide about ${quote(subject)} within its budget: taken as a match`;
    return { matches: true, why, undecided: 'ever' };
  }
  if (finding === 'pending') {
    return { matches: true, why: `${matcher} is still being asked about ${quote(subject)}`, undecided: 'pending' };
  }
  const matches = finding === 'accepts';
  return { matches, why: `${matcher} ${matches ? 'accepts' : 'does not accept'} ${quote(subject)}` };
}

/** Combines two matches that are both required. */
export function bothMatch(one: MatchResult, other: MatchResult): MatchResult {
  const why = `${one.why}; ${other.why}`;
  const undecided = one.undecided === 'pending' ? one.undecided : (other.undecided ?? one.undecided);
  return undecided === undefined ? { matches: true, why } : { matches: true, why, undecided };
}

/** A string for people: quoted, and cut when it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

const SHOWN_LENGTH = 80;
const EVERYTHING: MatchResult = { matches: true, why: 'matches everything' };
