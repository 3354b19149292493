import type { CommandRule } from '../rule.ts';

const TREE_REMOVERS = ['rm', 'grm'];
const RECURSIVE = [['r', 'R', 'recursive']] as const;
const OTHER_REMOVERS = ['rimraf', 'srm', 'del-cli', 'wipe', 'rmtree'];

/**
 * Rules about removing folders, by their location; folders in the project and those that can be recreated are not
 * asked about.
 */
export const REMOVAL_PLACE_RULES: readonly CommandRule[] = [
  {
    id: 'remove-data',
    does: 'block',
    why: 'removes what databases, services, mounts or backups keep',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['names a place of data'],
  },
  {
    id: 'remove-personal-file',
    does: 'ask',
    why: 'removes or empties a file that a person keeps',
    programs: ['rm', 'grm', 'unlink', 'truncate'],
    operands: ['names a file among those that a person keeps'],
  },
  {
    id: 'remove-personal-file',
    does: 'ask',
    why: 'removes or empties keys, or settings to log in with',
    programs: ['rm', 'grm', 'unlink', 'truncate'],
    operands: ['names a key of a person'],
  },
  {
    id: 'overwrite-personal-file',
    does: 'ask',
    why: 'changes a file that a person keeps, in its place',
    programs: ['sed', 'gsed', 'perl', 'ruby'],
    flags: [['i', 'in-place']],
    operands: ['names a file among those that a person keeps'],
  },
  {
    id: 'overwrite-personal-file',
    does: 'ask',
    why: 'overwrites a file that a person keeps',
    programs: ['tee'],
    without: ['a', 'append'],
    operands: ['names a file among those that a person keeps'],
  },
  {
    id: 'overwrite-personal-file',
    does: 'ask',
    why: 'may overwrite a file that a person keeps',
    programs: ['cp', 'mv', 'install', 'scp'],
    without: ['n', 'no-clobber', 'i', 'interactive', 'b', 'backup', 'u', 'update'],
    operands: ['copies onto a file that a person keeps'],
  },
  {
    id: 'remove-personal',
    does: 'block',
    why: 'removes documents, keys or settings of the user',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['names what a person keeps'],
  },
  {
    id: 'remove-from-home',
    does: 'ask',
    why: 'removes a folder of the home folder, outside the project',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['names something in the home folder'],
  },
  {
    id: 'remove-outside',
    does: 'ask',
    why: 'removes a folder outside the project',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['names something outside the project'],
  },
  {
    id: 'remove-unknown',
    does: 'ask',
    why: 'removes a folder, and the line does not say where that lies',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['names what may lie anywhere'],
  },
  {
    id: 'remove-all-files',
    does: 'ask',
    why: 'removes every file of a folder outside the project',
    programs: [...TREE_REMOVERS, 'unlink', 'shred'],
    operands: ['names all files of a folder elsewhere'],
  },
  ...(
    [
      'names a place of data',
      'names what a person keeps',
      'names something in the home folder',
      'names something outside the project',
    ] as const
  ).map((claim): CommandRule => ({
    id: 'remove-outside',
    does: 'ask',
    why: 'removes a folder outside the project',
    programs: OTHER_REMOVERS,
    operands: [claim],
  })),
  {
    id: 'remove-in-container',
    does: 'ask',
    why: 'removes what a container keeps its data in',
    programs: TREE_REMOVERS,
    flags: RECURSIVE,
    operands: ['is not only about what can be made again'],
    sites: ['container'],
  },
];
