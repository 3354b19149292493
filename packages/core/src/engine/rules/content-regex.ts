import type { Matcher, MatchResult, MatchSubject, SlowSearches } from '../../model/hook.ts';
import {
  bothMatch,
  type CompiledMatcher,
  explainFinding,
  matchEverything,
  matchNothing,
  type MatcherProblem,
  quote,
} from './compiled-matcher.ts';
import { jsonTextOf, valuesIn } from './input-texts.ts';
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
      parts.push({ test: testOf(name, compiled), looksAt });
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

function inputTest(name: string, { search, node, flags }: CompiledSearch): PatternPart['test'] {
  const inJson = searchInJson(node, flags, search);
  return (subject) => {
    const values = valuesIn(subject);
    const inValues = search(values, subject.slow);
    const shown = values.at(0) ?? '';
    if (inValues === 'accepts' || inJson === null) return explainFinding(name, inValues, shown);
    const finding = findInJson(inJson, subject, subject.slow);
    return explainFinding(name, finding === 'refuses' ? inValues : finding, shown);
  };
}

function findInJson(search: Search, subject: MatchSubject, slow: SlowSearches | undefined): ReturnType<Search> {
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
