import type { CommandRule } from '../rule.ts';

/** Hosts that packages usually come from. */
const KNOWN_HOSTS = String.raw`(?:[\w-]+\.)*(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sr\.ht|gitee\.com|googlesource\.com|npmjs\.(?:org|com)|pypi\.org|pythonhosted\.org|pytorch\.org|huggingface\.co|azure\.com|visualstudio\.com|pkg\.pr\.new|jsr\.io|crates\.io|golang\.org|go\.dev|rubygems\.org|savannah\.gnu\.org|gnome\.org|kde\.org|apache\.org)|git(?:lab|ea|hub)?\.[\w.-]+|localhost|127\.[\d.]+`;
const JUST_SHOWS = /\s(?:config|view|info|search|audit|ping)\s/;

/** Rules about what runs by itself later, and about programs and shells that come from elsewhere. */
export const LATER_RULES: readonly CommandRule[] = [
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes something run by itself later',
    programs: ['at', 'batch'],
    text: /^batch\b|^at\s+\S/,
    operands: ['is given a job'],
    without: ['l', 'r', 'd', 'c', 'V', 'help', 'version'],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'changes what runs by itself later',
    programs: ['crontab'],
    flags: [['e']],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'changes or replaces what every shell runs when it starts, or moves it away',
    programs: 'cp mv ln install rsync sort dd sponge curl wget sed gsed perl ed ex'.split(' '),
    operands: ['writes a login script'],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a program run by itself from now on',
    programs: ['launchctl'],
    sub: [['load', 'bootstrap', 'submit', 'enable']],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'writes what the machine runs by itself later',
    programs: ['tee', 'sponge'],
    text: /\s\/(?:etc|usr\/lib|lib)\/systemd\/(?:system|user)\/\S+\.(?:service|timer|socket|path)(?=\s|$)/,
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a service of a file from elsewhere, or starts something at a later time',
    programs: ['systemctl', 'systemd-run', 'update-rc.d', 'chkconfig', 'rc-update', 'loginctl', 'sv'],
    text: /^systemctl\s(?:.*\s)?(?:enable|link|reenable)\s(?:.*\s)?(?:\.{0,2}\/|~)\S|^systemctl\s(?:.*\s)?link\s+\uE000|^systemctl\s(?:.*\s)?edit\s|^systemd-run\s.*--on-\w+|^update-rc\.d\s.*\b(?:defaults|enable)\b|^chkconfig\s.*(?:\bon\b|--add)|^loginctl\s+enable-linger\b/,
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a service that is not known run whenever the machine starts',
    programs: ['systemctl'],
    sub: [['enable', 'reenable']],
    operands: ['names a service that is not known'],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a package manager run a program of its own choice, or get packages from another place',
    programs: ['npm', 'pnpm', 'yarn', 'pip', 'pip3', 'bun'],
    text: /^(?:npm|pnpm|yarn)\s+(?:config\s+)?set\s+(?:script-shell|node-options|onload-script|init-module|git|editor|viewer)[= ]/,
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a program run whenever somebody logs in',
    programs: ['defaults', 'osascript'],
    text: /^defaults\s+(?:-\w+\s+)?write\s.*\bLog(?:in|out)Hook\b|\bmake\s+(?:new\s+)?login item\b/i,
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'trusts a file of settings that runs by itself from now on',
    programs: ['direnv', 'mise', 'rtx'],
    sub: [['allow', 'permit', 'grant', 'trust']],
    without: ['show', 'untrust', 'help'],
  },
  {
    id: 'ask-for-password',
    does: 'ask',
    why: 'asks a person for a password in the name of the system',
    programs: ['osascript', 'zenity', 'kdialog', 'yad'],
    text: /^osascript\b(?=[^]*\bdisplay dialog\b)[^]*(?:\bpassword\b|\bhidden answer\b)|^(?:zenity|kdialog|yad)\s[^]*--(?:password|hide-text)\b/i,
  },
  {
    id: 'package-from-nowhere',
    does: 'ask',
    why: 'installs a program from a host that few people know',
    programs: 'npm pnpm yarn bun pip pip3 uv pipx cargo gem go'.split(' '),
    text: new RegExp(
      String.raw`\s(?:install|i|add|get)\s(?:.*(?:--git|--(?:extra-)?index-url|--registry|--source|-s|-i)[= ]https://(?!(?:[^@\s/]+@)?(?:${KNOWN_HOSTS})[:/])\S|(?:.*[\s=@"'])?(?:(?:git\+(?:ssh|https?|git)|git|ssh)://(?!(?:[^@\s/]+@)?(?:${KNOWN_HOSTS})[:/])\S|https://(?!(?:[^@\s/]+@)?(?:${KNOWN_HOSTS})[:/])\S+\.(?:tgz|tar\.gz|zip|whl|git)\b))`,
    ),
    unless: JUST_SHOWS,
  },
  {
    id: 'remove-packages',
    does: 'ask',
    why: 'removes every package that is installed for all projects',
    programs: ['npm', 'pnpm', 'yarn', 'brew', 'gem', 'cargo', 'pipx'],
    text: /^(?:npm|pnpm)\s(?=.*\s(?:-g|--global)\b)(?:.*\s)?(?:uninstall|un|remove|rm|r)\s|^yarn\s+global\s+remove\s|^(?:brew|cargo)\s+(?:uninstall|remove|rm)\s|^gem\s+uninstall\s|^pipx\s+uninstall-all\b/,
    operands: ['names what is unknown, or all'],
  },
  {
    id: 'remove-packages',
    does: 'ask',
    why: 'removes a whole set of programs that projects are built with',
    programs: ['gem', 'conda', 'mamba', 'micromamba', 'rustup', 'pyenv', 'rbenv', 'nodenv', 'sdk', 'pipx', 'volta'],
    text: /^gem\s+uninstall\s+-\w*a\w*(?:\s+-\S+)*$|^(?:conda|mamba|micromamba)\s+(?:env\s+remove\b.*\bbase\b|remove\s.*--all\b)|^rustup\s+self\s+uninstall\b|^(?:pyenv|rbenv|nodenv)\s+uninstall\s+-f\b|^pipx\s+uninstall-all\b/,
  },
];
