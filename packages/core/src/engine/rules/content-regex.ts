import type { Finding, Matcher, MatchResult, MatchSubject, SlowSearches } from '../../model/hook.ts';
import {
  bothMatch,
  type CompiledMatcher,
  explainFinding,
  matchEverything,
  matchNothing,
  type MatcherProblem,
  quote,
} from './compiled-matcher.ts';
import { jsonTextOf, textsIn } from './input-texts.ts';
import { searchInJson } from './json-pattern.ts';
import { compilePythonRegex } from './python-regex.ts';
import type { CompiledSearch, Search } from './search.ts';

/** One Python regular expression searched in the tool name, one in the values of the tool input; both must be found. */
export function matchContent(written: { readonly tool?: string; readonly content?: string }): CompiledMatcher {
  const parts: PatternPart[] = [];
  const problems: MatcherProblem[] = [];
  const text = PARTS.filter(({ key }) => written[key] !== undefined)
    .map(({ key, title }) => `${title} ${quote(written[key] ?? '')}`)
    .join(', ');
  for (const { key, title, looksAt, testOf } of PARTS) {
    const pattern = written[key];
    if (pattern === undefined) continue;
    const compiled = compilePythonRegex(pattern, 'search');
    const name = `${title} ${quote(pattern)}`;
    if ('search' in compiled) {
      parts.push({ test: testOf(name, compiled, pattern), looksAt });
      continue;
    }
    if (compiled.problem.isCostly !== true) return matchNothing(text, compiled.problem);
    // One that is too costly counts as found; the other one still decides.
    parts.push({ test: () => explainFinding(name, 'undecided', ''), looksAt });
    problems.push(compiled.problem);
  }
  if (parts.length === 0) return matchEverything(text === '' ? null : text);
  const test: Matcher['test'] = (subject) => testCall(parts, subject);
  return { matcher: { text, names: null, test, couldAccept: toolTest(parts), written }, problems };
}

/** One expression, tested against its subject. */
interface PatternPart {
  readonly test: (subject: MatchSubject, toolName: string) => MatchResult;
  readonly looksAt: 'name' | 'input';
}

/** The part about the tool's name alone: enough to exclude the hook for most tools. */
function toolTest(parts: readonly PatternPart[]): Required<Matcher>['couldAccept'] {
  const ofTool = parts.filter(({ looksAt }) => looksAt === 'name');
  return ({ text, toolName, slow }) =>
    toolName === null ||
    ofTool.every(({ test }) => test({ text, toolName, toolInput: null, project: '', slow }, toolName).matches);
}

const nameTest =
  (name: string, { search }: CompiledSearch): PatternPart['test'] =>
  ({ slow }, toolName) =>
    explainFinding(name, search([toolName], slow), toolName);

function inputTest(name: string, { search, node, flags }: CompiledSearch, pattern: string): PatternPart['test'] {
  const searchBetween = LOOKS_AT_ENDS.test(pattern) ? searchWithin(pattern) : search;
  const searchJson = searchInJson(node, flags, search);
  return (subject) => {
    const { values, between } = textsIn(subject);
    const { slow } = subject;
    const lookups: readonly (() => Finding)[] = [
      () => (values.length === 0 ? findWithoutValues(search, subject, slow) : search(values, slow)),
      () => searchBetween(between, slow),
      () => (searchJson === null ? 'refuses' : findInJson(searchJson, subject, slow)),
    ];
    return explainFinding(name, firstFinding(lookups), values.at(0) ?? '');
  };
}

const LOOKS_AT_ENDS = /[\^$]|\\[AZ]/;

/** The same pattern in what stands within the JSON text: no start or end of a text is there. */
function searchWithin(pattern: string): Search {
  const compiled = compilePythonRegex(pattern, 'within');
  return 'search' in compiled ? compiled.search : () => 'undecided';
}

/** Found by any of them; otherwise what is still open in one of them. */
function firstFinding(lookups: readonly (() => Finding)[]): Finding {
  let found: Finding = 'refuses';
  for (const look of lookups) {
    const finding = look();
    if (finding === 'accepts') return finding;
    if (found !== 'pending' && finding !== 'refuses') found = finding;
  }
  return found;
}

/** An input without a value has its JSON text alone, in which only what asks for no text is found, such as `.*`. */
function findWithoutValues(search: Search, subject: MatchSubject, slow: SlowSearches | undefined): Finding {
  const inNothing = search([''], slow);
  return inNothing === 'accepts' ? findInJson(search, subject, slow) : inNothing;
}

function findInJson(search: Search, subject: MatchSubject, slow: SlowSearches | undefined): Finding {
  const text = jsonTextOf(subject);
  return text === null ? 'undecided' : search([text], slow);
}

const PARTS = [
  { key: 'tool', title: 'tool', looksAt: 'name', testOf: nameTest },
  { key: 'content', title: 'pattern', looksAt: 'input', testOf: inputTest },
] as const;

function testCall(parts: readonly PatternPart[], subject: MatchSubject): MatchResult {
  const { toolName } = subject;
  if (toolName === null) return NO_TOOL;
  const found: MatchResult[] = [];
  for (const { test } of parts) {
    const result = test(subject, toolName);
    if (!result.matches) return result;
    found.push(result);
  }
  return found.reduce(bothMatch);
}

const NO_TOOL: MatchResult = { matches: true, why: 'the event is about no tool: the matcher does not apply' };
