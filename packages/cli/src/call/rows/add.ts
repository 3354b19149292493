import type { CommandRow } from '../arguments.ts';
import { LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const ADD = {
  name: 'add',
  about: 'Install a ready-made guard in the project, or for yourself, in any system.',
  words: { usage: '[GUARD]', min: 0, max: 1, completes: 'guards', advice: 'one guard at a time' },
  options: [
    TOOLBOX_OPTIONS.newDialect,
    TOOLBOX_OPTIONS.guardOption,
    TOOLBOX_OPTIONS.withPacks,
    TOOLBOX_OPTIONS.forUser,
    TOOLBOX_OPTIONS.listGuards,
    TOOLBOX_OPTIONS.updateGuards,
    TOOLBOX_OPTIONS.dryRun,
    TOOLBOX_OPTIONS.yes,
    TOOLBOX_OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    ...LAST,
  ],
  examples: [
    { does: 'see what there is', line: 'hookline add --list' },
    { does: 'block dangerous commands in this project', line: 'hookline add dangerous-commands --dialect kolega' },
    { does: 'for yourself, in all projects', line: 'hookline add secrets --dialect qoder --user' },
    {
      does: 'with further rules',
      line: 'hookline add dangerous-commands --dialect kode --with cloud,databases',
    },
    {
      does: 'with a setting',
      line: 'hookline add tests-before-stop --dialect polytoken --option times=1',
    },
  ],
  exits: {
    0: 'installed, or installed already',
    1: 'nothing was written: it cannot be installed (the reason is on stderr), or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
} as const satisfies CommandRow;
