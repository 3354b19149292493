import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, itemsOf, messagesOf, textsOf } from '../support/proof.ts';
import { common, POLYTOKEN_BACKGROUND_ROWS } from './polytoken-background.ts';
import { bash, BYPASS, DONE, LONG_WORK, NARROW, SUMMARY } from './steps.ts';

const dialect = 'polytoken';

/** Every event of Polytoken. */
export const POLYTOKEN_ROWS: readonly EventRow[] = [
  {
    event: 'SessionStart',
    dialect,
    native: 'session_start',
    answers: { out: { outcome: 'allow', additional_context: 'The release is on Friday.' } },
    scene: asks({ script: [DONE] }),
    sees: () => common('session_start'),
    effect: {
      does: 'its context is in the conversation as a system reminder that names the hook',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(textsOf(place, 'reminder')).toEqual([
          '<system-reminder>\nFrom hook "hook":\nThe release is on Friday.\n</system-reminder>',
        ]);
      },
    },
  },
  {
    event: 'UserPromptSubmit',
    dialect,
    native: 'pre_user_prompt',
    answers: { out: { outcome: 'reject', reason: 'Prompts about money are not answered.' } },
    scene: asks({ prompt: 'Pay the bill.', script: [DONE] }),
    sees: () => ({ ...common('pre_user_prompt'), prompt: 'Pay the bill.' }),
    effect: {
      does: 'rejects the prompt: no model call, the user reads the reason, exit 2',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 2, stderr: 'Prompts about money are not answered.\n' });
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'PreModelTurn',
    dialect,
    native: 'pre_model_turn',
    answers: [
      { out: { outcome: 'retry', reason: 'Look at the clock first.' } },
      { out: { outcome: 'proceed', additional_context: 'It is noon.' } },
    ],
    scene: asks({ script: [DONE] }),
    sees: () => common('pre_model_turn'),
    effect: {
      does: 'sends the turn back with the reason injected; the next answer adds its context, then the model speaks',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(place.payloads('hook')).toHaveLength(2);
        expect(textsOf(place, 'reminder')).toEqual([
          '<system-reminder>\nFrom hook "hook":\nLook at the clock first.\n</system-reminder>',
          '<system-reminder>\nFrom hook "hook":\nIt is noon.\n</system-reminder>',
        ]);
        expect(textsOf(place, 'assistant')).toEqual(['Done.']);
      },
    },
  },
  {
    event: 'PreModelTurn',
    dialect,
    native: 'pre_model_turn',
    answers: { code: 2, err: 'Not now.' },
    scene: asks({ script: [DONE] }),
    sees: () => common('pre_model_turn'),
    effect: {
      does: 'after 10 retries in a row the turn is handed back with a warning',
      check: (asked, place) => {
        expect(asked.status).toBe(1);
        expect(place.payloads('hook')).toHaveLength(11);
        expect(textsOf(place, 'reminder')).toHaveLength(10);
        expect(textsOf(place, 'assistant')).toEqual([]);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: .* 10 times in a row/));
        expect(happened(asked, 'turn_end')).toMatchObject([{ how: 'failed' }]);
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'pre_tool_use',
    matcher: 'shell_*',
    answers: { out: { outcome: 'deny', reason: 'no new files' } },
    scene: asks({ script: [bash('touch made'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('pre_tool_use', 'shell_exec'),
      tool_name: 'shell_exec',
      input: { command: 'touch made' },
    }),
    effect: {
      does: 'denies the tool: the model reads the reason as a tool error',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(existsSync(join(place.project, 'made'))).toBe(false);
        expect(itemsOf(place, 'results')).toMatchObject([{ results: [{ output: 'no new files', isError: true }] }]);
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'pre_tool_use',
    matcher: 'file_edit_*',
    answers: { code: 7, err: 'the guard broke' },
    prepare: (place) => {
      place.file('note.md', 'old\n');
    },
    scene: (place) =>
      place.ask({
        script: [
          {
            calls: [
              {
                name: 'Edit',
                input: { file_path: join(place.project, 'note.md'), old_string: 'old', new_string: 'new' },
              },
            ],
          },
          DONE,
        ],
        args: BYPASS,
      }),
    sees: () => ({
      ...common('pre_tool_use', 'file_edit_search_replace'),
      tool_name: 'file_edit_search_replace',
      input: { path: 'note.md', old_string: 'old', new_string: 'new' },
    }),
    effect: {
      does: 'a hook that fails denies the tool too',
      check: (_asked, place) => {
        expect(itemsOf(place, 'results')).toMatchObject([
          { results: [{ output: expect.stringContaining('the guard broke'), isError: true }] },
        ]);
      },
    },
  },
  {
    event: 'Stop',
    dialect,
    native: 'stop',
    answers: { out: { outcome: 'continue', reason: 'The tests still fail.' } },
    scene: asks({ script: Array.from({ length: 11 }, (_, index) => ({ text: `Try ${index + 1}.` })) }),
    sees: () => ({ ...common('stop'), last_assistant_message: 'Try 1.' }),
    effect: {
      does: 'keeps the agent working with the reason as its next instruction, 10 times, then stops with a warning',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(place.payloads('hook')).toHaveLength(11);
        expect(textsOf(place, 'user')).toEqual(['Do it.', ...Array<string>(10).fill('The tests still fail.')]);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: stopping although .* 10 times$/));
      },
    },
  },
  {
    event: 'PreCompact',
    dialect,
    native: 'pre_compaction',
    answers: { out: { outcome: 'suppress' } },
    scene: asks({ script: [LONG_WORK, SUMMARY, DONE], args: NARROW }),
    sees: () => ({ ...common('pre_compaction'), trigger: 'auto' }),
    effect: {
      does: 'suppresses the compaction, and nothing is said about it',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(happened(asked, 'compacted')).toEqual([]);
        expect(messagesOf(asked).filter((text) => text.includes('compacted'))).toEqual([]);
        expect(textsOf(place, 'assistant')).toEqual(['Reading.', 'Done.']);
      },
    },
  },
  {
    event: 'PreCompact',
    dialect,
    native: 'pre_compaction',
    answers: { out: { outcome: 'allow', prepend_to_prompt: 'Keep every number.' } },
    scene: chats({ script: [DONE, SUMMARY], talk: ({ send }) => send('Do it.', '/compact') }),
    sees: () => ({ ...common('pre_compaction'), trigger: 'manual' }),
    effect: {
      does: 'its text stands before the summary that the model goes on from',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(place.transcript().find(({ type }) => type === 'compacted')?.['items']).toEqual([
          { kind: 'summary', text: 'Keep every number.\n\nThe user wants it done.' },
        ]);
      },
    },
  },
  {
    event: 'PostCompact',
    dialect,
    native: 'post_compaction',
    answers: { out: { outcome: 'allow', append_to_output: 'The branch is called main.' } },
    scene: asks({ script: [LONG_WORK, SUMMARY, DONE], args: NARROW }),
    sees: () => ({ ...common('post_compaction'), trigger: 'auto', summary: 'The user wants it done.' }),
    effect: {
      does: 'its text stands after the summary that the model goes on from',
      check: (asked) => {
        expect(asked.status).toBe(0);
        expect(happened(asked, 'compacted')).toMatchObject([
          { summary: 'The user wants it done.\n\nThe branch is called main.' },
        ]);
      },
    },
  },
  {
    event: 'Notification',
    dialect,
    native: 'notification',
    answers: { out: { outcome: 'suppress' } },
    scene: chats({
      script: [DONE],
      env: { HOOKLINE_IDLE_SECONDS: '0.1' },
      talk: async ({ send, until }, place) => {
        await until(() => place.payloads('hook').length > 0);
        send('Do it.');
      },
    }),
    sees: () => ({
      ...common('notification'),
      notification_type: 'idle_prompt',
      message: 'The agent is waiting for your input',
    }),
    effect: {
      does: 'drops the notification: the user sees nothing of it',
      check: (asked) => {
        expect(asked).toMatchObject({ status: 0, stdout: 'Done.\n' });
        expect(asked.stderr).not.toMatch(/Notification|suppress|waiting for your input/);
      },
    },
  },
  ...POLYTOKEN_BACKGROUND_ROWS,
];
