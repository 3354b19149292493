import type { RedirectRule } from '../rule.ts';

/** Rules about what redirections write to. */
export const REDIRECT_RULES: readonly RedirectRule[] = [
  {
    id: 'write-device',
    does: 'block',
    why: 'writes over a disk',
    path: /^\/dev\/(?:[shv]d[a-z]|xvd|nvme\d|mmcblk\d|r?disk\d|mapper\/|md\d|dm-\d|mem$|kmem$|port$)/,
  },
  {
    id: 'write-accounts',
    does: 'block',
    why: 'changes accounts, rights or mounts of the system',
    path: /^\/etc\/(?:passwd|shadow|sudoers|sudoers\.d\/.*|fstab|group|gshadow|ld\.so\.preload)$/,
  },
  {
    id: 'write-system-file',
    does: 'block',
    why: 'overwrites a file that the system starts from',
    path: /^\/(?:boot|bin|sbin|lib|lib64|usr\/(?:bin|sbin|lib))\//,
  },
  {
    id: 'write-kernel',
    does: 'block',
    why: 'gives the kernel an order',
    path: /^\/proc\/(?:sysrq-trigger|sys\/)|^\/sys\//,
  },
  {
    id: 'write-login-keys',
    does: 'ask',
    why: 'changes who may log in',
    path: /\/\.ssh\/(?:authorized_keys2?|config|rc)$/,
  },
];
