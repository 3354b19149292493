import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, outputsOf, runsOf, textsOf } from '../support/proof.ts';
import { call, calls, says, specific } from '../support/story.ts';
import { common, contextOf, inTurn, row } from './claude-scenes.ts';
import { endOf, items, resultsOf, WELL } from './qoder-scenes.ts';

const CREATE = call('TaskCreate', { subject: 'Test it', description: 'all of it' });
const TASK = { task_id: '1', task_subject: 'Test it', task_description: 'all of it' };

/** The events of a turn, of its messages and of the task list. */
export const CLAUDE_TURN_ROWS: readonly EventRow[] = [
  row('UserPromptSubmit', {
    answers: { err: 'Not on a Friday.', code: 2 },
    scene: asks({ prompt: 'Deploy it.', script: [says('Deployed.')] }),
    sees: (place) => ({ ...inTurn(place, 'UserPromptSubmit'), prompt: 'Deploy it.' }),
    effect: {
      does: 'the prompt is dropped, the user reads why',
      check: (asked, place) => {
        expect(endOf(asked)).toEqual({ status: 2, how: 'rejected', reason: 'Not on a Friday.' });
        expect(items(place)).toEqual([]);
      },
    },
  }),
  row('UserPromptExpansion', {
    matcher: 'review',
    answers: [{ out: 'Be short.' }, { err: 'Once is enough.', code: 2 }],
    prepare: (place) => void place.file('.agents/commands/review.md', 'Review $ARGUMENTS.'),
    scene: chats({ script: [says('Fine.')], talk: ({ send }) => send('/review src', '/review lib') }),
    sees: (place) => ({
      ...inTurn(place, 'UserPromptExpansion'),
      expansion_type: 'slash_command',
      command_name: 'review',
      command_args: 'src',
      command_source: 'project',
      prompt: '/review src',
    }),
    effect: {
      does: 'its text is context for the prompt that the command stands for; a block drops the prompt',
      check: (asked, place) => {
        expect(textsOf(place, 'user')).toEqual(['Review src.']);
        expect(textsOf(place, 'reminder')).toEqual([contextOf('Be short.')]);
        expect(asked.stderr).toContain('a hook rejected the prompt: Once is enough.');
      },
    },
  }),
  row('MessageDisplay', {
    answers: { out: specific('MessageDisplay', { displayContent: 'The key is ****.' }) },
    scene: asks({ script: [says('The key is 4711.')] }),
    sees: (place) => ({
      ...common(place, 'MessageDisplay'),
      turn_id: '1',
      message_id: expect.any(String) as unknown,
      index: 0,
      final: true,
      delta: 'The key is 4711.',
    }),
    effect: {
      does: 'the user sees its text; the conversation keeps what the model said',
      check: (asked, place) => {
        expect(happened(asked, 'text').map(({ text }) => text)).toEqual(['The key is ****.']);
        expect(textsOf(place, 'assistant')).toEqual(['The key is 4711.']);
      },
    },
  }),
  row('MessageDisplay', {
    answers: { err: 'broken', code: 1 },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('Hi.') }),
    sees: (place) => ({ ...common(place, 'MessageDisplay'), delta: 'Hello.' }),
    effect: {
      does: 'when it fails, the user sees what the model said',
      check: ({ stdout }) => expect(stdout).toBe('Hello.\n'),
    },
  }),
  row('Stop', {
    answers: [{ err: 'The tests are red.', code: 2 }, {}],
    scene: asks({ script: [says('Done.'), says('Now it is.')] }),
    sees: (place) => ({ ...inTurn(place, 'Stop'), stop_hook_active: false, last_assistant_message: 'Done.' }),
    effect: {
      does: 'the agent works on, the reason is its next instruction',
      check: (asked, place) => {
        expect(textsOf(place, 'user')).toEqual(['Do it.', expect.stringMatching(/The tests are red\.$/)]);
        expect(place.payloads('hook')[1]).toMatchObject({ stop_hook_active: true });
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  }),
  row('StopFailure', {
    matcher: 'rate_limit',
    answers: { out: { decision: 'block' }, code: 2 },
    scene: asks({ script: [{ error: { type: 'rate_limit', message: 'slow down' } }] }),
    sees: (place) => ({ ...common(place, 'StopFailure'), error: 'rate_limit' }),
    effect: {
      does: 'the turn has failed, whatever it says, and that is no fault',
      check: (asked) => {
        expect(endOf(asked)).toEqual({ status: 1, how: 'failed', reason: 'slow down' });
        expect(runsOf(asked, 'StopFailure').map(({ status, fault }) => [status, fault])).toEqual([['passed', null]]);
      },
    },
  }),
  row('PostToolBatch', {
    answers: [
      { out: specific('PostToolBatch', { additionalContext: 'Both are empty.' }) },
      { out: { decision: 'block', reason: 'That is enough.' } },
    ],
    scene: asks({
      script: [
        calls(call('Glob', { pattern: 'a*' }), call('Glob', { pattern: 'b*' })),
        calls(call('Glob', { pattern: 'c*' })),
        says('never'),
      ],
    }),
    sees: (place) => ({
      ...inTurn(place, 'PostToolBatch'),
      tool_calls: [
        {
          tool_name: 'Glob',
          tool_input: { pattern: 'a*' },
          tool_use_id: 'call-1',
          tool_response: expect.any(String) as unknown,
        },
        expect.objectContaining({ tool_use_id: 'call-2' }) as unknown,
      ],
    }),
    effect: {
      does: 'its context stands behind the results; a block ends the turn before the model is asked again',
      check: (asked, place) => {
        expect(items(place)[4]).toEqual({ kind: 'reminder', text: contextOf('Both are empty.') });
        expect(outputsOf(place)).toHaveLength(3);
        expect(endOf(asked)).toEqual({ status: 0, how: 'ended_by_hook', reason: 'That is enough.' });
      },
    },
  }),
  row('TaskCreated', {
    answers: [{ err: 'Plan less.', code: 2 }, {}],
    scene: asks({ script: [calls(CREATE, call('TaskList'), CREATE, call('TaskList')), says('Planned.')] }),
    sees: (place) => ({ ...common(place, 'TaskCreated'), ...TASK }),
    effect: {
      does: 'the task is rolled back, the model reads why',
      check: (_, place) => {
        expect(resultsOf(place).map(({ output, isError }) => [output, isError])).toEqual([
          ['Plan less.', true],
          ['(there are no tasks)', false],
          ['Created #1 [pending] Test it', false],
          ['#1 [pending] Test it\n  all of it', false],
        ]);
      },
    },
  }),
  row('TaskCompleted', {
    answers: [{ err: 'The tests are red.', code: 2 }, {}],
    scene: asks({
      script: [
        calls(CREATE),
        ...[1, 2].map(() => calls(call('TaskUpdate', { taskId: '1', status: 'completed' }), call('TaskList'))),
        says('Done.'),
      ],
    }),
    sees: (place) => ({ ...common(place, 'TaskCompleted'), ...TASK }),
    effect: {
      does: 'the task stays open, the model reads why',
      check: (_, place) => {
        expect(outputsOf(place).slice(1)).toEqual([
          'The tests are red.',
          '#1 [pending] Test it\n  all of it',
          'Changed #1 [completed] Test it',
          '#1 [completed] Test it\n  all of it',
        ]);
      },
    },
  }),
];
