import { describe, expect, test } from 'vitest';
import { annotationOf, boundOf, hostText, turnEndOf } from './host-text.ts';
import { unrun } from '../engine/hook-run.ts';
import { aHook } from '../../../../test/support/hooks.ts';
import type { Block, Effect, EventName, Outcome } from '../model/index.ts';

/** An event that the hook `guard` of a dialect has blocked. */
const blocked = (
  dialect: string,
  event: EventName,
  effect: Effect,
  reason: string | null = 'no',
): Pick<Outcome, 'event' | 'block' | 'hooks'> => {
  const hook = aHook({ dialect });
  const block: Block = { effect, reason, hook: hook.id };
  return {
    event,
    block,
    hooks: [unrun(aHook({ name: 'other', dialect: 'host' }), 'skipped', null), unrun(hook, 'skipped', null)],
  };
};

describe('the words of a refusal', () => {
  test.each<[string, readonly [EventName, Effect], string | null, string | null]>([
    ['kolega', ['PreToolUse', 'deny_tool'], 'no', 'Permission denied for Bash: no'],
    ['kolega', ['PreToolUse', 'end_turn'], 'no', 'no'],
    ['kolega', ['UserPromptSubmit', 'reject_prompt'], 'no', 'no'],
    ['kolega', ['Stop', 'keep_working'], 'run the tests', 'run the tests'],
    ['kolega', ['Stop', 'keep_working'], ' ', 'Continue working; the stop condition is not yet satisfied.'],
    ['kolega', ['Stop', 'keep_working'], null, 'Continue working; the stop condition is not yet satisfied.'],
    [
      'kolega',
      ['Stop', 'keep_working'],
      'Hook blocked the action.',
      'Continue working; the stop condition is not yet satisfied.',
    ],
    ['kolega', ['UserPromptSubmit', 'reject_prompt'], 'Hook blocked the action.', 'Hook blocked the action.'],
    ['agent-hooks', ['Stop', 'keep_working'], 'no', '[Hook blocked stop: no]'],
    ['agent-hooks', ['TurnEnd', 'keep_working'], 'no', 'no'],
    ['agent-hooks', ['PreToolUse', 'deny_tool'], 'no', 'no'],
    ['qoder', ['Stop', 'keep_working'], 'no', 'no'],
    ['polytoken', ['Notification', 'suppress_notification'], null, null],
    ['host', ['PreToolUse', 'deny_tool'], 'no', 'no'],
  ])('of %s on %j for the reason %j are %j', (dialect, [event, effect], reason, text) => {
    expect(hostText(blocked(dialect, event, effect, reason), { tool: 'Bash' })).toBe(text);
  });

  test('hold a reason as it is, whatever stands in it', () => {
    expect(hostText(blocked('kolega', 'PreToolUse', 'deny_tool', '{tool} $& {reason}'), { tool: '$1' })).toBe(
      'Permission denied for $1: {tool} $& {reason}',
    );
  });

  test('are none when nothing was blocked', () => {
    expect(hostText({ event: 'Stop', block: null, hooks: [] })).toBeNull();
  });
});

test.each<[string, EventName, Effect, string | null]>([
  ['kolega', 'PostToolUse', 'end_turn', '[hook] no'],
  ['kolega', 'PostToolUseFailure', 'end_turn', '[hook] no'],
  ['kolega', 'PreToolUse', 'end_turn', null],
  ['qoder', 'PostToolUse', 'end_turn', null],
  ['agent-hooks', 'PostToolUse', 'withhold_output', null],
])('a block by %s on %s (%s) appends %j to the output', (dialect, event, effect, text) => {
  expect(annotationOf(blocked(dialect, event, effect))).toBe(text);
});

test.each<[string, EventName, Effect, number | null]>([
  ['kolega', 'Stop', 'keep_working', 5],
  ['agent-hooks', 'Stop', 'keep_working', 3],
  ['qoder', 'Stop', 'keep_working', 8],
  ['polytoken', 'Stop', 'keep_working', 10],
  ['polytoken', 'PreModelTurn', 'retry_turn', 10],
  ['host', 'Stop', 'keep_working', 10],
  ['kolega', 'PreToolUse', 'deny_tool', null],
])('a block by %s on %s (%s) is obeyed %j times in a row', (dialect, event, effect, bound) => {
  expect(boundOf(blocked(dialect, event, effect))).toBe(bound);
});

test('nothing blocked has neither annotation nor bound', () => {
  const outcome = { event: 'Stop', block: null, hooks: [] } as const;
  expect([annotationOf(outcome), boundOf(outcome)]).toEqual([null, null]);
});

test.each<[string, Effect, boolean, string | null]>([
  ['qoder', 'end_turn', true, 'A hook stopped the turn: no'],
  ['qoder', 'deny_tool', false, null],
  ['kolega', 'end_turn', false, null],
  ['host', 'end_turn', false, null],
])('%s with %s: the other calls of the reply are stopped: %j, the model is told %j', (dialect, effect, stops, text) => {
  const outcome = blocked(dialect, 'PreToolUse', effect);
  expect(turnEndOf(outcome)).toEqual({ stopsOtherCalls: stops, forModel: text });
});
