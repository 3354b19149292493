import type { CommandRow } from '../command-row.ts';
import { EVENT, LAST, PLACE } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const EXPLAIN = {
  name: 'explain',
  about: 'Say which hooks an event would run, in which order, and why; or why a recorded event was decided as it was.',
  words: { usage: '[last|DECISION-ID|FILE|-]', min: 0, max: 1, completes: 'files' },
  options: [TOOLBOX_OPTIONS.order, ...EVENT, ...PLACE, OPTIONS.debug, ...LAST],
  examples: [
    {
      does: 'see why a hook does not run',
      line: `hookline explain --event PreToolUse --tool Write --input '{"file_path":"a.md"}'`,
    },
    { does: 'why the last event was decided as it was', line: 'hookline explain last' },
    { does: 'one from the log', line: 'hookline explain 01m7fyfvyxea7narj8gqyfp4xq' },
    {
      does: 'would it be decided otherwise if the hooks ended in another order?',
      line: 'hookline explain last --order',
    },
  ],
  exits: {
    0: 'explained',
    1: 'no such decision, a bad event; with --order: another order of finishing gives another outcome',
  },
} as const satisfies CommandRow;
