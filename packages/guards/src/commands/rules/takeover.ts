import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
const ORDERS = 'lets another machine run commands on this one';

/** Rules about giving control of a machine to others, or locking its owner out. */
export const TAKEOVER_RULES: readonly CommandRule[] = [
  {
    id: 'reverse-shell',
    does: 'block',
    why: ORDERS,
    programs: ['nc', 'ncat', 'netcat', 'socat'],
    flags: [['exec', 'sh-exec', 'lua-exec']],
    sites: ANYWHERE,
  },
  {
    id: 'reverse-shell',
    does: 'block',
    why: ORDERS,
    programs: ['python', 'python2', 'python3', 'perl', 'ruby', 'php', 'lua', 'node', 'awk', 'gawk'],
    text: /(?:socket|fsockopen|TCPSocket|net\.connect|createConnection|\/inet\/tcp)[^]*(?:dup2|pty\.spawn|\/bin\/(?:ba|z|da)?sh|popen|exec|spawn|system|getline)/i,
    sites: ANYWHERE,
  },
  {
    id: 'add-superuser',
    does: 'block',
    why: 'makes an account that may do everything',
    programs: ['useradd', 'adduser', 'usermod'],
    text: /(?:-u|--uid)[= ]?0\b|(?:-[a-zA-Z]*G|--groups|-g|--gid)[= ]?(?:\S*,)?(?:sudo|wheel|root|admin|docker)\b/,
  },
  {
    id: 'lock-files',
    does: 'block',
    why: 'makes that all files of the root, a home or a folder of the system cannot be changed',
    programs: ['chattr', 'chflags'],
    flags: [['R', 'recursive']],
    operands: ['names everything'],
  },
  {
    id: 'close-rights',
    does: 'block',
    why: 'takes all rights to the root, a home or the project folder',
    programs: ['chmod'],
    flags: [['R', 'recursive']],
    operands: ['names everything', 'closes to everybody'],
  },
  {
    id: 'change-owner',
    does: 'ask',
    why: 'changes who owns a whole home or what services keep',
    programs: ['chown', 'chgrp'],
    flags: [['R', 'recursive']],
    operands: ['names a home or a place of data'],
  },
  {
    id: 'read-private-key',
    does: 'block',
    why: 'reads private keys',
    programs: ['grep', 'rg', 'egrep', 'fgrep', 'ag', 'ack'],
    text: /(?:^|\s)\S*\/\.(?:ssh|gnupg)\/?(?=\s|$)/,
  },
  {
    id: 'destroy-file',
    does: 'ask',
    why: 'overwrites files outside the project so that nothing brings them back',
    programs: ['shred', 'wipe', 'srm'],
    operands: ['names something elsewhere'],
  },
  {
    id: 'destroy-file',
    does: 'ask',
    why: 'empties files that services or people keep',
    programs: ['truncate'],
    operands: ['names a place of data'],
  },
];
