import type { RedirectRule } from '../rule.ts';
import { AGENT_SETTINGS } from '../file-claims.ts';

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
    path: /^(?:\/usr\/local)?\/etc\/(?:passwd|master\.passwd|shadow|sudoers|sudoers\.d\/.*|fstab|group|gshadow|ld\.so\.preload)$/,
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
    id: 'write-kernel',
    does: 'block',
    why: 'gives the kernel an order',
    path: /^\/proc\/(?:sysrq-trigger$|sys\/kernel\/)/,
    by: 'any-writer',
  },
  {
    id: 'write-login-keys',
    does: 'ask',
    why: 'changes who may log in',
    path: /\/\.ssh\/(?:authorized_keys2?|config|rc)$/,
    by: 'any-writer',
  },
  {
    id: 'open-login',
    does: 'ask',
    why: 'changes who may log in, or what the system asks for then',
    path: /^\/etc\/(?:ssh\/sshd_config(?:\.d\/.*)?|pam\.d\/.+|security\/.+|selinux\/config|hosts\.(?:allow|deny)|login\.defs|nsswitch\.conf|polkit-1\/.+)$/,
    by: 'any-writer',
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'writes what the machine or a program runs by itself later',
    path: /^\/etc\/(?:cron[^/]*(?:\/.+)?|profile|profile\.d\/.+|bash\.bashrc|zsh\/.+|environment|rc\.local|rc\.common|emond\.d\/.+|rc\d?\.d\/.+|init\.d\/.+|ld\.so\.preload|xdg\/autostart\/.+|udev\/rules\.d\/.+|modules-load\.d\/.+|update-motd\.d\/.+)$|^\/usr\/local\/etc\/rc\.d\/.+|^\/var\/spool\/(?:cron|at)\/.+|\/Library\/(?:Launch(?:Agents|Daemons)|StartupItems)\/[^/]+$|\/\.config\/(?:autostart\/.+|fish\/config\.fish$)|\/\.git\/hooks\/[^/]+$|\/\.config\/systemd\/user\/[^/]+\.(?:service|timer|socket|path)$|\/(?:site|dist)-packages\/[^/]+\.pth$|\/(?:site|user)customize\.py$|\/\.(?:xinitrc|xprofile|xsession|xsessionrc|pythonrc(?:\.py)?|inputrc)$/,
    by: 'any-writer',
  },
  {
    id: 'write-system-file',
    does: 'ask',
    why: 'replaces a program of the system',
    path: /^\/(?:usr\/(?:local\/)?)?s?bin\/(?:sudo|ssh|git|bash|sh|ls|su|login|passwd|gpg|python3?|node|npm)$/,
    by: 'any-writer',
  },
  {
    id: 'remove-repository',
    does: 'ask',
    why: 'overwrites a part that the repository cannot do without',
    path: /\/\.git\/(?:objects|refs|logs)\//,
    by: 'any-writer',
  },
  {
    id: 'hide-traces',
    does: 'ask',
    why: 'removes the trace of what was done',
    path: /\/\.(?:bash|zsh|sh|python|mysql|psql)_history$/,
    keeps: 'appended',
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
    path: /^\/(?:home\/[^/]+|Users\/[^/]+|root)\/\.(?:bashrc|bash_profile|zshrc|zprofile|profile|gitconfig|git-credentials|netrc|npmrc|vimrc|tmux\.conf|ssh\/(?!known_hosts)[^/]+|aws\/[^/]+|kube\/config)$/,
    keeps: 'appended',
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'writes a hook or a job that an agent runs by itself later',
    path: /\/\.(?!git\/|github\/|husky\/|vscode\/)[\w-]+\/(?:hooks|cron)\/[^/]/,
    by: 'any-writer',
  },
  {
    // A service that was in a file before is installed by copying it; one that the line writes was never read.
    id: 'runs-later',
    does: 'ask',
    why: 'writes what the machine runs by itself later',
    path: /^\/(?:etc|usr\/lib|lib)\/systemd\/(?:system|user)\/[^/]+\.(?:service|timer|socket|path)$/,
  },
  {
    id: 'change-guards',
    does: 'ask',
    why: 'writes the settings in which an agent has its hooks',
    path: AGENT_SETTINGS,
    by: 'any-writer',
  },
  {
    id: 'write-widely',
    does: 'ask',
    why: 'writes into every file that it finds',
    path: /^\/(?:(?:etc|usr|bin|lib|opt|var|home|root|Users)\/)?\uE001$/,
    by: 'any-writer',
  },
  {
    id: 'write-system-file',
    does: 'ask',
    why: 'writes a program that everybody on the machine starts',
    path: /^\/usr\/local\/s?bin\/[^/]+$/,
  },
  {
    id: 'overwrite-configuration',
    does: 'ask',
    why: 'changes a file that the system is set up by',
    // Sources of packages, their keys and services are added whenever something is installed.
    path: /^\/(?:private\/)?etc\/(?!(?:.+\/)?[^/]+\.d\/|apt\/(?:keyrings|sources|trusted|preferences)|pki\/rpm-gpg\/|systemd\/(?:system|user)\/).|^\/(?:mnt\/)?[A-Za-z]:?\/[Ww]indows\/./,
    by: 'any-writer',
  },
  {
    id: 'overwrite-configuration',
    does: 'ask',
    why: 'overwrites a file that the system is set up by, or a log',
    path: /^\/etc\/(?![^/]+\.d\/).|^\/var\/log\/./,
    keeps: 'appended',
  },
];
