import type { CommandRule } from '../rule.ts';

const NEEDED = String.raw`(?:systemd|libc6|glibc|musl|bash|coreutils|sudo|openssh(?:-server)?|linux-image\S*|kernel|base|filesystem|util-linux|apt|dpkg|rpm|pacman|yum|dnf|python3?|openssl|init|shadow|grub\S*|network-?manager|[*\uE002])(?=\s|$)`;

/** Rules about packages: those of the system that are taken away, and those that come from nowhere. */
export const PACKAGE_RULES: readonly CommandRule[] = [
  {
    id: 'remove-packages',
    does: 'ask',
    why: 'removes packages of the system, whatever needs them',
    programs: ['dpkg', 'rpm', 'pacman', 'zypper', 'apk', 'emerge', 'snap', 'flatpak', 'nix-collect-garbage', 'port'],
    text: /^dpkg\s(?=.*--force)(?=.*\s(?:-[a-z]*[rP]|--remove|--purge)(?=\s))|^rpm\s.*(?:-\w*e|--erase)\s.*--nodeps|^rpm\s.*--nodeps\s.*(?:-\w*e|--erase)\s|^pacman\s.*-R\w*\s.*--noconfirm|^pacman\s.*--noconfirm\s.*-R|^pacman\s+-R\w*dd|^zypper\s.*(?:rm|remove)\s.*-y|^zypper\s.*(?:-n|--non-interactive)\s.*(?:rm|remove)\s|^emerge\s.*(?:-C|--unmerge)(?=\s)|^snap\s+remove\s.*--purge|^flatpak\s+(?:uninstall|remove)\s.*--all|^nix-collect-garbage\s.*(?:-\w*d|--delete-old)|^port\s.*uninstall\s.*installed/,
  },
  {
    id: 'remove-packages',
    does: 'ask',
    why: 'removes packages that the system needs',
    programs: ['apt', 'apt-get', 'aptitude', 'yum', 'dnf', 'pacman', 'apk', 'zypper', 'dpkg', 'rpm', 'brew', 'pkg'],
    text: new RegExp(
      String.raw`\s(?:purge|remove|erase|del|rm|uninstall|delete|-r|-P|-e|-R\w*|--purge|--remove|--erase)\s(?:.*\s)?${NEEDED}`,
      'i',
    ),
    unless: /\s(?:-s|--simulate|--dry-run|--assumeno|--print|-p|--test)(?=\s|$)/,
  },
  {
    id: 'package-from-nowhere',
    does: 'ask',
    why: 'installs a program over a connection that everybody can change',
    programs: [
      'pip',
      'pip3',
      'npm',
      'pnpm',
      'yarn',
      'gem',
      'uv',
      'npx',
      'bunx',
      'cargo',
      'go',
      'brew',
      'apt',
      'apt-get',
    ],
    text: /(?:\s|=|\+)http:\/\/(?!localhost|127\.|\[::1|10\.|192\.168\.|host\.docker)|--trusted-host[= ](?!localhost|127\.|pypi\.org|files\.pythonhosted)|--allow-unauthenticated\b|--force-yes\b/,
    unless: /\s(?:config|view|info|search|audit|ping)\s/,
  },
  {
    id: 'script-from-network',
    does: 'ask',
    why: 'runs a program from the network that no one has reviewed',
    programs: ['npx', 'bunx', 'deno', 'pnpx', 'uvx', 'pipx', 'nix'],
    text: /^(?:npx|bunx|pnpx)\s(?:-\S+\s+)*(?:https?:\/\/|git(?:\+\w+)?:|github:|gist:|[\w.-]+\/[\w.-]+#)|^deno\s+run\s(?:.*\s)?https?:\/\/(?!(?:deno\.land|jsr\.io|esm\.sh)\/)|^(?:uvx|pipx\s+run)\s(?:.*\s)?(?:--from\s+|--spec\s+)?(?:git\+)?https?:/,
  },
  {
    id: 'publish',
    does: 'ask',
    why: 'publishes a package for everybody',
    programs: ['python', 'python3', 'twine'],
    text: /\s-m\s+(?:twine|flit)\s+(?:upload|publish)\b|\bsetup\.py\s(?:.*\s)?upload\b/,
  },
];
