import type { CommandRow } from '../arguments.ts';
import { LAST, PLACE } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const TEST = {
  name: 'test',
  about: 'Run the test cases beside the hooks.',
  words: { usage: '[PATH...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
  options: [
    TOOLBOX_OPTIONS.exampleOf,
    TOOLBOX_OPTIONS.exampleTool,
    TOOLBOX_OPTIONS.filter,
    TOOLBOX_OPTIONS.watch,
    TOOLBOX_OPTIONS.update,
    TOOLBOX_OPTIONS.caseReporter,
    TOOLBOX_OPTIONS.casesAtOnce,
    TOOLBOX_OPTIONS.recordCases,
    OPTIONS.trustHooks,
    ...PLACE,
    ...LAST,
  ],
  examples: [
    { does: 'every case beside the hooks of this project and of yours', line: 'hookline test' },
    { does: 'in CI, where the checkout is not trusted yet', line: 'hookline test --trust-hooks --reporter github' },
    { does: 'an event to start a fixture from', line: 'hookline test --example PreToolUse --dialect kolega' },
    { does: 'while you write', line: 'hookline test --watch --filter rm' },
  ],
  exits: {
    0: 'all cases passed',
    1: 'a case failed, or the call could not be carried out',
    2: 'no case ran, or a case file has an error',
    130: 'interrupted while cases ran; --watch that is waiting ends with the status of its last run',
  },
} as const satisfies CommandRow;
