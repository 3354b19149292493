import type { CommandRow } from '../arguments.ts';
import { LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const NEW = {
  name: 'new',
  about: 'Write a working, commented hook and its cases from a template.',
  words: {
    usage: '[NAME]',
    min: 0,
    max: 1,
    completes: 'nothing',
    advice: 'a hook has one name; give the rest as options',
  },
  options: [
    TOOLBOX_OPTIONS.newDialect,
    TOOLBOX_OPTIONS.newEvent,
    TOOLBOX_OPTIONS.blocks,
    TOOLBOX_OPTIONS.language,
    TOOLBOX_OPTIONS.newName,
    TOOLBOX_OPTIONS.forUser,
    TOOLBOX_OPTIONS.dryRun,
    TOOLBOX_OPTIONS.yes,
    TOOLBOX_OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    ...LAST,
  ],
  examples: [
    { does: 'answer a few questions', line: 'hookline new' },
    {
      does: 'a guard of a command, in every system',
      line: "hookline new no-force-push --blocks 'git push --force' --dialect all",
    },
    {
      does: 'a hook for Kolega Code, in Python',
      line: 'hookline new greet --dialect kolega --event SessionStart --language python',
    },
    {
      does: 'see what would be written',
      line: 'hookline new check-prompt --dialect kode --event user_prompt_submit --dry-run',
    },
  ],
  exits: {
    0: 'written',
    1: 'nothing was written: something is missing, unknown or there already, or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
} as const satisfies CommandRow;
