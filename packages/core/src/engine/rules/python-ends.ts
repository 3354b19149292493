import type { Mode } from './python-scan.ts';

/**
 * The source of an assertion about the ends of the text, or of its lines. JavaScript's flag m is never set, because its
 * lines end at more characters than Python's.
 */
export function endSource(sign: '^' | '$' | '\\A' | '\\Z', { multiline, within }: Mode): string {
  const { start, end, lastLine } = within ? NOWHERE : ENDS;
  switch (sign) {
    case '\\A':
      return start;
    case '\\Z':
      return end;
    case '^':
      return multiline ? `(?:${start}|(?<=\\n))` : start;
    case '$':
      return multiline ? `(?=\\n|${end})` : lastLine;
  }
}

const ENDS = { start: '^', end: '$', lastLine: '(?=\\n?$)' };
/** A class of no character, which the automaton can decide, other than an empty negative look-ahead. */
const NOWHERE = { start: '[]', end: '[]', lastLine: '[]' };
