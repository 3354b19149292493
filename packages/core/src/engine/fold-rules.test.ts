import { describe, expect, test } from 'vitest';
import { aHook, refusal } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { HookRun, HookSaid, Verdict } from '../model/index.ts';
import type { FoldRule } from './fold-rules.ts';
import { FOLD_RULES, rulesOf, scheduleWords } from './fold-rules.ts';
import { fold } from './fold.ts';
import { unrun } from './hook-run.ts';

const NAMES = ['a', 'b', 'c'];

const said = (verdict: Verdict, index: number, more: Partial<HookSaid> = {}): HookSaid => ({
  id: `test:${NAMES[index] ?? '?'}`,
  dialect: 'test',
  background: false,
  shadow: false,
  saw: { hook_event_name: 'PreToolUse' },
  verdict,
  report: { ending: { how: 'answered' }, stdout: '', stderr: '', truncated: [], durationMs: 0 },
  ...more,
});

/** The rules by which hooks a, b, c … come to what `fold` makes of them. */
function rules(verdicts: readonly Verdict[], skipped: readonly HookRun[] = []): readonly FoldRule[] {
  const folded = fold(verdicts.map((verdict, index) => ({ hook: aHook({ name: NAMES[index] ?? '?' }), verdict })));
  const ran = verdicts.map((_, index) => unrun(aHook({ name: NAMES[index] ?? '?' }), 'background', null));
  return rulesOf(
    { ...folded, hooks: [...ran, ...skipped] },
    verdicts.map((verdict, index) => said(verdict, index)),
  );
}

const fault = { code: 'exit', message: 'x' } as const;

describe('the rule that decides', () => {
  test.each<[readonly Verdict[], FoldRule]>([
    [[{}, {}], 'nobody-decided'],
    [[{ decision: 'allow' }, {}], 'one-allow'],
    [[{ decision: 'ask' }], 'one-ask'],
    [[{ decision: 'ask' }, { decision: 'allow' }], 'ask-outweighs-allow'],
    [[refusal('deny_tool', 'no'), {}], 'one-block'],
    [[{ decision: 'ask' }, refusal('deny_tool', 'no')], 'block-outweighs'],
    [[{ decision: 'allow' }, refusal('deny_tool', 'no')], 'block-outweighs'],
    [[refusal('deny_tool', 'no'), refusal('deny_tool', 'never')], 'first-block-stands'],
    [[refusal('deny_tool', 'no'), refusal('end_turn', 'stop')], 'end-turn-outranks'],
    [[refusal('end_turn', 'no'), refusal('end_turn', 'stop')], 'first-block-stands'],
  ])('of %j is %s', (verdicts, rule) => {
    expect(rules(verdicts)[0]).toBe(rule);
  });
});

describe('the rules beside it', () => {
  test('tell what a fault does', () => {
    expect(rules([{ ...refusal('deny_tool', 'x'), fault }])).toEqual(['one-block', 'fault-blocks']);
    expect(rules([{ fault }])).toEqual(['nobody-decided', 'fault-proceeds']);
    expect(rules([{ fault: { ...fault, code: 'no_power' } }])).toEqual(['nobody-decided', 'no-power']);
  });

  test('tell that later hooks and later dialects rest', () => {
    const resting = (dialect: string): HookRun => ({
      ...unrun(aHook({ name: 'z' }), 'skipped', 'not run: test:a had blocked before'),
      dialect,
    });
    const own = unrun(aHook({ name: 'a' }), 'background', null).dialect;
    expect(rules([refusal('deny_tool', 'x')], [resting(own)])).toEqual(['one-block', 'later-hooks-rest']);
    expect(rules([refusal('deny_tool', 'x')], [resting('another')])).toEqual(['one-block', 'later-dialects-rest']);
  });

  test('tell which of several rewrites and contexts count', () => {
    expect(rules([{ updatedPrompt: 'x' }, { updatedPrompt: 'y' }])).toEqual(['nobody-decided', 'last-rewrite-stands']);
    expect(rules([{ updatedPrompt: 'x' }, { updatedInput: {} }])).toEqual(['nobody-decided']);
    expect(rules([{ context: ['x'] }, { context: ['y'] }])).toEqual(['nobody-decided', 'contexts-add-up']);
  });

  test('tell who decides nothing, and do not count what they say', () => {
    const outcome = { ...fold([]), hooks: [] };
    expect(rulesOf(outcome, [said(refusal('deny_tool', 'x'), 0, { shadow: true })])).toEqual([
      'nobody-decided',
      'shadow-decides-nothing',
    ]);
    expect(rulesOf(outcome, [said({ fault }, 0, { background: true })])).toEqual([
      'nobody-decided',
      'background-decides-nothing',
    ]);
  });
});

test('every rule has words, and so has the schedule of every dialect', () => {
  expect(Object.values(FOLD_RULES).every((words) => words.length > 10)).toBe(true);
  expect(DIALECTS.map((dialect) => [dialect.id, scheduleWords(dialect).split(', ').length > 2])).toEqual(
    DIALECTS.map(({ id }) => [id, true]),
  );
});
