import type { TogetherRule } from '../rule.ts';

const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'];

/** Programs that are harmless alone. */
export const TOGETHER_RULES: readonly TogetherRule[] = [
  {
    id: 'reverse-shell',
    does: 'block',
    why: 'lets another machine run commands on this one',
    programs: [['mkfifo', 'mknod'], SHELLS, ['nc', 'ncat', 'netcat', 'telnet', 'openssl', 'socat']],
  },
  {
    id: 'send-secret',
    does: 'ask',
    why: 'sends what a person has copied to another machine',
    programs: [
      ['pbpaste', 'wl-paste'],
      ['curl', 'wget', 'http', 'nc', 'ncat', 'netcat', 'ssh', 'mail'],
    ],
  },
  {
    id: 'watch-person',
    does: 'ask',
    why: 'writes down again and again what a person copies',
    programs: [['pbpaste', 'wl-paste'], ['sleep']],
  },
];
