import type { Matcher, MatchResult } from '../../model/hook.ts';
import { DECISION_LIMIT_MS } from './time-limit.ts';

/** What is wrong with a matcher as written; the loader adds the place. */
export interface MatcherProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
}

/** A matcher that can be used whatever its problems are. */
export interface CompiledMatcher {
  readonly matcher: Matcher;
  readonly problems: readonly MatcherProblem[];
}

/** What a bounded test found out; `undecided` when its time ran out. */
export type Finding = 'accepts' | 'refuses' | 'undecided';

/** A matcher that accepts every subject. */
export const matchEverything = (text: string | null): CompiledMatcher => ({
  matcher: { text, names: null, test: () => EVERYTHING, looksAt: 'names' },
  problems: [],
});

/** A matcher that accepts nothing, because it could not be read. */
export function matchNothing(text: string, problem: MatcherProblem): CompiledMatcher {
  const result: MatchResult = { matches: false, why: `never matches: ${problem.message}` };
  return { matcher: { text, names: null, test: () => result, looksAt: 'names' }, problems: [problem] };
}

/** A finding in words; a hook whose matcher could not decide runs, since a guard must not be silenced by a slow pattern. */
export function explainFinding(matcher: string, finding: Finding, subject: string): MatchResult {
  if (finding === 'undecided') {
    const why = `${matcher} could not decide about ${quote(subject)} within ${DECISION_LIMIT_MS} ms: taken as a match`;
    return { matches: true, why };
  }
  const matches = finding === 'accepts';
  return { matches, why: `${matcher} ${matches ? 'accepts' : 'does not accept'} ${quote(subject)}` };
}

/** A text for people: quoted, and cut when it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

const SHOWN_LENGTH = 80;
const EVERYTHING: MatchResult = { matches: true, why: 'matches everything' };
