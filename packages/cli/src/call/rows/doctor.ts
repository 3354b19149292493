import type { CommandRow } from '../arguments.ts';
import { LAST, PLACE } from '../fire-row.ts';

export const DOCTOR = {
  name: 'doctor',
  about: 'Show the whole set-up: versions, files, hooks, trust, and what is wrong; run no hook.',
  options: [...PLACE, ...LAST],
  examples: [
    { does: 'why does my hook not run?', line: 'hookline doctor' },
    { does: 'for a program', line: 'hookline doctor --json' },
  ],
  exits: { 0: 'nothing is wrong', 1: 'something is wrong: a warning or an error' },
} as const satisfies CommandRow;
