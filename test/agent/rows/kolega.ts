import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { chats, chatsInTerminal } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, messagesOf, outputsOf, runsOf, textsOf } from '../support/proof.ts';
import { common, KOLEGA_TOOL_ROWS } from './kolega-tools.ts';
import { bash, DELEGATE, DONE, LONG_WORK, NARROW, REPORT, SUMMARY } from './steps.ts';

const dialect = 'kolega';

/** Every event of Kolega Code. */
export const KOLEGA_ROWS: readonly EventRow[] = [
  {
    event: 'SessionStart',
    dialect,
    native: 'SessionStart',
    matcher: 'startup',
    answers: { out: { hookSpecificOutput: { additionalContext: 'The release is on Friday.' } } },
    scene: asks({ script: [DONE] }),
    sees: (place) => ({ ...common('SessionStart', place), source: 'startup' }),
    effect: {
      does: 'its context is in the conversation before the prompt',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        const kinds = place.transcript().flatMap(({ item }) => (item as { kind?: string } | undefined)?.kind ?? []);
        expect(kinds).toEqual(['reminder', 'user', 'assistant']);
        expect(textsOf(place, 'reminder')[0]).toContain('\nThe release is on Friday.\n');
      },
    },
  },
  {
    event: 'UserPromptSubmit',
    dialect,
    native: 'UserPromptSubmit',
    answers: { code: 2, err: 'Prompts about money are not answered.' },
    scene: asks({ prompt: 'Pay the bill.', script: [DONE] }),
    sees: (place) => ({ ...common('UserPromptSubmit', place), user_message: 'Pay the bill.' }),
    effect: {
      does: 'rejects the prompt: no model call, the user reads the reason, exit 2',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 2, stderr: 'Prompts about money are not answered.\n' });
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'Stop',
    dialect,
    native: 'Stop',
    answers: { code: 2, err: 'The tests still fail.' },
    scene: asks({ script: Array.from({ length: 6 }, (_, index) => ({ text: `Try ${index + 1}.` })) }),
    sees: (place) => ({ ...common('Stop', place), stop_reason: 'end_turn', last_message: 'Try 1.' }),
    effect: {
      does: 'keeps the agent working with the reason as a user message, 5 times a turn, then stops with a warning',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(place.payloads('hook').map((payload) => payload['last_message'])).toEqual(
          [1, 2, 3, 4, 5, 6].map((number) => `Try ${number}.`),
        );
        expect(textsOf(place, 'user')).toEqual(['Do it.', ...Array<string>(5).fill('The tests still fail.')]);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: stopping although .* 5 times$/));
      },
    },
  },
  {
    event: 'SubagentStop',
    dialect,
    native: 'SubagentStop',
    matcher: 'general-purpose',
    answers: { code: 2, err: 'The count was not checked.' },
    scene: asks({ script: [DELEGATE, REPORT, DONE] }),
    sees: (place) => ({
      ...common('SubagentStop', place),
      agent_name: 'general-purpose',
      result: 'There are 3 files.',
      sub_agent_info: { agent_id: expect.any(String), agent_name: 'general-purpose', task: 'Count the files.' },
    }),
    effect: {
      does: 'advisory: "[hook] …" is appended to the result that the parent sees',
      check: (asked, place) => {
        expect(outputsOf(place)).toEqual(['There are 3 files.\n[hook] The count was not checked.']);
        expect(runsOf(asked, 'SubagentStop')).toMatchObject([{ status: 'failed', fault: { code: 'no_power' } }]);
      },
    },
  },
  {
    event: 'PreCompact',
    dialect,
    native: 'PreCompact',
    matcher: 'auto',
    answers: { code: 2, err: 'Keep all of it.' },
    scene: asks({ script: [LONG_WORK, SUMMARY, DONE], args: NARROW }),
    sees: (place) => ({
      ...common('PreCompact', place),
      trigger: 'auto',
      input_tokens: 900,
      model_context_length: 1000,
    }),
    effect: {
      does: 'advisory: a refusal is the fault no_power, and the conversation is compacted',
      check: (asked) => {
        expect(runsOf(asked, 'PreCompact')).toMatchObject([{ status: 'failed', fault: { code: 'no_power' } }]);
        expect(happened(asked, 'compacted')).toMatchObject([{ trigger: 'auto', summary: 'The user wants it done.' }]);
      },
    },
  },
  {
    event: 'Notification',
    dialect,
    native: 'Notification',
    matcher: 'permission_prompt',
    answers: { code: 2, err: 'Do not disturb.' },
    scene: chatsInTerminal({
      script: [bash('touch made'), DONE],
      talk: async ({ send, until, shown }) => {
        await until(() => shown().includes('> '));
        send('Do it.');
        await until(() => shown().includes('Allow?'));
        send('y');
        await until(() => shown().includes('Done.'));
        send('/exit');
      },
    }),
    sees: (place) => ({
      ...common('Notification', place),
      notification_type: 'permission_prompt',
      message: 'Permission requested for execute_terminal_command',
      tool_name: 'execute_terminal_command',
    }),
    effect: {
      does: 'advisory: the notification is shown and the user asked, whatever the hook says',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(asked.stdout).toContain('refused, but Notification cannot be stopped: Do not disturb.');
        expect(asked.stdout).toContain('notice Permission requested for Bash');
        expect(existsSync(join(place.project, 'made'))).toBe(true);
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect,
    native: 'SessionEnd',
    matcher: 'ask_complete',
    answers: { code: 2, err: 'Stay here.' },
    scene: asks({ script: [DONE] }),
    sees: (place) => ({ ...common('SessionEnd', place), reason: 'ask_complete' }),
    effect: {
      does: 'advisory: a refusal is the fault no_power, and the session ends',
      check: (asked) => {
        expect(asked.status).toBe(0);
        expect(runsOf(asked, 'SessionEnd')).toMatchObject([{ status: 'failed', fault: { code: 'no_power' } }]);
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect,
    native: 'SessionEnd',
    matcher: 'quit',
    scene: chats({ script: [DONE], talk: ({ send }) => send('Do it.', '/exit', 'Never read.') }),
    sees: (place) => ({ ...common('SessionEnd', place), reason: 'quit' }),
    effect: {
      does: 'hears of `/exit` as "quit"; the session ends',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 0, stdout: 'Done.\n' });
        expect(textsOf(place, 'user')).toEqual(['Do it.']);
      },
    },
  },
  ...KOLEGA_TOOL_ROWS,
];
