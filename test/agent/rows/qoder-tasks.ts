import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { outputsOf } from '../support/proof.ts';
import { call, calls, says } from '../support/story.ts';
import { common, endOf } from './qoder-scenes.ts';

const CREATE = call('TaskCreate', { subject: 'Test it' });
const TASK = { task_id: '1', task_subject: 'Test it' };

/** The events of batches of calls and of the task list. */
export const QODER_TASK_ROWS: readonly EventRow[] = [
  {
    event: 'PostToolBatch',
    dialect: 'qoder',
    native: 'PostToolBatch',
    answers: { err: 'That is enough.', code: 2 },
    scene: asks({ script: [calls(call('Glob', { pattern: 'a*' })), says('never')] }),
    sees: (place) => ({
      ...common(place, 'PostToolBatch'),
      tool_calls: [expect.objectContaining({ tool_name: 'Glob', tool_use_id: 'call-1' }) as unknown],
    }),
    effect: {
      does: 'the turn ends before the model is asked again',
      check: (asked) => expect(endOf(asked)).toEqual({ status: 0, how: 'ended_by_hook', reason: 'That is enough.' }),
    },
  },
  {
    event: 'TaskCreated',
    dialect: 'qoder',
    native: 'TaskCreated',
    answers: { err: 'Plan less.', code: 2 },
    scene: asks({ script: [calls(CREATE, call('TaskList')), says('Planned.')] }),
    sees: (place) => ({ ...common(place, 'TaskCreated'), ...TASK }),
    effect: {
      does: 'the task is rolled back, the model reads why',
      check: (_, place) => expect(outputsOf(place)).toEqual(['Plan less.', '(there are no tasks)']),
    },
  },
  {
    event: 'TaskCompleted',
    dialect: 'qoder',
    native: 'TaskCompleted',
    answers: { err: 'The tests are red.', code: 2 },
    scene: asks({
      script: [
        calls(CREATE, call('TaskUpdate', { taskId: '1', status: 'completed' }), call('TaskList')),
        says('Done.'),
      ],
    }),
    sees: (place) => ({ ...common(place, 'TaskCompleted'), ...TASK }),
    effect: {
      does: 'the task stays open, the model reads why',
      check: (_, place) => expect(outputsOf(place).slice(1)).toEqual(['The tests are red.', '#1 [pending] Test it']),
    },
  },
];
