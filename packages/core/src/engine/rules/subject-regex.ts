import { type CompiledMatcher, costlyPattern, matchCostly, matchNothing, quote } from './compiled-matcher.ts';
import { matchNames } from './name-list.ts';
import { type PatternReading, readPattern } from './pattern-reading.ts';
import { compilePythonRegex } from './python-regex.ts';
import { translateLinear } from './linear-pattern.ts';
import { type CompiledSearch, compileSearch, LONGEST_SOURCE, SOURCE_TOO_LONG } from './search.ts';
import { testSubject, type WithoutSubject } from './subject-test.ts';

/** Exact names between bars, else a Python regular expression over the whole subject. */
export function matchFullRegex(pattern: string, reading: PatternReading): CompiledMatcher {
  const text = pattern.trim();
  if (/^[A-Za-z0-9_|]*$/.test(text)) return matchNames(text, text.split('|'), 'is-empty-text');
  return readPattern(text, reading, () => fullRegex(text));
}

/** Exact names between bars or commas, else a JavaScript regular expression that is searched. */
export function matchSearchedRegex(pattern: string, reading: PatternReading): CompiledMatcher {
  if (/^[A-Za-z0-9_\- ,|]*$/.test(pattern)) return matchNames(pattern, pattern.split(/[|,]/).map(trim), 'matches');
  return readPattern(pattern, reading, () => searchedRegex(pattern));
}

/** The same, but an invalid regular expression matches nothing. */
export function matchValidRegex(pattern: string, reading: PatternReading): CompiledMatcher {
  if (/^[A-Za-z0-9_\- ,|]*$/.test(pattern)) return matchNames(pattern, pattern.split(/[|,]/).map(trim), 'matches');
  return readPattern(pattern, reading, () => searchedRegex(pattern, 'nothing'));
}

/** A JavaScript regular expression that is searched, also where it looks like a name; an invalid one matches nothing. */
export const matchRegexOnly = (pattern: string, reading: PatternReading): CompiledMatcher =>
  readPattern(pattern, reading, () => searchedRegex(pattern, 'nothing'));

/** Words of letters, digits and `_` between bars, else a regular expression; an invalid one matches nothing. */
export function matchWords(pattern: string, reading: PatternReading): CompiledMatcher {
  if (/^[A-Za-z0-9_|]*$/.test(pattern)) return matchNames(pattern, pattern.split('|'), 'matches');
  return readPattern(pattern, reading, () => searchedRegex(pattern, 'nothing'));
}

/** Words between bars as they stand, else an expression of the linear kind; an invalid one matches nothing. */
export function matchLinear(pattern: string, reading: PatternReading): CompiledMatcher {
  if (/^[A-Za-z0-9_|]*$/.test(pattern)) return matchNames(pattern, pattern.split('|'), 'matches');
  return readPattern(pattern, reading, () => linearRegex(pattern));
}

/** Literal file names between bars, with literal dots, else a JavaScript regular expression that is searched. */
export function matchBasenames(pattern: string, reading: PatternReading): CompiledMatcher {
  if (/^[^\\^$*+?()[\]{}]*$/.test(pattern)) return matchNames(pattern, pattern.split('|').map(trim), 'matches');
  return readPattern(pattern, reading, () => searchedRegex(pattern));
}

/** A JavaScript regular expression that is searched; an invalid one is compared literally. */
export const matchPatternOrText = (pattern: string, reading: PatternReading): CompiledMatcher =>
  readPattern(pattern, reading, () => searchedRegex(pattern.trim()));

/** The subject itself, whatever characters it has. */
export const matchEqual = (pattern: string): CompiledMatcher => matchNames(pattern, [pattern.trim()], 'matches');

const trim = (name: string): string => name.trim();

function fullRegex(text: string): CompiledMatcher {
  const compiled = compilePythonRegex(text, 'whole');
  if ('search' in compiled) return matchRegex(text, compiled, 'is-empty-text');
  const { problem } = compiled;
  return problem.isCostly === true ? matchCostly(text, problem) : matchNothing(text, problem);
}

function searchedRegex(pattern: string, invalid: 'literal' | 'nothing' = 'literal'): CompiledMatcher {
  const compiled = compileSearch(pattern, '');
  if ('search' in compiled) return matchRegex(pattern, compiled, 'matches');
  const name = `matcher ${quote(pattern)}`;
  if (compiled.refused === 'costly') return matchCostly(pattern, costlyPattern(name, compiled.why));
  const problem = {
    severity: 'error' as const,
    message: `${name} is not a valid regular expression (${compiled.why}); it ${INVALID[invalid]}`,
    hint: 'escape characters that are meant literally with a backslash, or correct the expression',
  };
  if (invalid === 'nothing') {
    const test = testSubject(pattern, 'matches', () => 'refuses');
    return { matcher: { text: pattern, names: [], test, looksAt: 'names' }, problems: [problem] };
  }
  return { ...matchNames(pattern, [pattern], 'matches'), problems: [problem] };
}

function linearRegex(pattern: string): CompiledMatcher {
  const name = `matcher ${quote(pattern)}`;
  if (pattern.length > LONGEST_SOURCE) return matchCostly(pattern, costlyPattern(name, SOURCE_TOO_LONG));
  const translated = translateLinear(pattern);
  const compiled = 'why' in translated ? null : compileSearch(translated.source, 'v');
  if (compiled !== null && 'search' in compiled) return matchRegex(pattern, compiled, 'matches');
  if (compiled?.refused === 'costly') return matchCostly(pattern, costlyPattern(name, compiled.why));
  const why = 'why' in translated ? translated.why : (compiled?.why ?? '');
  return matchNothing(pattern, {
    severity: 'warning',
    message: `${name} is not a valid regular expression (${why}); its group is skipped`,
    hint: 'escape characters that are meant literally with a backslash; look-around and back-references do not exist here',
  });
}

const INVALID = { literal: 'is compared literally', nothing: 'matches nothing' } as const;

function matchRegex(text: string, { search, prefix }: CompiledSearch, withoutSubject: WithoutSubject): CompiledMatcher {
  const test = testSubject(text, withoutSubject, (subject, slow) => search([subject], slow));
  return { matcher: { text, names: null, test, prefix, looksAt: 'names' }, problems: [] };
}
