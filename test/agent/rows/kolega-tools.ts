import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, itemsOf, messagesOf, outputsOf, textsOf } from '../support/proof.ts';
import type { Workplace } from '../support/workplace.ts';
import { bash, BYPASS, DONE } from './steps.ts';

const dialect = 'kolega';

/** The fields that open every payload of Kolega Code. */
export const common = (native: string, place: Workplace, mode: 'auto' | 'ask' = 'ask') => ({
  hook_event_name: native,
  session_id: expect.any(String),
  cwd: place.project,
  permission_mode: mode,
});

/** The events of Kolega Code around a tool. */
export const KOLEGA_TOOL_ROWS: readonly EventRow[] = [
  {
    event: 'PreToolUse',
    dialect,
    native: 'PreToolUse',
    matcher: 'execute_terminal_command',
    answers: {
      out: { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no new files' } },
    },
    scene: asks({ script: [bash('touch made'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('PreToolUse', place, 'auto'),
      tool_name: 'execute_terminal_command',
      tool_input: { command: 'touch made' },
      tool_use_id: 'call-1',
    }),
    effect: {
      does: 'denies the tool with "Permission denied for Bash: …"',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(existsSync(join(place.project, 'made'))).toBe(false);
        expect(outputsOf(place)).toEqual(['Permission denied for Bash: no new files']);
        expect(textsOf(place, 'assistant')).toEqual(['', 'Done.']);
      },
    },
  },
  {
    event: 'PreToolUse',
    dialect,
    native: 'PreToolUse',
    matcher: 'create_file',
    answers: { out: { hookSpecificOutput: { updatedInput: { path: 'drafts/note.md', content: 'as rewritten' } } } },
    scene: asks({
      script: [{ calls: [{ name: 'Write', input: { file_path: 'note.md', content: 'as asked' } }] }, DONE],
      args: BYPASS,
    }),
    sees: (place) => ({
      ...common('PreToolUse', place, 'auto'),
      tool_name: 'create_file',
      tool_input: { path: 'note.md', content: 'as asked' },
    }),
    effect: {
      does: 'the tool runs with the input as rewritten',
      check: (_asked, place) => {
        expect(existsSync(join(place.project, 'note.md'))).toBe(false);
        expect(existsSync(join(place.project, 'drafts/note.md'))).toBe(true);
        expect(outputsOf(place)).toEqual([expect.stringContaining('(12 bytes)')]);
      },
    },
  },
  {
    event: 'PostToolUse',
    dialect,
    native: 'PostToolUse',
    answers: [{ code: 2, err: 'That is enough.' }, {}],
    scene: asks({ script: [bash('echo one', 'echo two > second'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('PostToolUse', place, 'auto'),
      tool_name: 'execute_terminal_command',
      tool_input: { command: 'echo one' },
      tool_output: 'one\n',
      is_error: false,
    }),
    effect: {
      does: 'ends the turn after the running batch; "[hook] …" is appended to the output; a warning to the user',
      check: (asked, place) => {
        expect(asked.status).toBe(0);
        expect(existsSync(join(place.project, 'second'))).toBe(true);
        expect(outputsOf(place)).toEqual(['one\n\n[hook] That is enough.', '(no output)']);
        expect(messagesOf(asked)).toContain('warning: That is enough.');
        expect(happened(asked, 'turn_end')).toMatchObject([{ how: 'ended_by_hook', reason: 'That is enough.' }]);
        expect(textsOf(place, 'assistant')).toEqual(['']);
      },
    },
  },
  {
    event: 'PostToolUseFailure',
    dialect,
    native: 'PostToolUse',
    answers: {
      out: { hookSpecificOutput: { updatedToolOutput: 'The disk is full.', additionalContext: 'Call the operator.' } },
    },
    scene: asks({ script: [bash('echo bad; exit 3'), DONE], args: BYPASS }),
    sees: (place) => ({
      ...common('PostToolUse', place, 'auto'),
      tool_name: 'execute_terminal_command',
      tool_input: { command: 'echo bad; exit 3' },
      tool_output: 'bad\nexit code 3',
      is_error: true,
    }),
    effect: {
      does: 'the error is replaced, then the context appended',
      check: (_asked, place) => {
        const [output = ''] = outputsOf(place);
        expect(output).toMatch(
          /^The disk is full\.\n<system-reminder>\n.*\nCall the operator\.\n<\/system-reminder>$/s,
        );
        expect(itemsOf(place, 'results')[0]?.results[0]?.isError).toBe(true);
      },
    },
  },
];
