import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, itemsOf, messagesOf, outputsOf, textsOf } from '../support/proof.ts';
import { bash, BYPASS, DONE } from './steps.ts';

const dialect = 'kode';

const common = (native: string) => ({ event: native, session_id: expect.any(String) });

/** Every event of Kode. */
export const KODE_ROWS: readonly EventRow[] = [
  {
    event: 'SessionStart',
    dialect,
    native: 'session_start',
    answers: { code: 1, err: 'No network.' },
    scene: asks({ script: [DONE] }),
    sees: (place) => ({
      ...common('session_start'),
      work_dir: place.project,
      provider: 'scripted',
      model: 'script.json',
    }),
    effect: {
      does: 'aborts the session: no model call, KODE-HOOK-002 with stderr is shown, exit 1',
      check: (asked, place) => {
        expect(asked.status).toBe(1);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^error: KODE-HOOK-002.*No network\./s));
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'UserPromptSubmit',
    dialect,
    native: 'user_prompt_submit',
    answers: { out: { block: true, annotation: 'Name a ticket first.' } },
    scene: asks({ prompt: 'Fix it.', script: [DONE] }),
    sees: () => ({ ...common('user_prompt_submit'), prompt: 'Fix it.', attachments: [] }),
    effect: {
      does: 'rejects the prompt: no model call, the annotation is the reason, exit 2',
      check: (asked, place) => {
        expect(asked).toMatchObject({ status: 2, stderr: 'Name a ticket first.\n' });
        expect([...textsOf(place, 'user'), ...textsOf(place, 'assistant')]).toEqual([]);
      },
    },
  },
  {
    event: 'UserPromptSubmit',
    dialect,
    native: 'user_prompt_submit',
    answers: { out: { replace_prompt: 'Fix ticket 7.', annotation: 'The ticket was looked up.' } },
    scene: asks({ prompt: 'Fix it.', script: [DONE] }),
    sees: () => ({ ...common('user_prompt_submit'), prompt: 'Fix it.' }),
    effect: {
      does: 'the model is given the replaced prompt; the annotation is shown to the user',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(textsOf(place, 'user')).toEqual(['Fix ticket 7.']);
        expect(messagesOf(asked)).toContain('info: The ticket was looked up.');
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'tool_call_pre',
    answers: { code: 3, err: 'no new files' },
    scene: asks({ script: [bash('touch made'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('tool_call_pre'),
      tool: 'shell',
      input: { command: 'touch made' },
      auto_approve: true,
    }),
    effect: {
      does: 'denies the tool at any exit but 0: the model reads the reason as a tool error',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(existsSync(join(place.project, 'made'))).toBe(false);
        expect(itemsOf(place, 'results')).toMatchObject([{ results: [{ isError: true }] }]);
        expect(outputsOf(place)).toEqual(['no new files']);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^error: KODE-HOOK-002.*no new files/s));
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'tool_call_pre',
    answers: { out: { replace_tool_input: { path: 'drafts/note.md', content: 'as rewritten' } } },
    scene: asks({
      script: [{ calls: [{ name: 'Write', input: { file_path: 'note.md', content: 'as asked' } }] }, DONE],
      args: ['--permission-mode', 'acceptEdits'],
    }),
    sees: () => ({
      ...common('tool_call_pre'),
      tool: 'write_file',
      input: { path: 'note.md', content: 'as asked' },
      auto_approve: true,
    }),
    effect: {
      does: 'the tool runs with the input as rewritten',
      check: (_asked, place) => {
        expect(existsSync(join(place.project, 'note.md'))).toBe(false);
        expect(existsSync(join(place.project, 'drafts/note.md'))).toBe(true);
      },
    },
  },
  {
    event: 'PostToolUse',
    dialect,
    native: 'tool_call_post',
    answers: { code: 1, err: 'The output held a key.' },
    scene: asks({ script: [bash('echo secret > made; cat made'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('tool_call_post'),
      tool: 'shell',
      exit_code: 0,
      output: 'secret\n',
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
    native: 'tool_call_post',
    answers: { out: { block: true, annotation: 'The error held a key.' } },
    scene: asks({ script: [bash('echo secret; exit 3'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('tool_call_post'),
      tool: 'shell',
      exit_code: 3,
      output: 'secret\nexit code 3',
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
    event: 'SessionEnd',
    dialect,
    native: 'session_end',
    answers: { code: 1, err: 'Stay here.' },
    scene: asks({ script: [DONE] }),
    sees: () => ({ ...common('session_end'), reason: 'user_exit', turns: 1 }),
    effect: {
      does: 'cannot stop the exit: a refusal is reported as KODE-HOOK-002, and the session ends',
      check: (asked) => {
        expect(asked.status).toBe(0);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: KODE-HOOK-002.*Stay here\./s));
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect,
    native: 'session_end',
    scene: (place) =>
      place.ask({
        script: [{ text: 'Too late.', delayMs: 60_000 }],
        during: async ({ kill }) => {
          await waitUntil(() => textsOf(place, 'user').length > 0);
          kill('SIGTERM');
        },
      }),
    sees: () => ({ ...common('session_end'), reason: 'sigterm', turns: 1 }),
    effect: {
      does: 'hears of SIGTERM in the middle of a turn; the session ends with status 143',
      check: (asked, place) => {
        expect(asked.status).toBe(143);
        expect(happened(asked, 'turn_end')).toMatchObject([{ how: 'interrupted' }]);
        expect(textsOf(place, 'assistant')).toEqual([]);
      },
    },
  },
];
