import { type Effect, emptyOutcome, type EventName, type Outcome } from '@hookline/core/internal';
import { expect, it } from 'vitest';
import {
  abortSession,
  declines,
  denyTool,
  EFFECTS,
  endTurn,
  failWorktree,
  keepSession,
  keepWorking,
  refusesChange,
  refuseSubagent,
  rejectPrompt,
  refusedTask,
  retryTurn,
  skipsCompaction,
  suppressesNotification,
  withholdOutput,
} from './effects.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';

const session = { ui: { tell: () => undefined } } as unknown as Session;
const thread = { session, add: () => undefined } as unknown as Thread;
const call = { id: '1', name: 'Bash', input: {} };

/** Whether the function of each effect acts on an outcome. */
const ACTS: Readonly<Record<Effect, (outcome: Outcome) => boolean>> = {
  reject_prompt: (outcome) => rejectPrompt(session, outcome) !== null,
  deny_tool: (outcome) => denyTool(thread, call, outcome, []) !== null,
  withhold_output: (outcome) => withholdOutput(outcome) !== null,
  end_turn: (outcome) => endTurn(session, outcome) !== null,
  keep_working: (outcome) => keepWorking(session, outcome, new Map()) !== null,
  retry_turn: (outcome) => retryTurn(thread, outcome, 1) !== null,
  cancel_compaction: (outcome) => skipsCompaction(session, outcome),
  suppress_compaction: (outcome) => skipsCompaction(session, outcome),
  suppress_notification: suppressesNotification,
  abort_session: (outcome) => abortSession(outcome) !== null,
  keep_session: (outcome) => keepSession(session, outcome, true),
  refuse_subagent: (outcome) => refuseSubagent(outcome) !== null,
  refuse_change: (outcome) => refusesChange(session, outcome, '/p/hooks.json'),
  fail_worktree: (outcome) => failWorktree(outcome) !== null,
  decline: declines,
  refuse_task: (outcome) => refusedTask(outcome) !== null,
  keep_task_open: (outcome) => refusedTask(outcome) !== null,
};

const PAIRS = Object.entries(EFFECTS).flatMap(([effect, events]) =>
  events.map((event) => [effect as Effect, event as EventName] as const),
);

it.each(PAIRS)('%s at %s makes its function act, and no block does not', (effect, event) => {
  const passed = emptyOutcome(event);
  const outcome: Outcome = { ...passed, decision: 'block', block: { effect, reason: 'because', hook: 'h1' } };
  expect(ACTS[effect](outcome)).toBe(true);
  expect(ACTS[effect](passed)).toBe(false);
});
