import type { CommandRule } from '../rule.ts';

const NEEDED = String.raw`(?:systemd|libc6|glibc|musl|bash|coreutils|sudo|openssh(?:-server)?|linux-image\S*|kernel|base|filesystem|util-linux|apt|dpkg|rpm|pacman|yum|dnf|python3?|openssl|init|shadow|grub\S*|network-?manager|[*\uE002])(?=\s|$)`;

const JUST_SHOWS = /\s(?:config|view|info|search|audit|ping)\s/;

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
    unless: JUST_SHOWS,
  },
  {
    id: 'script-from-network',
    does: 'ask',
    why: 'runs a program from the network that no one has reviewed',
    programs: ['npx', 'bunx', 'bun', 'pnpm', 'yarn', 'deno', 'pnpx', 'uvx', 'pipx', 'nix'],
    text: /^(?:npx|bunx|pnpx|bun\s+x|(?:pnpm|yarn)\s+dlx)\s(?:-\S+\s+)*(?:https?:\/\/|git(?:\+\w+)?:|github:|gist:|[\w.-]+\/[\w.-]+#)|^deno\s+run\s(?:.*\s)?https?:\/\/(?!(?:deno\.land|jsr\.io|esm\.sh)\/)|^(?:uvx|pipx\s+run)\s(?:.*\s)?(?:--from\s+|--spec\s+)?(?:git\+)?https?:/,
  },
  {
    id: 'publish',
    does: 'ask',
    why: 'publishes a package for everybody',
    programs: ['python', 'python3', 'twine'],
    text: /\s-m\s+(?:twine|flit)\s+(?:upload|publish)\b|\bsetup\.py\s(?:.*\s)?upload\b/,
  },
  {
    id: 'publish',
    does: 'ask',
    why: 'publishes a package, a chart or a release for everybody',
    programs:
      'pod mix dart flutter goreleaser semantic-release release-it changeset np helm oras conan pub luarocks opam nuget shards jsr deno nx'.split(
        ' ',
      ),
    text: /^pod\s+(?:trunk|repo)\s+push\b|^mix\s+hex\.publish\b|^(?:dart|flutter)\s+pub\s+publish\b|^pub\s+publish\b|^goreleaser\s+(?:release|publish)\b|^(?:semantic-release|release-it|np)(?:\s|$)|^changeset\s+publish\b|^helm\s+push\s|^oras\s+push\s|^conan\s+upload\s|^luarocks\s+upload\s|^opam\s+publish\b|^nuget\s+push\s|^(?:jsr|deno)\s+publish\b|^nx\s+(?:release\s+publish|run-many\s.*publish)\b/,
    unless: /\s(?:--dry-run|-d|--snapshot|--skip-publish|--skip=publish|--no-publish|--help|--draft)(?=[\s=]|$)/,
  },
  {
    id: 'publish',
    does: 'ask',
    why: 'publishes a release for everybody',
    programs: ['gh', 'glab'],
    sub: [['release'], ['create', 'upload']],
    without: ['draft', 'help'],
  },
  {
    id: 'package-from-nowhere',
    does: 'ask',
    why: 'installs a program over a connection that everybody can change, or past the checks of the system',
    programs:
      'rpm yum dnf zypper apk flatpak snap helm composer ansible-pull ansible-galaxy dpkg pacman opkg code brew'.split(
        ' ',
      ),
    // A repository of charts that is only named installs nothing.
    text: /^(?!helm\s+repo\s)(?:\S+\s(?:.*\s)?|.*=)http:\/\/(?!localhost|127\.|\[::1|10\.|192\.168\.)\S|^snap\s+install\s.*--(?:dangerous|devmode)\b|^code\s.*--install-extension\s+\/(?:tmp|var\/tmp)\/|\s--nogpgcheck\b|\s--no-gpg-checks\b|\s--allow-untrusted\b/,
    unless: JUST_SHOWS,
  },
];
