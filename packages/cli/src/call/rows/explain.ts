import type { CommandRow } from '../arguments.ts';
import { EVENT, EVENT_PLACE, LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

const DEBUG = { ...OPTIONS.debug, about: 'With --order: show debug lines, and what hooks printed, on stderr.' };

export const EXPLAIN = {
  name: 'explain',
  about: 'Say which hooks an event would run, in which order, and why; or why a recorded event was decided as it was.',
  words: { usage: '[last|DECISION-ID|FILE|-]', min: 0, max: 1, completes: 'files' },
  options: [TOOLBOX_OPTIONS.order, ...EVENT, ...EVENT_PLACE, DEBUG, ...LAST],
  examples: [
    {
      does: 'see why a hook does not run',
      line: `hookline explain --event PreToolUse --tool Write --input '{"file_path":"a.md"}'`,
    },
    { does: 'why the last event was decided as it was', line: 'hookline explain last' },
    { does: 'one from the log', line: 'hookline explain 01m7fyfvyxea7narj8gqyfp4xq' },
    {
      does: 'would the outcome be another if the hooks ended in another order?',
      line: 'hookline explain last --order',
    },
  ],
  exits: {
    0: 'explained',
    1: 'no such decision, or a bad event; with --order: the outcome depends on which hook ends first',
  },
} as const satisfies CommandRow;
