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
  {
    id: 'overwrite-personal-file',
    does: 'ask',
    why: 'overwrites a file that a person keeps',
    path: /^\/(?:home\/[^/]+|Users\/[^/]+|root)\/(?:Desktop|Documents|Downloads|Pictures|Photos|Music|Movies|Videos)\/./,
    keeps: 'appended',
  },
  {
    id: 'overwrite-personal-file',
    does: 'ask',
    why: 'overwrites settings of the user',
    path: /^\/(?:home\/[^/]+|Users\/[^/]+|root)\/\.(?:bashrc|bash_profile|zshrc|zprofile|profile|gitconfig|netrc|npmrc|vimrc|tmux\.conf|ssh\/(?!known_hosts)[^/]+|aws\/[^/]+|kube\/config)$/,
    keeps: 'appended',
  },
  {
    id: 'overwrite-configuration',
    does: 'ask',
    why: 'overwrites a file that the system is set up by, or a log',
    path: /^\/etc\/(?![^/]+\.d\/).|^\/var\/log\/./,
    keeps: 'appended',
  },
];
