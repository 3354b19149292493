import type { Finding, Matcher, MatchResult, SlowSearches } from '../../model/hook.ts';
import { explainFinding, quote } from './compiled-matcher.ts';

/** What a matcher does on an event without a subject: it is ignored, or it is tested against the empty string. */
export type WithoutSubject = 'matches' | 'is-empty-text';

/** The test of a matcher that depends on the subject's text alone. */
export function testSubject(
  written: string,
  withoutSubject: WithoutSubject,
  find: (text: string, slow: SlowSearches | undefined) => Finding,
): Matcher['test'] {
  const name = `matcher ${quote(written)}`;
  const testText = rememberResults((text, slow) => explainFinding(name, find(text, slow), text));
  return ({ text, slow }) => (text === null && withoutSubject === 'matches' ? IGNORED : testText(text ?? '', slow));
}

const IGNORED: MatchResult = { matches: true, why: 'the event has no subject: the matcher is ignored' };

type TestText = (text: string, slow: SlowSearches | undefined) => MatchResult;

/** Caches recent results, because the same few tools occur again and again. */
function rememberResults(test: TestText): TestText {
  const results = new Map<string, MatchResult>();
  return (text, slow) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = test(text, slow);
    if (text.length > LONGEST_TEXT || result.undecided === 'pending') return result;
    if (results.size === MOST_RESULTS) results.clear();
    results.set(text, result);
    return result;
  };
}

const LONGEST_TEXT = 200;
// Few: an index of hooks caches more, and there may be thousands of matchers.
const MOST_RESULTS = 16;
