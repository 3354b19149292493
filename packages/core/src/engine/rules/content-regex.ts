import { isJsonObject, type Json } from '../../model/json.ts';
import type { Matcher, MatchResult, MatchSubject } from '../../model/hook.ts';
import { spacedJson } from '../../text/spaced-json.ts';
import {
  bothMatch,
  type CompiledMatcher,
  explainFinding,
  matchEverything,
  matchNothing,
  type MatcherProblem,
  quote,
} from './compiled-matcher.ts';
import type { GuardedSearch } from './guarded-regex.ts';
import { compilePythonRegex } from './python-regex.ts';
import { DECISION_LIMIT_MS, type Owner } from './time-limit.ts';
import { monotonicMs } from '../../text/clock.ts';

/** One Python regular expression searched in the tool name, one in the values of the tool input; both must be found. */
export function matchContent(
  written: { readonly tool?: string; readonly content?: string },
  owner: Owner,
): CompiledMatcher {
  const parts: Part[] = [];
  const problems: MatcherProblem[] = [];
  const text = PARTS.filter(({ key }) => written[key] !== undefined)
    .map(({ key, title }) => `${title} ${quote(written[key] ?? '')}`)
    .join(', ');
  for (const { key, title, looksAt, textsOf } of PARTS) {
    const pattern = written[key];
    if (pattern === undefined) continue;
    const compiled = compilePythonRegex(pattern, 'search', owner);
    if ('search' in compiled) {
      parts.push({ name: `${title} ${quote(pattern)}`, search: compiled.search, looksAt, textsOf });
      continue;
    }
    // One that is too costly counts as found: the other one still decides.
    if (compiled.problem.isCostly !== true) return matchNothing(text, compiled.problem);
    problems.push(compiled.problem);
  }
  if (parts.length === 0) return { ...matchEverything(text === '' ? null : text), problems };
  const couldAccept = toolTest(parts);
  const test: Matcher['test'] = (subject) => testCall(parts, subject);
  return { matcher: { text, names: null, test, couldAccept, written }, problems };
}

/** The part about the tool's name, alone: enough to leave the hook out for most tools. */
function toolTest(parts: readonly Part[]): Required<Matcher>['couldAccept'] {
  const ofTool = parts.filter(({ looksAt }) => looksAt === 'name');
  return ({ toolName }) =>
    toolName === null || ofTool.every(({ search }) => search([toolName], DECISION_LIMIT_MS) !== 'refuses');
}

/** One expression and where it is searched. */
interface Part {
  readonly name: string;
  readonly search: GuardedSearch;
  readonly looksAt: 'name' | 'input';
  /** Null when they cannot be had. */
  readonly textsOf: (subject: MatchSubject) => readonly string[] | null;
}

const PARTS = [
  { key: 'tool', title: 'tool', looksAt: 'name', textsOf: ({ toolName }: MatchSubject) => [toolName ?? ''] },
  { key: 'content', title: 'pattern', looksAt: 'input', textsOf: inputTexts },
] as const;

function testCall(parts: readonly Part[], subject: MatchSubject): MatchResult {
  if (subject.toolName === null) return NO_TOOL;
  let leftMs = DECISION_LIMIT_MS;
  const found: MatchResult[] = [];
  for (const { name, search, textsOf } of parts) {
    const texts = textsOf(subject);
    const start = monotonicMs();
    const finding = texts === null ? 'undecided' : search(texts, leftMs);
    leftMs -= monotonicMs() - start;
    const result = explainFinding(name, finding, texts?.at(-1) ?? '');
    if (!result.matches) return result;
    found.push(result);
  }
  return found.reduce(bothMatch);
}

/** Every string value at any depth, and last the whole input as hooks see it. */
function inputTexts(subject: MatchSubject): readonly string[] | null {
  const known = KNOWN_TEXTS.get(subject);
  if (known !== undefined) return known;
  const texts: string[] = [];
  const waiting: Json[] = [subject.toolInput];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value) || isJsonObject(value))
      for (const inner of Object.values<Json>(value)) waiting.push(inner);
  }
  try {
    texts.push(spacedJson(subject.toolInput));
  } catch {
    return null; // nested too deeply to be written
  }
  KNOWN_TEXTS.set(subject, texts);
  return texts;
}

// All hooks of an event are asked about the same subject.
const KNOWN_TEXTS = new WeakMap<MatchSubject, readonly string[]>();

const NO_TOOL: MatchResult = { matches: true, why: 'the event is about no tool: the matcher does not apply' };
