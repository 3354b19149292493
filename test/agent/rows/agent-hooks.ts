import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, messagesOf, outputsOf, runsOf, textsOf } from '../support/proof.ts';
import { AGENT_HOOKS_TOOL_ROWS, common, deny } from './agent-hooks-tools.ts';
import { DELEGATE, DONE, LONG_WORK, NARROW, REPORT, SUMMARY } from './steps.ts';

const dialect = 'agent-hooks';

const SUBAGENT = {
  subagent_name: 'count files',
  subagent_type: 'general-purpose',
  task_description: 'Count the files.',
};

/** Every event of the Agent Hooks standard. */
export const AGENT_HOOKS_ROWS: readonly EventRow[] = [
  {
    event: 'SessionStart',
    dialect,
    native: 'session_start',
    answers: { code: 2, err: 'The licence has run out.' },
    scene: asks({ script: [DONE] }),
    sees: (place) => ({ ...common('session_start', place), model: 'script.json', args: {} }),
    effect: {
      does: 'aborts the session: no model call, the user reads the reason, exit 1',
      check: (asked, place) => {
        expect(asked).toMatchObject({
          status: 1,
          stderr: 'hookline: a hook did not let the session start: The licence has run out.\n',
        });
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect,
    native: 'session_end',
    answers: [deny('The work is not saved.'), {}],
    scene: chats({ script: [DONE], talk: ({ send }) => send('/exit', 'Save it.', '/exit', 'Never read.') }),
    sees: (place) => ({
      ...common('session_end', place),
      duration_seconds: expect.any(Number),
      total_steps: 0,
      exit_reason: 'user_exit',
    }),
    effect: {
      does: 'calls off an exit that the user asked for: the session goes on until the next one',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 0, stdout: 'Done.\n' });
        expect(asked.stderr).toContain('warning The work is not saved.');
        expect(asked.stderr).toContain('the session goes on: a hook stopped the exit');
        expect(textsOf(place, 'user')).toEqual(['Save it.']);
        expect(place.payloads('hook').map((payload) => payload['total_steps'])).toEqual([0, 1]);
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect,
    native: 'session_end',
    answers: deny('The work is not saved.'),
    scene: asks({ script: [DONE] }),
    sees: (place) => ({ ...common('session_end', place), total_steps: 1, exit_reason: 'ask_complete' }),
    effect: {
      does: 'any other exit goes on, with a warning',
      check: (asked) => {
        expect(asked.status).toBe(0);
        expect(messagesOf(asked)).toContain(
          'warning: the session ends although a hook objects: The work is not saved.',
        );
      },
    },
  },
  {
    event: 'TurnStart',
    dialect,
    native: 'before_agent',
    answers: deny('Ask again tomorrow.'),
    scene: asks({ prompt: 'Deploy it.', script: [DONE] }),
    sees: (place) => ({ ...common('before_agent', place), prompt: 'Deploy it.' }),
    effect: {
      does: 'rejects the prompt: no model call, the user reads the reason, exit 2',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 2, stderr: 'Ask again tomorrow.\n' });
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'TurnEnd',
    dialect,
    native: 'after_agent',
    answers: [deny('Write the summary too.'), {}],
    scene: asks({ script: [DONE, { text: 'Here is the summary.' }] }),
    sees: (place) => common('after_agent', place),
    effect: {
      does: 'keeps the agent working: the reason is its next instruction',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(textsOf(place, 'user')).toEqual(['Do it.', 'Write the summary too.']);
        expect(textsOf(place, 'assistant')).toEqual(['Done.', 'Here is the summary.']);
      },
    },
  },
  {
    event: 'SubagentStart',
    dialect,
    native: 'subagent_start',
    answers: deny('Do it yourself.'),
    scene: asks({ script: [DELEGATE, REPORT, DONE] }),
    sees: (place) => ({ ...common('subagent_start', place), ...SUBAGENT }),
    effect: {
      does: 'refuses the sub-agent: its parent reads the reason',
      check: (asked, place) => {
        expect(happened(asked, 'subagent')).toEqual([]);
        expect(outputsOf(place)).toEqual(['Do it yourself.']);
        expect(textsOf(place, 'assistant')).toEqual(['', 'Done.']);
      },
    },
  },
  {
    event: 'SubagentStop',
    dialect,
    native: 'subagent_stop',
    answers: [deny('Count the folders too.'), {}],
    scene: asks({ script: [DELEGATE, REPORT, { for: 'subagent', text: '3 files, 1 folder.' }, DONE] }),
    sees: (place) => ({ ...common('subagent_stop', place), ...SUBAGENT }),
    effect: {
      does: 'keeps the sub-agent working: the reason is its next instruction',
      check: (asked, place) => {
        expect(outputsOf(place)).toEqual(['3 files, 1 folder.']);
        expect(runsOf(asked, 'SubagentStop').map(({ status }) => status)).toEqual(['blocked', 'passed']);
      },
    },
  },
  {
    event: 'PreCompact',
    dialect,
    native: 'pre_compact',
    answers: deny('The details matter.'),
    scene: asks({ script: [LONG_WORK, SUMMARY, DONE], args: NARROW }),
    sees: (place) => ({ ...common('pre_compact', place), trigger: 'auto' }),
    effect: {
      does: 'cancels the compaction, and the user is told',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(happened(asked, 'compacted')).toEqual([]);
        expect(place.transcript().some(({ type }) => type === 'compacted')).toBe(false);
        expect(messagesOf(asked)).toContain('info: the conversation was not compacted: The details matter.');
        expect(textsOf(place, 'assistant')).toEqual(['Reading.', 'Done.']);
      },
    },
  },
  {
    event: 'Stop',
    dialect,
    native: 'before_stop',
    answers: deny('The tests still fail.'),
    scene: asks({ script: Array.from({ length: 4 }, (_, index) => ({ text: `Try ${index + 1}.` })) }),
    sees: (place) => ({
      ...common('before_stop', place),
      stop_reason: 'no_tool_calls',
      step_count: 1,
      final_message: { role: 'assistant', content: 'Try 1.' },
    }),
    effect: {
      does: 'keeps the agent working with "[Hook blocked stop: …]", 3 times a turn, then stops with a warning',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(place.payloads('hook').map((payload) => payload['step_count'])).toEqual([1, 2, 3, 4]);
        const instruction = '[Hook blocked stop: The tests still fail.]';
        expect(textsOf(place, 'user')).toEqual(['Do it.', instruction, instruction, instruction]);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: stopping although .* 3 times$/));
      },
    },
  },
  ...AGENT_HOOKS_TOOL_ROWS,
];
