import type { CommandRow } from '../arguments.ts';
import { LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const REMOVE = {
  name: 'remove',
  about: 'Take out what new or add wrote for a hook: its entry, its script and its cases.',
  words: { usage: 'NAME', min: 1, max: 1, completes: 'guards', advice: 'one hook at a time' },
  options: [
    {
      ...TOOLBOX_OPTIONS.newDialect,
      about: 'Only in this system. Repeatable; in all of them by default.',
    },
    { ...TOOLBOX_OPTIONS.forUser, about: 'One of your own, in all projects, instead of one of the project.' },
    { ...TOOLBOX_OPTIONS.dryRun, about: 'Show what would be removed, and remove nothing.' },
    { ...TOOLBOX_OPTIONS.yes, about: 'Remove without asking first.' },
    TOOLBOX_OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    ...LAST,
  ],
  examples: [
    { does: 'look first', line: 'hookline remove no-force-push --dry-run' },
    { does: 'in all systems of this project', line: 'hookline remove no-force-push' },
    { does: 'a guard, in one system', line: 'hookline remove dangerous-commands --dialect kode' },
  ],
  exits: { 0: 'removed', 1: 'nothing was removed: no such hook was found, or the question was answered with no' },
} as const satisfies CommandRow;
