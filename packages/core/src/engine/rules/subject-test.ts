import type { Matcher, MatchResult } from '../../model/hook.ts';
import { explainFinding, type Finding, quote } from './compiled-matcher.ts';

/** What a matcher does on an event that has no subject: it is ignored, or it is held against the empty text. */
export type WithoutSubject = 'matches' | 'is-empty-text';

/** The test of a matcher that looks at the subject's text alone. */
export function testSubject(
  written: string,
  withoutSubject: WithoutSubject,
  find: (text: string) => Finding,
): Matcher['test'] {
  const name = `matcher ${quote(written)}`;
  const testText = rememberResults((text) => explainFinding(name, find(text), text));
  return ({ text }) => (text === null && withoutSubject === 'matches' ? IGNORED : testText(text ?? ''));
}

const IGNORED: MatchResult = { matches: true, why: 'the event has no subject: the matcher is ignored' };

/** Answers at once for texts that it saw lately: the same few tools come again and again. */
function rememberResults(test: (text: string) => MatchResult): (text: string) => MatchResult {
  const results = new Map<string, MatchResult>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = test(text);
    if (text.length > LONGEST_TEXT || result.undecided === 'this-time') return result;
    if (results.size === MOST_RESULTS) results.clear();
    results.set(text, result);
    return result;
  };
}

const LONGEST_TEXT = 200;
// Few: an index of hooks remembers more, and there may be thousands of matchers.
const MOST_RESULTS = 16;
