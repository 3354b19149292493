import type { Outcome, RecordedDecision } from '@hookline/core/internal';

const REWRITTEN = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'] as const;

/** The outcome of a replay in the shape of a recorded decision, so that both are shown by the same code. */
export const asDecision = (before: RecordedDecision, outcome: Outcome): RecordedDecision => ({
  ...before,
  status: 'done',
  outcome: {
    decision: outcome.decision,
    reason: outcome.reason,
    block: outcome.block,
    rewritten: REWRITTEN.filter((key) => outcome[key] !== null),
    contexts: { count: outcome.additionalContext.length, texts: outcome.additionalContext },
    messages: outcome.messages,
    extra: {},
  },
  durationMs: outcome.hooks.reduce((sum, { durationMs }) => sum + durationMs, 0),
  hooks: outcome.hooks,
  background: [],
  notes: ['this is not in the record: it is what the hooks of now say'],
});
