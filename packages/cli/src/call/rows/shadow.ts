import type { CommandRow } from '../arguments.ts';
import { LAST, PLACE } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const SHADOW = {
  name: 'shadow',
  about: 'Let a hook run without deciding, or let it decide again; hookline log shows what it would have done.',
  words: { usage: '[HOOK]', min: 0, max: 1, completes: 'nothing' },
  options: [
    TOOLBOX_OPTIONS.off,
    TOOLBOX_OPTIONS.listShadows,
    TOOLBOX_OPTIONS.dryRun,
    OPTIONS.unattended,
    ...PLACE,
    ...LAST,
  ],
  examples: [
    {
      does: 'let a hook run for a while without deciding',
      line: 'hookline shadow block-rm',
    },
    {
      does: 'by its id, where several hooks have that name; let it decide again',
      line: `hookline shadow 'kolega:project:PreToolUse[0].hooks[0]' --off`,
    },
    { does: 'every hook in shadow', line: 'hookline shadow --list' },
  ],
  exits: {
    0: 'done, or nothing to do',
    1: 'no such hook, a name of several hooks, or the settings cannot be used',
  },
} as const satisfies CommandRow;
