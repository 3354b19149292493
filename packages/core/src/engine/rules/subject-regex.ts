import { type CompiledMatcher, matchNothing, quote } from './compiled-matcher.ts';
import { compileGuardedRegex, type GuardedRegex } from './guarded-regex.ts';
import { matchNames } from './name-list.ts';
import { compilePythonRegex } from './python-regex.ts';
import { testSubject, type WithoutSubject } from './subject-test.ts';
import { DECISION_LIMIT_MS } from './time-limit.ts';

/** Exact names between bars, else a Python regular expression over the whole subject. */
export function matchFullRegex(pattern: string): CompiledMatcher {
  const text = pattern.trim();
  if (/^[A-Za-z0-9_|]*$/.test(text)) return matchNames(text, text.split('|'), 'is-empty-text');
  const compiled = compilePythonRegex(text, 'whole');
  return 'problem' in compiled ? matchNothing(text, compiled.problem) : matchRegex(text, compiled, 'is-empty-text');
}

/** Exact names between bars or commas, else a JavaScript regular expression that is searched. */
export function matchSearchedRegex(pattern: string): CompiledMatcher {
  if (/^[A-Za-z0-9_\- ,|]*$/.test(pattern)) return matchNames(pattern, pattern.split(/[|,]/).map(trim), 'matches');
  return searchRegex(pattern);
}

/** Literal file names between bars, a dot being a dot, else a JavaScript regular expression that is searched. */
export function matchBasenames(pattern: string): CompiledMatcher {
  if (/^[^\\^$*+?()[\]{}]*$/.test(pattern)) return matchNames(pattern, pattern.split('|').map(trim), 'matches');
  return searchRegex(pattern);
}

const trim = (name: string): string => name.trim();

function searchRegex(pattern: string): CompiledMatcher {
  const compiled = compileGuardedRegex(pattern, '');
  if ('search' in compiled) return matchRegex(pattern, compiled, 'matches');
  const problem = {
    severity: 'error' as const,
    message: `matcher ${quote(pattern)} is no valid regular expression (${compiled.why}); it is compared literally`,
    hint: 'escape characters that are meant literally with a backslash, or mend the expression',
  };
  return { ...matchNames(pattern, [pattern], 'matches'), problems: [problem] };
}

function matchRegex(text: string, { search, prefix }: GuardedRegex, withoutSubject: WithoutSubject): CompiledMatcher {
  const test = testSubject(text, withoutSubject, (subject) => search([subject], DECISION_LIMIT_MS));
  return { matcher: { text, names: null, test, prefix, looksAt: 'names' }, problems: [] };
}
