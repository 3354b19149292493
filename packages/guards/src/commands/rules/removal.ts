import { MARKS } from '../../shell/marks.ts';
import type { CommandRule } from '../rule.ts';

const REMOVERS = ['rm', 'grm', 'unlink'];
const FINDERS = ['find', 'gfind'];
const RECURSIVE = ['r', 'R', 'recursive'];
const SYNC_DELETES = [
  'delete',
  'delete-before',
  'delete-after',
  'delete-during',
  'delete-delay',
  'delete-excluded',
  'delete-missing-args',
  'del',
];
const DRY = ['n', 'dry-run'];
const EVERYTHING = 'removes the root, the home or the project folder, or a folder of the system';

/** Rules about losing files. */
/** They remove what they have packed when they are told to. */
const PACKERS = ['tar', 'bsdtar', 'gtar', 'zip', '7z', '7za', '7zz', 'rar'];
const REMOVES_PACKED =
  /^(?:bsd|g)?tar\s.*--remove-files\b|^zip\s(?:.*\s)?(?:-\w*m|--move\b)|^7z\w*\s.*-sdel\b|^rar\s(?:mf?\s|.*\s-df\b)/;

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
    id: 'remove-configuration',
    does: 'ask',
    why: 'removes a file that a service of the system is set up by',
    programs: [...REMOVERS, 'shred', 'truncate'],
    operands: ['names a file of the configuration'],
  },
  {
    id: 'remove-settings',
    does: 'ask',
    why: 'removes settings and passwords that git does not keep',
    programs: [...REMOVERS, 'shred', 'truncate'],
    operands: ['names settings with secrets'],
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
    id: 'remove-repository',
    does: 'ask',
    why: 'removes a part that the repository cannot do without',
    programs: ['unlink', 'shred', 'truncate', 'rm', 'grm'],
    operands: ['names the repository'],
  },
  {
    id: 'remove-repository',
    does: 'ask',
    why: 'takes the history of the repository away',
    programs: ['mv'],
    operands: ['moves the repository'],
  },
  {
    id: 'remove-repository',
    does: 'ask',
    why: 'removes the history of every repository that it finds',
    programs: FINDERS,
    operands: ['deletes what it finds'],
    text: /\s-name\s+["']?\.git["']?(?=\s)/,
  },
  {
    id: 'overwrite-system',
    does: 'ask',
    why: 'unpacks files over those of the system',
    programs: ['tar', 'bsdtar', 'cpio', 'unzip'],
    operands: ['unpacks over the system'],
    text: /^\S+\s+(?:-?\w*[xi]\w*|--extract|--get|\S.*\s-\w*x)/,
  },
  {
    id: 'remove-everything',
    does: 'block',
    why: EVERYTHING,
    programs: PACKERS,
    operands: ['names everything'],
    text: REMOVES_PACKED,
  },
  {
    id: 'move-personal',
    does: 'ask',
    why: 'removes documents of the user after they were packed',
    programs: PACKERS,
    operands: ['names something elsewhere'],
    text: REMOVES_PACKED,
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
    programs: [MARKS.unknown, MARKS.filled, MARKS.printed, MARKS.remade],
    flags: [RECURSIVE, ['f', 'force']],
    operands: ['names everything'],
  },
  {
    id: 'find-delete-everything',
    does: 'block',
    why: 'removes everything that it finds',
    programs: FINDERS,
    operands: ['deletes what it finds', 'starts at the root without a filter'],
  },
  {
    id: 'find-delete-widely',
    does: 'ask',
    why: 'removes files all over the root, the home or a folder of the system',
    programs: FINDERS,
    operands: ['deletes what it finds', 'starts at the root'],
  },
  {
    id: 'find-delete-widely',
    does: 'ask',
    why: 'removes files all over the root, the home or a folder of the system',
    programs: [...REMOVERS, 'shred', 'truncate'],
    operands: ['names what was found all over'],
  },
  {
    id: 'find-delete-outside',
    does: 'ask',
    why: 'removes files outside the project',
    programs: FINDERS,
    operands: ['deletes what it finds', 'finds what lies elsewhere'],
  },
  {
    id: 'find-delete-outside',
    does: 'ask',
    why: 'removes everything that it finds, outside the project',
    programs: FINDERS,
    operands: ['deletes what it finds', 'starts elsewhere without a filter'],
  },
  {
    id: 'move-everything',
    does: 'block',
    why: 'moves the root, the home or the project folder, or a folder of the system away',
    programs: ['mv'],
    operands: ['moves everything'],
  },
  {
    id: 'move-personal',
    does: 'ask',
    why: 'moves documents, keys or settings of the user away',
    programs: ['mv'],
    operands: ['moves what a person keeps'],
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
    flags: [SYNC_DELETES],
    without: DRY,
    operands: ['syncs onto everything'],
  },
  {
    id: 'sync-delete',
    does: 'ask',
    why: 'removes what the source does not have from a folder outside the project',
    programs: ['rsync'],
    flags: [SYNC_DELETES],
    without: DRY,
    operands: ['syncs onto what lies elsewhere'],
  },
];
