import { MARKS } from '../../shell/marks.ts';
import type { CommandRule } from '../rule.ts';

const REMOVERS = ['rm', 'grm', 'unlink'];
const FINDERS = ['find', 'gfind'];
const RECURSIVE = ['r', 'R', 'recursive'];
const EVERYTHING = 'removes the root, the home or the project folder, or a folder of the system';
const DELETES = /-delete\b|-(?:exec|ok)(?:dir)?\s+(?:\S*\/)?(?:sudo\s+)?(?:rm|shred|unlink)\b/;

/** Rules about losing files. */
export const REMOVAL_RULES: readonly CommandRule[] = [
  {
    id: 'remove-everything',
    does: 'block',
    why: EVERYTHING,
    programs: REMOVERS,
    flags: [RECURSIVE],
    operands: ['names everything'],
  },
  {
    id: 'remove-perhaps-everything',
    does: 'ask',
    why: 'removes everything if a variable in it is empty',
    programs: REMOVERS,
    flags: [RECURSIVE],
    operands: ['names what may be everything'],
  },
  {
    id: 'remove-everything',
    does: 'block',
    why: 'lifts the protection of the root folder',
    programs: REMOVERS,
    flags: [['no-preserve-root']],
  },
  {
    id: 'remove-all-files',
    does: 'ask',
    why: 'removes every file of the root, the home or the project folder, or a folder of the system',
    programs: REMOVERS,
    operands: ['names everything'],
  },
  {
    id: 'remove-system-file',
    does: 'block',
    why: 'removes a file of the system',
    programs: [...REMOVERS, 'shred', 'truncate'],
    operands: ['names a system file'],
  },
  {
    id: 'remove-repository',
    does: 'ask',
    why: 'removes the history of the repository',
    programs: REMOVERS,
    flags: [RECURSIVE],
    operands: ['names the repository'],
  },
  {
    id: 'remove-everything',
    does: 'block',
    why: EVERYTHING,
    programs: ['rimraf', 'trash', 'srm', 'del-cli', 'shred', 'wipe'],
    operands: ['names everything'],
  },
  {
    id: 'remove-unknown-program',
    does: 'ask',
    why: 'runs a program that is not known with the options of a removal',
    programs: [MARKS.unknown, MARKS.filled],
    flags: [RECURSIVE, ['f', 'force']],
    operands: ['names everything'],
  },
  {
    id: 'find-delete-everything',
    does: 'block',
    why: 'removes everything that it finds',
    programs: FINDERS,
    text: DELETES,
    operands: ['starts at the root without a filter'],
  },
  {
    id: 'find-delete-widely',
    does: 'ask',
    why: 'removes files all over the root, the home or a folder of the system',
    programs: FINDERS,
    text: DELETES,
    operands: ['starts at the root'],
  },
  {
    id: 'move-everything',
    does: 'block',
    why: 'moves the root, the home or the project folder, or a folder of the system away',
    programs: ['mv'],
    operands: ['moves everything'],
  },
  {
    id: 'move-to-null',
    does: 'block',
    why: 'moves files into nowhere',
    programs: ['mv'],
    operands: ['moves into nowhere'],
  },
  {
    id: 'sync-delete',
    does: 'block',
    why: 'removes everything in the target that the source does not have',
    programs: ['rsync'],
    flags: [['delete', 'delete-before', 'delete-after', 'delete-during', 'delete-excluded', 'del']],
    operands: ['syncs onto everything'],
  },
];
