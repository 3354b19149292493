import type { Matcher, MatchResult } from '../../model/hook.ts';
import type { CompiledMatcher } from './compiled-matcher.ts';

/** How many of the patterns of one file are compiled before any event needs them. */
export interface PatternReading {
  /** Characters that are still compiled at once; each pattern counts some more. */
  left: number;
  /** How many patterns wait for their first use. */
  waiting: number;
}

/** Begins a new file: its patterns do not count against other files. */
export const newReading = (): PatternReading => ({ left: READ_AT_ONCE, waiting: 0 });

// Thousands of ordinary patterns, which take some tenths of a second.
const READ_AT_ONCE = 250_000;
const EACH = 20;

/** Compiles a pattern at once, or at its first use where the file has too many: an error in it is found only then. */
export function readPattern(text: string, reading: PatternReading, read: () => CompiledMatcher): CompiledMatcher {
  const size = text.length + EACH;
  if (size <= reading.left) {
    reading.left -= size;
    return read();
  }
  reading.left = 0;
  reading.waiting += 1;
  return { matcher: { text, names: null, test: testLater(read), looksAt: 'names' }, problems: [] };
}

function testLater(read: () => CompiledMatcher): Matcher['test'] {
  let matcher: Matcher | null = null;
  return (subject): MatchResult => {
    matcher ??= read().matcher;
    return matcher.test(subject);
  };
}

/** The message about patterns that wait; null when there are none. */
export const waitingPatterns = ({ waiting }: PatternReading): string | null =>
  waiting === 0
    ? null
    : `the file has too many patterns: ${waiting} of them are read at their first use, and not checked before`;
