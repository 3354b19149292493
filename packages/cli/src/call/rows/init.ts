import type { CommandRow } from '../arguments.ts';
import { LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const INIT = {
  name: 'init',
  about: 'Make a project ready for hooks: a configuration, an example guard and its cases.',
  options: [
    { ...TOOLBOX_OPTIONS.newDialect, about: 'The system to make ready, or all. Repeatable.' },
    TOOLBOX_OPTIONS.language,
    TOOLBOX_OPTIONS.dryRun,
    TOOLBOX_OPTIONS.yes,
    TOOLBOX_OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    ...LAST,
  ],
  examples: [
    { does: 'choose the system when asked', line: 'hookline init' },
    { does: 'two systems at once', line: 'hookline init --dialect kolega --dialect qoder' },
    { does: 'see what would be written', line: 'hookline init --dialect kode --dry-run' },
  ],
  exits: {
    0: 'ready, now or already',
    1: 'nothing was written: no system is named, a file stands in the way, or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
} as const satisfies CommandRow;
