import { emptyOutcome, type HookRun, type Outcome } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { runWith } from '../../../../test/support/outcomes.ts';
import { compare } from './compare.ts';
import type { Recorded } from './replay-item.ts';

const GUARD = 'kolega:project:guard';

const recorded = (part: Partial<Recorded> = {}): Recorded => ({
  decision: 'none',
  hook: null,
  effect: null,
  reason: null,
  rewritten: [],
  contexts: 0,
  ...part,
});

const BLOCKED = recorded({ decision: 'block', hook: GUARD, effect: 'deny_tool', reason: 'no' });

const outcome = (part: Partial<Outcome> = {}): Outcome => ({ ...emptyOutcome('PreToolUse'), ...part });

const run = (part: Partial<HookRun>): HookRun => runWith({ id: GUARD, ...part });

const blockedBy = (hook: string): Partial<Outcome> => ({
  decision: 'block',
  block: { effect: 'deny_tool', reason: 'never', hook },
});

describe('compare', () => {
  it('says nothing about an event whose first decision is not known', () => {
    expect(compare(null, outcome())).toEqual({ how: 'unknown' });
  });

  it.each([
    ['nothing', recorded(), outcome()],
    ['a block', BLOCKED, outcome(blockedBy(GUARD))],
    [
      'what a transcript tells of',
      recorded({ rewritten: null, contexts: null }),
      outcome({ additionalContext: ['x'] }),
    ],
  ])('finds %s the same', (_what, before, now) => {
    expect(compare(before, now)).toEqual({ how: 'same' });
  });

  it.each([
    ['a rewrite', recorded(), outcome({ updatedInput: { command: 'ls' } })],
    ['a context less', recorded({ contexts: 1 }), outcome()],
    ['another effect', { ...BLOCKED, effect: 'end_turn' }, outcome(blockedBy(GUARD))],
  ])('finds the same decision altered by %s', (_what, before, now) => {
    expect(compare(before, now)).toEqual({ how: 'altered' });
  });

  it.each([
    ['block', 'ask', 'loosened'],
    ['block', 'none', 'loosened'],
    ['ask', 'none', 'loosened'],
    ['none', 'allow', 'loosened'],
    ['allow', 'none', 'tightened'],
    ['none', 'ask', 'tightened'],
    ['ask', 'block', 'tightened'],
  ] as const)('calls %s → %s %s', (before, now, how) => {
    expect(compare(recorded({ decision: before }), outcome({ decision: now })).how).toBe(how);
  });

  it.each([
    ['not there any more, or not selected', []],
    ['passed', [run({})]],
    ['failed: not_started', [run({ status: 'failed', fault: { code: 'not_started', message: '' } })]],
    ['skipped: not trusted', [run({ status: 'skipped', why: 'not trusted' })]],
    [
      'in shadow, would block',
      [run({ shadow: { decision: 'block', effect: 'deny_tool', reason: null, rewrites: [], contexts: 0 } })],
    ],
  ])('tells of a block that is gone what its hook does now: %s', (since, hooks) => {
    expect(compare(BLOCKED, outcome({ hooks }))).toEqual({
      how: 'loosened',
      before: 'block',
      now: 'none',
      hook: GUARD,
      reason: 'no',
      since,
    });
  });

  it('tells of a new block who blocks and why', () => {
    expect(compare(recorded(), outcome(blockedBy('qoder:user:new')))).toEqual({
      how: 'tightened',
      before: 'none',
      now: 'block',
      hook: 'qoder:user:new',
      reason: 'never',
      since: null,
    });
  });
});
