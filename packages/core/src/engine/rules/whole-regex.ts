import type { ToolAliases } from './alias-regex.ts';
import { type CompiledMatcher, costlyPattern, matchCostly, matchEverything, quote } from './compiled-matcher.ts';
import { type PatternReading, readPattern } from './pattern-reading.ts';
import { compileSearch } from './search.ts';
import { testSubject } from './subject-test.ts';

type Names = (subject: string) => boolean;

const NO_NAMES: Names = () => false;

/** A JavaScript regular expression over the whole subject; an empty or an invalid one matches nothing. */
export const matchWhole = (pattern: string, reading: PatternReading): CompiledMatcher =>
  readPattern(pattern, reading, () => whole(pattern, NO_NAMES));

/** `*` and `**` are all; names between bars as they stand, each a subject or another name of it; else the same. */
export function matchAliasesOrWhole(pattern: string, reading: PatternReading, aliases: ToolAliases): CompiledMatcher {
  if (pattern === '*' || pattern === '**') return matchEverything(pattern);
  const names = pattern.split('|');
  const isNamed: Names = (subject) =>
    [subject, ...(Object.hasOwn(aliases, subject) ? (aliases[subject] ?? []) : [])].some(
      (name) => name !== '' && names.includes(name),
    );
  return readPattern(pattern, reading, () => whole(pattern, isNamed));
}

function whole(pattern: string, isNamed: Names): CompiledMatcher {
  const name = `matcher ${quote(pattern)}`;
  if (pattern === '') return never(pattern, isNamed, EMPTY);
  const compiled = compileSearch(`^(?:${pattern})$`, '');
  if ('search' in compiled) {
    const test = testSubject(pattern, 'matches', (subject, slow) =>
      isNamed(subject) ? 'accepts' : compiled.search([subject], slow),
    );
    return { matcher: { text: pattern, names: null, test, looksAt: 'names' }, problems: [] };
  }
  if (compiled.refused === 'costly') return matchCostly(pattern, costlyPattern(name, compiled.why));
  return never(pattern, isNamed, {
    message: `${name} is not a valid regular expression (${compiled.why}); it matches nothing`,
    hint: 'escape characters that are meant literally with a backslash, or correct the expression',
  });
}

const EMPTY = {
  message: 'an empty matcher matches nothing here, although other systems take it for all',
  hint: 'remove it: without a matcher the hook is about everything',
};

/** Only names count, where there are any; an event without a subject ignores the matcher all the same. */
function never(
  pattern: string,
  isNamed: Names,
  problem: { readonly message: string; readonly hint: string },
): CompiledMatcher {
  const test = testSubject(pattern, 'matches', (subject) => (isNamed(subject) ? 'accepts' : 'refuses'));
  return {
    matcher: { text: pattern, names: null, test, looksAt: 'names' },
    problems: [{ severity: 'error', ...problem }],
  };
}
