import { programRunner, runsItsArguments } from '@hookline/core/internal';
import { MARKS } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import { isLoginScript } from '../shell/login-scripts.ts';
import { isPrivateKey } from '../shell/secret-files.ts';
import { contentWrittenBy } from '../shell/written-files.ts';
import type { Call } from './call.ts';
import { locationOf } from './locations.ts';
import { importanceOf } from './places.ts';

/** Conditions about single files: those outside the project, those of the system, and those that hold secrets. */
export const FILE_CLAIMS = {
  'names a file outside the project': (call: Call): boolean =>
    call.operands.some(
      (word) =>
        ['data', 'home', 'outside', 'personal'].includes(locationOf(word, call)) &&
        !PASSING.test(absolutePath(word, call.invocation) ?? word),
    ),
  'names a file outside the project or of the system': (call: Call): boolean =>
    call.operands.some(
      (word) =>
        // Its options begin with a slash.
        !/^\/\w$/.test(word) && ['data', 'home', 'outside', 'personal', 'essential'].includes(locationOf(word, call)),
    ),
  'names a home or what lies outside': (call: Call): boolean =>
    call.operands
      .slice(1)
      .some(
        (word) =>
          ['data', 'home', 'outside', 'personal', 'essential'].includes(locationOf(word, call)) &&
          absolutePath(word, call.invocation) !== call.project,
      ),
  'moves a file of the system': (call: Call): boolean =>
    call.operands
      .slice(0, call.names.has('t') || call.names.has('target-directory') ? undefined : -1)
      .some(
        (word) =>
          importanceOf(word, call) === 'in-system' || OF_SYSTEM.test(absolutePath(word, call.invocation) ?? word),
      ),
  'writes among the programs of the system': ({ invocation }: Call): boolean =>
    contentWrittenBy(invocation).some((path) => PROGRAMS.test(path)),
  'prints a file of secrets': (call: Call): boolean =>
    call.invocation.isSeen && readBy(call).some((word) => holdsSecrets(word, call)),
  'prints what is shown': ({ invocation }: Call): boolean => invocation.isSeen,
  'puts secrets where everybody may read them': (call: Call): boolean =>
    call.operands.slice(0, -1).some((word) => holdsSecrets(word, call) || /(?:^|\/)\.git\/?$/.test(word)) &&
    SERVED.test(`${absolutePath(call.operands.at(-1) ?? '', call.invocation) ?? ''}/`),
  'writes into a folder that everybody may read': ({ invocation: { opened } }: Call): boolean =>
    opened.some(({ operator, path }) => operator.includes('>') && SERVED.test(path)),
  'searches the history of a shell': ({ operands }: Call): boolean =>
    SECRET_WORD.test(operands.slice(0, -1).join(' ')) && /\.(?:\w+_)?history$/.test(operands.at(-1) ?? ''),
  'searches everywhere for secrets': (call: Call): boolean =>
    SECRET_WORD.test(call.operands[0] ?? '') &&
    (call.program === 'rg' || call.program === 'ag' || ['r', 'R', 'recursive'].some((name) => call.names.has(name))) &&
    call.operands
      .slice(1)
      .some(
        (word) =>
          ['everything', 'system'].includes(importanceOf(word, call)) &&
          absolutePath(word, call.invocation) !== call.project,
      ),
  'writes a login script': ({ invocation, home }: Call): boolean =>
    contentWrittenBy(invocation).some((path) => isLoginScript(path, home)),
  'is given a job': ({ invocation: { stdin }, names }: Call): boolean => stdin !== '' || names.has('f'),
  'names what is unknown, or all': ({ operands }: Call): boolean =>
    operands.slice(1).some((word) => /^[\uE000\uE002\uE009]+$/.test(word)),
  'names the guards of an agent': (call: Call): boolean =>
    call.operands.some((word) => {
      const path = absolutePath(word, call.invocation) ?? word;
      return AGENT_SETTINGS.test(path) || AGENT_HOOKS.test(path);
    }) && !(call.program === 'chmod' && /^(?:[ugoa]*\+|0?[0-7]?[4-7]\d\d$)/.test(call.operands[0] ?? '')),
  'opens a shell that it was not made for': ({ program, invocation }: Call): boolean =>
    invocation.site === 'here' && !NAMES_SHELLS.has(program) && !takesPrograms(program) && namesShell(invocation.words),
  'makes a file that is called like an option': ({ invocation }: Call): boolean =>
    [
      ...contentWrittenBy(invocation),
      ...invocation.opened.filter(({ operator }) => operator.includes('>')).map(({ path }) => path),
      ...(invocation.words[0] === 'touch' ? invocation.words : []),
    ].some((path) =>
      /(?:^|\/)--?(?:checkpoint-action=|use-compress-program|to-command=|rsh=|e=?\s*sh\b|exec)/.test(path),
    ),
  'is called by a pattern': ({ program }: Call): boolean =>
    /^[\w\uE002\uE003-]*[\w][\w\uE002\uE003-]*$/.test(program) && program.includes(MARKS.some),
  'fills the disk': ({ invocation: { words, opened } }: Call): boolean => fillsDisk(words, opened),
} as const;

