import type { RecordedDecision } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { runWith } from '../../../../test/support/outcomes.ts';
import { decisionLines } from './decision.ts';
import { plain } from './paint.ts';

const AT = new Date(2026, 10, 5, 6, 7, 8).toISOString();
const OUTCOME = {
  decision: 'none',
  reason: null,
  block: null,
  rewritten: [],
  contexts: { count: 0, texts: [] },
  messages: [],
  extra: {},
} as const;

const decisionWith = (part: Partial<RecordedDecision>): RecordedDecision => ({
  id: 'd',
  at: AT,
  event: 'PreToolUse',
  session: 's-1',
  project: '/p',
  payload: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  status: 'done',
  outcome: OUTCOME,
  durationMs: 12.3,
  agent: null,
  planned: [],
  hooks: [],
  background: [],
  notes: [],
  ...part,
});

describe('decisionLines', () => {
  it('says when, about what, how and by which hook it was decided', () => {
    const block = { effect: 'deny_tool', reason: 'hands off', hook: 'polytoken:project:guard' } as const;
    const decision = decisionWith({
      outcome: { ...OUTCOME, decision: 'block', block },
      hooks: [runWith({ status: 'blocked' })],
    });
    expect(decisionLines(decision, plain)).toEqual([
      '2026-11-05 06:07:08  PreToolUse Bash  block (deny_tool) by polytoken:project:guard: hands off  [s-1, 12 ms, d]',
      '    blocked  4.1 ms  kolega  command  .kolega/hooks.json  guard',
    ]);
  });

  it('shows how a background hook ended, once that is known', () => {
    const fault = { code: 'timeout', message: 'killed after 1000 ms' } as const;
    const decision = decisionWith({
      hooks: [runWith({ status: 'background', durationMs: 0 })],
      background: [runWith({ status: 'background', durationMs: 1000, fault })],
    });
    expect(decisionLines(decision, plain).slice(1)).toEqual([
      '    background  1000 ms  kolega  command  .kolega/hooks.json  guard',
      '        timeout: killed after 1000 ms',
    ]);
  });

  it('names the hooks that an interrupted decision had started, and lets no recorded text forge a line', () => {
    const decision = decisionWith({
      status: 'interrupted',
      outcome: null,
      durationMs: null,
      session: 'a\nb',
      planned: ['x'],
    });
    expect(decisionLines(decision, plain)).toEqual([
      '2026-11-05 06:07:08  PreToolUse Bash  interrupted  [a b, d]',
      '    x had been started',
    ]);
  });
});
