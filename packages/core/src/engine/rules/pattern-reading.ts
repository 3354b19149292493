import type { Matcher, MatchResult, Scope } from '../../model/hook.ts';
import { type CompiledMatcher, explainFinding, quote } from './compiled-matcher.ts';
import { type Owner, ownerOf, runDirectly, TRIVIAL_STEPS } from './time-limit.ts';

/** How the patterns of one file are read: whose they are, and how much of it is done before any event needs them. */
export interface PatternReading {
  readonly owner: Owner;
  /** Characters that are still read at once; each pattern counts some more. */
  left: number;
  /** How many patterns wait for their first use. */
  waiting: number;
}

/** Begins the reading of one file: what it holds costs no other file anything. */
export const readingFor = (scope: Scope): PatternReading => ({ owner: ownerOf(scope), left: READ_AT_ONCE, waiting: 0 });

// Thousands of ordinary patterns, which take some tenths of a second.
const READ_AT_ONCE = 250_000;
const EACH = 20;

/** Reads a pattern at once, or at its first use where the file has too many of them: a mistake in it is found only then. */
export function readPattern(text: string, reading: PatternReading, read: () => CompiledMatcher): CompiledMatcher {
  const size = text.length + EACH;
  if (size <= reading.left) {
    reading.left -= size;
    return read();
  }
  reading.left = 0;
  reading.waiting += 1;
  return { matcher: { text, names: null, test: testLater(text, reading.owner, read), looksAt: 'names' }, problems: [] };
}

function testLater(text: string, owner: Owner, read: () => CompiledMatcher): Matcher['test'] {
  let matcher: Matcher | null = null;
  return (subject): MatchResult => {
    matcher ??= runDirectly(owner, TRIVIAL_STEPS + 1, () => read().matcher, UNREAD);
    return matcher?.test(subject) ?? explainFinding(`matcher ${quote(text)}`, 'postponed', subject.text ?? '');
  };
}

const UNREAD = { tooLong: null, noTime: null };

/** What is to be said of patterns that wait; null when there are none. */
export const waitingPatterns = ({ waiting }: PatternReading): string | null =>
  waiting === 0
    ? null
    : `the file has too many patterns: ${waiting} of them are read at their first use, and not checked before`;
