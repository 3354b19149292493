import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, itemsOf, messagesOf, outputsOf, runsOf, textsOf } from '../support/proof.ts';
import type { Workplace } from '../support/workplace.ts';
import { bash, BYPASS, DELEGATE, DONE, LONG_WORK, NARROW, REPORT, SUMMARY } from './steps.ts';

const dialect = 'agent-hooks';

const common = (native: string, place: Workplace) => ({
  event_type: native,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/),
  session_id: expect.any(String),
  work_dir: place.project,
});

const SUBAGENT = {
  subagent_name: 'count files',
  subagent_type: 'general-purpose',
  task_description: 'Count the files.',
};

const deny = (reason: string) => ({ out: { decision: 'deny', reason } });

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
      does: 'aborts the session: no model call, the person reads the reason, exit 1',
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
      does: 'calls off an exit that the person asked for: the session goes on until the next one',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 0, stdout: 'Done.\n' });
        expect(asked.stderr).toContain('warning The work is not saved.');
        expect(asked.stderr).toContain('the session goes on: a hook called off the exit');
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
      does: 'rejects the prompt: no model call, the person reads the reason, exit 2',
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
    event: 'PreToolUse',
    dialect,
    native: 'before_tool',
    matcher: 'Shell',
    answers: { code: 2, err: 'Dangerous command blocked' },
    scene: asks({ script: [bash('touch made'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('before_tool', place),
      tool_name: 'Shell',
      tool_input: { command: 'touch made' },
      tool_use_id: 'call-1',
    }),
    effect: {
      does: 'denies the tool: the model reads the reason as a tool error',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(existsSync(join(place.project, 'made'))).toBe(false);
        expect(itemsOf(place, 'results')).toMatchObject([
          { results: [{ output: 'Dangerous command blocked', isError: true }] },
        ]);
        expect(textsOf(place, 'assistant')).toEqual(['', 'Done.']);
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'before_tool',
    matcher: '^WriteFile$',
    answers: {
      out: {
        decision: 'allow',
        modified_input: { path: 'drafts/note.md', content: 'as rewritten' },
        additional_context: 'Drafts go to drafts.',
      },
    },
    scene: asks({
      script: [{ calls: [{ name: 'Write', input: { file_path: 'note.md', content: 'as asked' } }] }, DONE],
      args: BYPASS,
    }),
    sees: (place) => ({
      ...common('before_tool', place),
      tool_name: 'WriteFile',
      tool_input: { path: 'note.md', content: 'as asked' },
    }),
    effect: {
      does: 'the tool runs with the input as rewritten; the context is given to the model beside the result',
      check: (_asked, place) => {
        expect(existsSync(join(place.project, 'note.md'))).toBe(false);
        expect(existsSync(join(place.project, 'drafts/note.md'))).toBe(true);
        expect(outputsOf(place)).toEqual([expect.stringContaining('\nDrafts go to drafts.\n')]);
      },
    },
  },
  {
    event: 'PostToolUse',
    dialect,
    native: 'after_tool',
    matcher: 'Shell',
    answers: { code: 2, err: 'The output held a key.' },
    scene: asks({ script: [bash('echo secret > made; cat made'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('after_tool', place),
      tool_name: 'Shell',
      tool_input: { command: 'echo secret > made; cat made' },
      tool_use_id: 'call-1',
      tool_output: 'secret\n',
      error: null,
      duration_ms: expect.any(Number),
    }),
    effect: {
      does: 'withholds the output: the model reads the reason instead',
      check: (_asked, place) => {
        expect(existsSync(join(place.project, 'made'))).toBe(true);
        expect(outputsOf(place)).toEqual(['The output held a key.']);
        expect(textsOf(place, 'assistant')).toEqual(['', 'Done.']);
      },
    },
  },
  {
    event: 'PostToolUseFailure',
    dialect,
    native: 'after_tool_failure',
    matcher: 'Shell',
    answers: deny('The error held a key.'),
    scene: asks({ script: [bash('echo secret; exit 3'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('after_tool_failure', place),
      tool_name: 'Shell',
      tool_input: { command: 'echo secret; exit 3' },
      tool_use_id: 'call-1',
      error: 'secret\nexit code 3',
      duration_ms: expect.any(Number),
    }),
    effect: {
      does: 'withholds the error: the model reads the reason instead',
      check: (_asked, place) => {
        expect(outputsOf(place)).toEqual(['The error held a key.']);
        expect(itemsOf(place, 'results')[0]?.results[0]?.isError).toBe(true);
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
      does: 'cancels the compaction, and the person is told',
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
      stop_reason: 'end_turn',
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
];
