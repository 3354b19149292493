import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { itemsOf, outputsOf, textsOf } from '../support/proof.ts';
import type { Workplace } from '../support/workplace.ts';
import { bash, BYPASS, DONE } from './steps.ts';

const dialect = 'agent-hooks';

/** The fields that open every payload of the standard. */
export const common = (native: string, place: Workplace) => ({
  event_type: native,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/),
  session_id: expect.any(String),
  work_dir: place.project,
});

/** The answer that refuses. */
export const deny = (reason: string) => ({ out: { decision: 'deny', reason } });

/** The events of the Agent Hooks standard around a tool. */
export const AGENT_HOOKS_TOOL_ROWS: readonly EventRow[] = [
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
];
