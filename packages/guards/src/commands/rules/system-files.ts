import type { CommandRule } from '../rule.ts';

/** Rules about single files of the system, or of others, that are written, moved or removed. */
export const SYSTEM_FILE_RULES: readonly CommandRule[] = [
  {
    id: 'remove-file-outside',
    does: 'ask',
    why: 'removes a file outside the project',
    programs: ['rm', 'grm', 'unlink'],
    operands: ['names a file outside the project'],
  },
  {
    id: 'remove-file-outside',
    does: 'ask',
    why: 'removes a file of Windows, or one outside the project',
    programs: ['del', 'erase'],
    operands: ['names a file outside the project or of the system'],
  },
  {
    id: 'remove-everything',
    does: 'ask',
    why: 'removes the root or a folder of the system',
    programs: ['rmdir'],
    operands: ['names the root or a system folder'],
    // The options of Windows look like folders.
    unless: /\s\/[sq](?=\s|$)/i,
  },
  {
    id: 'move-system-file',
    does: 'ask',
    why: 'moves a file of the system away',
    programs: ['mv'],
    operands: ['moves a file of the system'],
  },
  {
    id: 'write-system-file',
    does: 'ask',
    why: 'puts a file among the programs of the system',
    programs: ['cp', 'mv', 'install', 'tee', 'rsync', 'sponge', 'dd'],
    operands: ['writes among the programs of the system'],
  },
  {
    id: 'write-system-file',
    does: 'ask',
    why: 'puts another program in the place of one of the system',
    programs: ['ln'],
    operands: ['writes among the programs of the system'],
    // A program that was installed elsewhere, and is started by its name from now on.
    unless: /\s\/(?:usr|opt|snap|Applications)\/\S+\s/,
  },
  {
    id: 'open-rights',
    does: 'ask',
    why: 'lets everybody change what lies outside the project',
    programs: ['chmod'],
    operands: ['opens to everybody', 'names a home or what lies outside'],
    unless: /^chmod\s(?:-\S+\s+)*\+x\s/,
  },
  {
    id: 'close-rights',
    does: 'ask',
    why: 'takes all rights to what lies outside the project',
    programs: ['chmod'],
    operands: ['closes to everybody', 'names a home or what lies outside'],
  },
  {
    id: 'destroy-file',
    does: 'ask',
    why: 'empties a file outside the project, or puts nothing in its place',
    programs: ['truncate'],
    operands: ['names a file outside the project'],
  },
  {
    id: 'destroy-file',
    does: 'ask',
    why: 'empties a file outside the project, or puts nothing in its place',
    programs: ['ln'],
    text: /\s\/dev\/null\s/,
    operands: ['names a file outside the project'],
  },
  {
    id: 'fill-disk',
    does: 'ask',
    why: 'fills the disk',
    programs: ['dd', 'cat', 'yes', 'cp'],
    operands: ['fills the disk'],
  },
  {
    id: 'fill-disk',
    does: 'ask',
    why: 'fills the disk',
    programs: ['fallocate'],
    text: /\s(?:-l|--length)[= ]?\s*(?:\d{3,}\s*G|\d+\s*T)/i,
  },
  {
    id: 'empty-trash',
    does: 'ask',
    why: 'empties the trash',
    programs: ['trash', 'trash-empty', 'gio', 'gtrash', 'trashy'],
    text: /^trash-empty(?:\s|$)|^(?:gio\s+)?trash\s(?:.*\s)?(?:--empty|-e)(?=\s|$)|^(?:trash|trashy)\s+empty\b|^gtrash\s+(?:prune|find\s.*--rm)/,
    unless: /--dry-run/,
  },
];
