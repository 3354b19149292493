import { describe, expect, it } from 'vitest';
import type { MatchResult } from '../../model/hook.ts';
import {
  bothMatch,
  type CompiledMatcher,
  costlyPattern,
  explainFinding,
  matchCostly,
  matchEverything,
  type MatcherProblem,
  matchNothing,
} from './compiled-matcher.ts';

const SUBJECT = { text: 'Bash', toolName: 'Bash', toolInput: null, project: '/' };

describe('two matches that are both needed', () => {
  const match = (why: string, undecided?: 'ever' | 'pending'): MatchResult =>
    undecided === undefined ? { matches: true, why } : { matches: true, why, undecided };

  it.each([
    [undefined, undefined, undefined],
    ['ever', undefined, 'ever'],
    [undefined, 'ever', 'ever'],
    ['ever', 'ever', 'ever'],
    ['pending', undefined, 'pending'],
    [undefined, 'pending', 'pending'],
    ['pending', 'ever', 'pending'],
    ['ever', 'pending', 'pending'],
  ] as const)('undecided %s and %s are together %s: what may be decided later is asked again', (one, other, both) => {
    expect(bothMatch(match('one', one), match('other', other))).toStrictEqual(match('one; other', both));
  });
});

describe('a finding in words', () => {
  it.each([
    ['accepts', { matches: true, why: 'm accepts "Bash"' }],
    ['refuses', { matches: false, why: 'm does not accept "Bash"' }],
    [
      'undecided',
      { matches: true, why: 'm could not decide about "Bash" within its budget: taken as a match', undecided: 'ever' },
    ],
    ['pending', { matches: true, why: 'm is still being asked about "Bash"', undecided: 'pending' }],
  ] as const)('%s', (finding, result) => {
    expect(explainFinding('m', finding, 'Bash')).toStrictEqual(result);
  });
});

describe('a matcher that is not asked', () => {
  const problem = costlyPattern('matcher "x"', 'it is long', 'tool');

  it('says of a costly pattern what to do', () => {
    expect(problem).toStrictEqual({
      severity: 'warning',
      message: 'matcher "x" is too costly to search: it is long; the hook runs for every tool',
      hint: 'write it shorter or simpler, or write several hooks',
      isCostly: true,
    });
    expect(costlyPattern('a', 'b').message).toBe('a is too costly to search: b; the hook runs for every subject');
  });

  it.each<readonly [() => CompiledMatcher, readonly MatcherProblem[], MatchResult]>([
    [() => matchEverything('x'), [], { matches: true, why: 'matches everything' }],
    [
      () => matchCostly('x', problem),
      [problem],
      { matches: true, why: `taken as a match: ${problem.message}`, undecided: 'ever' },
    ],
    [() => matchNothing('x', problem), [problem], { matches: false, why: `never matches: ${problem.message}` }],
  ])('looks at names alone', (compile, told, result) => {
    const { matcher, problems } = compile();
    expect(matcher).toStrictEqual({ text: 'x', names: null, test: expect.any(Function), looksAt: 'names' });
    expect([problems, matcher.test(SUBJECT)]).toStrictEqual([told, result]);
  });
});
