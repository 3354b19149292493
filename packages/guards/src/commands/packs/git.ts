import type { CommandRule } from '../rule.ts';

/** Options with which no file is overwritten, and those that take a word which could be taken for a file. */
const WITHOUT = 'b B orphan p patch h help conflict track t unified U inter-hunk-context'.split(' ');

/** What git loses a little at a time. */
export const GIT_PACK: readonly CommandRule[] = [
  {
    id: 'discard-file',
    does: 'ask',
    why: 'throws away changes of files that are not committed',
    programs: ['git'],
    sub: [['checkout', 'restore']],
    operands: ['overwrites named files', 'changes the working files'],
    without: WITHOUT,
  },
  {
    id: 'delete-tag',
    does: 'ask',
    why: 'removes a tag',
    programs: ['git'],
    sub: [['tag']],
    flags: [['d', 'delete']],
  },
];