/** Where agents have their hooks and settings; those of editors are no guards. */
export const AGENT_SETTINGS =
  /\/\.(?!git\/|github\/|vscode|vs\/|zed\/|idea\/|fleet\/|devcontainer|jupyter|ipython)[\w-]+\/(?:settings(?:\.local)?\.json|hooks\.json)$/;
const AGENT_HOOKS =
  /\/\.(?!git\/|github\/|husky\/|vscode)[\w-]+\/(?:hooks|polic(?:y|ies)|guards|guardrails|permissions)(?:\/.*)?$|\/\.(?:config\/)?(?:[\w-]*(?:guard|guardrails?|policies|safety-?net)|agentsh|cupcake|dcg|dippy|leash|nah|pipelock|rampart|shellfirm|tirith)(?:\.(?:json|toml|ya?ml))?\/?$/;

/** They take a shell as the name of a file, or of what an account or a container starts with. */
const NAMES_SHELLS: ReadonlySet<string> = new Set(
  'ls cat file stat which type test [ [[ echo printf grep egrep fgrep rg ln cp mv chmod chown rm readlink realpath dirname basename usermod useradd adduser chsh dscl sysadminctl git make gmake cmake docker podman nerdctl kubectl oc lxc incus virsh crictl ctr vagrant sed awk diff cmp md5sum sha256sum sha1sum ldd strings nm objdump export set declare shellcheck shfmt getent command hash whereis dpkg rpm tmux screen tput readelf patchelf head tail wc getcap ps pgrep lsof ansible ansible-playbook bazel meson ninja configure curl wget scp rsync tar find update-alternatives setfacl getfacl strace ltrace gdb xxd hexdump od du size namei apt-file apt dnf yum zypper pacman equery checksec openssl cksum sum b2sum sha512sum jq yq gsettings dconf singularity apptainer heroku fly flyctl docker-compose podman-compose buildah helm terraform sudoedit visudo vipw git-shell login newgrp groupmod lsns zsh-newuser-install rbash tee diskutil brew nix-store guix code xdg-mime mimeopen'.split(
    ' ',
  ),
);
const SHELL = /^(?:-[A-Za-z]|[^/\s]*[=:,!])?(?:\/usr)?\/bin\/(?:ba|z|da|k|c|tc)?sh$/;
/** With what belongs to a shell that takes its commands from whoever types them: `/bin/sh 0<&2`, `execute(/bin/sh)`. */
const SHELL_CALL =
  /(?:^(?:-[A-Za-z])?|[=:,!("'\s;])(?:\/usr)?\/bin\/(?:ba|z|da|k|c|tc)?sh(?:["')]|\s+(?:-[ipls]+\b|#|\d*[<>]&?|-c\s)|,-?[ipcs]|;)/;

/** It runs its arguments or code of its own, where a shell is judged as such. */
const takesPrograms = (program: string): boolean =>
  runsItsArguments(program) ||
  programRunner(program, 'ask')?.ways.some(({ takes }) => takes === 'code' || takes === 'shell') === true;

/** A shell that takes its commands from whoever types them, as an argument or in an option. */
const namesShell = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      at > 0 &&
      !/^(?:SHELL|CONFIG_SHELL|shell)=/.test(word) &&
      ((SHELL.test(word) && (/^-.*=/.test(word) || (words[at + 1] ?? '-').startsWith('-'))) || SHELL_CALL.test(word)),
  );

/** Files that programs make for the time that they run, and programs that a person has put there. */
const PASSING =
  /\.(?:lock|lck|pid|sock|socket|tmp|swp|pyc)$|~$|\/known_hosts$|\/\.zcompdump[^/]*$|\/\.DS_Store$|^\/(?:var\/)?run\/|^\/usr\/local\/s?bin\/[^/]+$/;
const OF_SYSTEM = /^\/(?:private\/)?(?:etc|usr\/(?!local\/src)|bin|sbin|boot|lib\w*|opt)\/?.+/;
const PROGRAMS = /^\/(?:usr\/)?(?:s?bin|lib(?:32|64|x32|exec)?)\/[^/]/;
const SERVED = /\/(?:public|public_html|static|htdocs|www|wwwroot|html)\/(?:[^/]*|.*\/[^/]*)$/;
const SECRET_WORD = /\bAKIA|PRIVATE KEY|token|secret|pass(?!ing|ed|es)|credential|api_?key|private_?key|\bpwd\b/i;

/** Of `grep` and its like the first word is what they look for. */
function readBy({ program, operands, names }: Call): readonly string[] {
  if (['i', 'in-place', 'q', 'quiet', 'c', 'count', 'l', 'L'].some((name) => SEARCHERS.has(program) && names.has(name)))
    return [];
  const isTold = ['e', 'f', 'regexp', 'file', 'expression'].some((name) => names.has(name));
  return SEARCHERS.has(program) && !isTold ? operands.slice(1) : operands;
}

const SEARCHERS: ReadonlySet<string> = new Set('grep egrep fgrep rg sed gsed awk gawk cut'.split(' '));

function holdsSecrets(word: string, { invocation }: Call): boolean {
  const path = absolutePath(word, invocation) ?? word;
  return isPrivateKey(path) || SETTINGS.test(path) || (KEY.test(path) && !PUBLIC.test(path));
}

const SETTINGS = new RegExp(
  String.raw`(?:^|/)\.env(?:\.(?:local|prod|production|stag(?:e|ing)|dev|development|secrets?|private|keys))?(?:\.local)?[${MARKS.star}]?$|/(?:client[-_]secrets?|service[-_]account|gcp-key)[\w.-]*\.json$|/credentials\.json$`,
);
const KEY = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/;
const PUBLIC = /(?:pub(?:lic)?|cert(?:ificate)?s?|chain|bundle|ca|cacert|roots?|dhparams?\d*|csr|translations?)\.\w+$/i;

function fillsDisk(words: readonly string[], opened: Call['invocation']['opened']): boolean {
  const [program = '', ...args] = words;
  const written = opened.some(({ operator, path }) => operator.includes('>') && !/^\/dev\/(?!shm\/)/.test(path));
  if (program === 'yes') return written;
  if (program === 'cat' || program === 'cp')
    return (program === 'cp' || written) && /^\/dev\/(?:zero|u?random)$/.test(args[0] ?? '');
  const valueOf = (name: string): string | undefined =>
    args.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const [from = '', to = '', size = '512', count] = ['if', 'of', 'bs', 'count'].map(valueOf);
  if (!/^\/dev\/(?:zero|u?random)$/.test(from) || to === '' || to.startsWith('/dev/')) return false;
  return count === undefined || bytesOf(size) * bytesOf(count) >= A_DISK;
}

const A_DISK = 100e9;
const bytesOf = (text: string): number => {
  const [, number = '0', unit = ''] = /^(\d+)\s*([kMGTP]?)/i.exec(text) ?? [];
  return Number(number) * 1024 ** ' kmgtp'.indexOf(unit === '' ? ' ' : unit.toLowerCase());
};
