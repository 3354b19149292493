import { emptyOutcome, type Outcome } from '@hookline/core/internal';
import { expect, it } from 'vitest';
import type { Recorded, ReplayItem } from './replay-item.ts';
import { createTally } from './tally.ts';

const PASSED: Recorded = { decision: 'none', hook: null, effect: null, reason: null, rewritten: [], contexts: 0 };
const BLOCKED: Recorded = { ...PASSED, decision: 'block', hook: 'guard', effect: 'deny_tool', reason: 'no\nmore' };

const item = (id: string, recorded: Recorded | null): ReplayItem => ({
  kind: 'event',
  id,
  at: null,
  event: { hook_event_name: 'PreToolUse' },
  project: null,
  recorded,
  isCut: false,
});

const pass = emptyOutcome('PreToolUse');
const block = (reason: string): Outcome => ({
  ...pass,
  decision: 'block',
  block: { effect: 'deny_tool', reason, hook: 'new' },
});

it('groups flips by hook and reason, the lost blocks first, with a few examples of each', () => {
  const tally = createTally();
  for (const id of ['a', 'b', 'c', 'd', 'e']) tally.add(item(id, PASSED), block('never'));
  tally.add(item('f', PASSED), { ...pass, decision: 'ask', reason: 'sure?' });
  tally.add(item('g', BLOCKED), pass);
  tally.add(item('h', BLOCKED), { ...pass, decision: 'ask', reason: 'sure?' });
  tally.add(item('i', null), block('never'));
  expect(
    tally
      .groups()
      .map(({ before, now, count, hook, reason, examples }) => [before, now, count, hook, reason, examples]),
  ).toEqual([
    ['block', 'none', 1, 'guard', 'no', ['g']],
    ['block', 'ask', 1, 'guard', 'no', ['h']],
    ['none', 'block', 5, 'new', 'never', ['a', 'b', 'c']],
    ['none', 'ask', 1, null, 'sure?', ['f']],
  ]);
  expect(tally.stopped()).toEqual([{ hook: 'new', what: 'block', count: 1 }]);
  expect(tally.counts()).toEqual({
    events: 9,
    same: 0,
    altered: 0,
    loosened: 2,
    tightened: 6,
    unknown: 1,
    unknownBlocked: 1,
  });
});

it('holds a bounded number of groups, and counts what it does not hold', () => {
  const tally = createTally();
  for (let count = 0; count < 1_500; count += 1) tally.add(item(String(count), PASSED), block(`reason ${count}`));
  expect([tally.groups().length, tally.ungrouped(), tally.counts().tightened]).toEqual([1_000, 500, 1_500]);
});
