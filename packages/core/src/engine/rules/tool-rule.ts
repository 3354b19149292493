import type { MatchRule } from '../../model/event-row.ts';
import type { Matcher, MatchResult, MatchSubject } from '../../model/hook.ts';
import { compileArgumentPattern } from './argument-pattern.ts';
import { prepareBashParser } from '../../shell/bash-tree.ts';
import { compileMatcher } from './compile-matcher.ts';
import {
  bothMatch,
  type CompiledMatcher,
  costlyPattern,
  explainFinding,
  matchCostly,
  matchNothing,
  type MatcherProblem,
  quote,
} from './compiled-matcher.ts';
import { GLOB_TOO_LONG, LONGEST_GLOB } from './glob.ts';
import { newReading, type PatternReading } from './pattern-reading.ts';
import { primaryArgument } from './tool-argument.ts';

/**
 * Loads what rules about Bash commands need. A rule tested before that cannot parse a command, and lets its hook run.
 */
export const prepareToolRules = prepareBashParser;

/** Compiles a rule about the tool call: `Tool`, or `Tool(glob over its primary argument)`. Never throws. */
export function compileToolRule(
  text: string,
  toolMatch: MatchRule,
  reading: PatternReading = newReading(),
): CompiledMatcher {
  const written = text.trim();
  if (written.length > LONGEST_GLOB)
    return matchCostly(written, costlyPattern(`the if rule ${quote(written)}`, GLOB_TOO_LONG, 'call'));
  const { tool, pattern, doubts } = splitRule(written);
  const compiledTool = compileMatcher(toolMatch, { pattern: tool }, reading);
  if (pattern === null && written.includes('(') && isBroken(compiledTool)) {
    return matchNothing(written, unclosed(written));
  }
  const testArgument = pattern === null ? null : argumentTest(written, pattern);
  const testTool = (toolName: string, slow: MatchSubject['slow']): MatchResult =>
    compiledTool.matcher.test({ text: toolName, toolName, toolInput: null, project: '', slow });
  const test = (subject: MatchSubject): MatchResult => {
    if (subject.toolName === null) return NO_TOOL;
    const ofTool = testTool(subject.toolName, subject.slow);
    if (!ofTool.matches || testArgument === null) return ofTool;
    const ofArgument = testArgument(subject, subject.toolName);
    return ofArgument.matches && ofTool.undecided !== undefined ? bothMatch(ofTool, ofArgument) : ofArgument;
  };
  const couldAccept: Matcher['couldAccept'] = ({ toolName, slow }) =>
    toolName !== null && testTool(toolName, slow).matches;
  // An index of names applies to matchers only; a rule is tested after them.
  const matcher: Matcher = { text: written, names: null, test, couldAccept };
  return { matcher, problems: [...compiledTool.problems, ...doubts] };
}

const isBroken = ({ problems }: CompiledMatcher): boolean => problems.some(({ isCostly }) => isCostly !== true);

const NO_TOOL: MatchResult = { matches: false, why: 'the event is about no tool: a hook with an if rule does not run' };

const unclosed = (rule: string): MatcherProblem => ({
  severity: 'error',
  message: `the if rule ${quote(rule)} is neither Tool nor Tool(pattern)`,
  hint: 'close the parenthesis, as in "Bash(git *)"',
});

interface RuleParts {
  readonly tool: string;
  /** Null when every call of the tool is meant. */
  readonly pattern: string | null;
  readonly doubts: readonly MatcherProblem[];
}

/** The pattern is inside the last parentheses; the tool part may contain parentheses, but no space. */
function splitRule(rule: string): RuleParts {
  if (!rule.endsWith(')') || !rule.includes('(')) return { tool: rule, pattern: null, doubts: [] };
  const balanced = openingOf(rule);
  const isTool = balanced > 0 && /^[^\s()]*(?:\([^\s()]*\)[^\s()]*)*$/.test(rule.slice(0, balanced));
  const opening = isTool ? balanced : rule.indexOf('(');
  if (opening === 0) return { tool: rule, pattern: null, doubts: [] };
  const tool = rule.slice(0, opening).trim();
  const pattern = rule.slice(opening + 1, -1);
  const doubts = opening === balanced ? [] : [unpaired(rule, tool, pattern)];
  return { tool, pattern: pattern === '' ? null : pattern, doubts };
}

const unpaired = (rule: string, tool: string, pattern: string): MatcherProblem => ({
  severity: 'warning',
  message: `the parentheses of the if rule ${quote(rule)} do not pair: it is read as ${tool} with the pattern ${quote(pattern)}`,
  hint: 'one rule names one pattern; write several hooks for several',
});

/** Where the parenthesis opens that the last character closes; -1 when it does not. */
function openingOf(rule: string): number {
  let depth = 0;
  for (let at = rule.length - 1; at >= 0; at -= 1) {
    if (rule[at] === ')') depth += 1;
    if (rule[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function argumentTest(rule: string, pattern: string): (subject: MatchSubject, toolName: string) => MatchResult {
  const findIn = compileArgumentPattern(pattern);
  const name = `if rule ${quote(rule)}`;
  return ({ toolInput, project, cwd = project, worktree, slow }, toolName) => {
    const argument = primaryArgument(toolName, toolInput);
    if (argument === null)
      return { matches: false, why: `${name} needs an argument that the call of ${toolName} lacks` };
    const finding = findIn(argument, { project, cwd, worktree, slow });
    if (typeof finding === 'string') return explainFinding(name, finding, argument.value);
    const met: MatchResult = { matches: true, why: `${name} counts as met: ${finding.unreadable}` };
    return finding.isTooMuch ? { ...met, undecided: 'ever' } : met;
  };
}
