import type { CommandRow } from '../arguments.ts';
import { HOOKS } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const REPLAY = {
  name: 'replay',
  about:
    'Run recorded events against hooks and compare the decisions; hooks run for real, what the events describe is not done again.',
  words: { usage: '[TRANSCRIPT|RECORD|-...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
  options: [
    OPTIONS.since,
    OPTIONS.ofSession,
    OPTIONS.ofEvent,
    TOOLBOX_OPTIONS.sample,
    TOOLBOX_OPTIONS.seed,
    TOOLBOX_OPTIONS.newest,
    TOOLBOX_OPTIONS.cut,
    TOOLBOX_OPTIONS.withBackground,
    TOOLBOX_OPTIONS.jobs,
    TOOLBOX_OPTIONS.failOn,
    TOOLBOX_OPTIONS.projectOfAll,
    ...HOOKS,
    TOOLBOX_OPTIONS.replayLines,
    OPTIONS.help,
  ],
  examples: [
    { does: 'what would the hooks of today have decided last week?', line: 'hookline replay --since 7d' },
    { does: 'a tenth of all tool calls', line: 'hookline replay --event PreToolUse --sample 10%' },
    {
      does: 'the hooks of another copy of the project, in a pipeline',
      line: 'hookline replay --project ../next --fail-on loosened',
    },
    { does: 'the transcripts of sessions', line: 'hookline replay session.jsonl --json' },
  ],
  exits: {
    0: 'compared',
    1: 'with --fail-on: something is decided differently; or the call could not be carried out',
    130: 'interrupted; what was done so far is printed',
  },
} as const satisfies CommandRow;
