import { type CompiledMatcher, costlyPattern, matchCostly, matchEverything, quote } from './compiled-matcher.ts';
import { type PatternReading, readPattern } from './pattern-reading.ts';
import { compileSearch } from './search.ts';
import { testSubject } from './subject-test.ts';

/** Further names of tools, by their own. */
export type ToolAliases = Readonly<Record<string, readonly string[]>>;

/**
 * Names between bars, each a subject or another name of it, else a JavaScript regular expression that is searched in
 * the subject alone; an invalid one matches nothing.
 */
export function matchAliases(pattern: string, reading: PatternReading, aliases: ToolAliases): CompiledMatcher {
  const text = pattern.trim();
  const names = text.startsWith('^') || text.startsWith('(') ? [text] : namesIn(text);
  if (ALL.has(text) || names.some((name) => name === '*' || name === '.*')) return matchEverything(pattern);
  const filled = names.filter((name) => name !== '');
  const isNamed = (subject: string): boolean =>
    [subject, ...(Object.hasOwn(aliases, subject) ? (aliases[subject] ?? []) : [])].some(
      (name) => name === text || filled.includes(name),
    );
  const expression = names.length === 1 ? text : filled.join('|');
  return readPattern(expression, reading, () => named(pattern, expression, isNamed));
}

const ALL: ReadonlySet<string> = new Set(['', '*', '.*']);

function named(pattern: string, expression: string, isNamed: (subject: string) => boolean): CompiledMatcher {
  const name = `matcher ${quote(pattern)}`;
  const compiled = expression === '' ? null : compileSearch(expression, '');
  if (compiled !== null && 'search' in compiled) {
    const test = testSubject(pattern, 'matches', (subject, slow) =>
      isNamed(subject) ? 'accepts' : compiled.search([subject], slow),
    );
    return { matcher: { text: pattern, names: null, test, looksAt: 'names' }, problems: [] };
  }
  if (compiled?.refused === 'costly') return matchCostly(pattern, costlyPattern(name, compiled.why));
  const why = compiled === null ? 'names nothing' : `is not a valid regular expression (${compiled.why})`;
  const test = testSubject(pattern, 'matches', (subject) => (isNamed(subject) ? 'accepts' : 'refuses'));
  const problem = {
    severity: 'error' as const,
    message: `${name} ${why}; it matches nothing`,
    hint: 'escape characters that are meant literally with a backslash, or correct the expression',
  };
  return { matcher: { text: pattern, names: null, test, looksAt: 'names' }, problems: [problem] };
}

/** The parts between bars that are neither escaped nor inside brackets or groups, trimmed. */
function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  let groups = 0;
  let isInClass = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') groups += 1;
    else if (character === ')') groups -= 1;
    else if (character === '|' && groups <= 0) {
      names.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...names, text.slice(start).trim()];
}
