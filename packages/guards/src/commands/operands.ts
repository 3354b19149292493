import { isSet } from '../shell/flags.ts';
import { hasHole, isPrivate } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import { isCredentialStore, isPrivateKey } from '../shell/secret-files.ts';
import type { Call } from './call.ts';
import { findDeletes, findStarts, foundBy, hasFilter } from '../shell/find-words.ts';
import { type Location, locationOf } from './locations.ts';
import { importanceOf, isDevice, isWholeFolder } from './places.ts';
import { FILE_CLAIMS } from './file-claims.ts';
import { isFolderOfKeys, isKeyOfPerson, isPersonalFile } from './personal-files.ts';
import * as sent from './sent-files.ts';
import { namesUnknownService } from './service-names.ts';

/** The conditions that a rule can have about what a call names; a closed set, each with its own name. */
export const OPERANDS = {
  /** Removing it removes the root, the home or the project folder, or a system folder. */
  'names everything': (call) =>
    someOperand(call, (word) => ['everything', 'system'].includes(importanceOf(word, call))),
  'names what may be everything': (call) =>
    someOperand(call, (word) => importanceOf(word, call) === 'perhaps-everything'),
  'names a place of data': (call) => someLocation(call, ['data']),
  'names what a person keeps': (call) => someLocation(call, ['personal']),
  'names a file among those that a person keeps': (call) => someOperand(call, (word) => isPersonalFile(word, call)),
  'names a key of a person': (call) => someOperand(call, (word) => isKeyOfPerson(word, call)),
  /** The last one is the target; a name without an ending may be a folder, where nothing is overwritten. */
  'copies onto a file that a person keeps': (call) =>
    call.operands.length > 1 &&
    isPersonalFile(call.operands.at(-1) ?? '', call) &&
    /\.\w+$/.test(call.operands.at(-1) ?? ''),
  'names something in the home folder': (call) => someLocation(call, ['home']),
  'names something outside the project': (call) => someLocation(call, ['outside']),
  'names what may lie anywhere': (call) => someLocation(call, ['unknown']),
  'names a home or a place of data': (call) =>
    someOperand(
      call,
      (word) =>
        locationOf(word, call) === 'data' ||
        (importanceOf(word, call) === 'everything' && absolutePath(word, call.invocation) !== call.project),
    ),
  'names something elsewhere': (call) => someLocation(call, ELSEWHERE),
  'names all files of a folder elsewhere': (call) =>
    someOperand(call, (word) => isWholeFolder(word) && ELSEWHERE.includes(locationOf(word, call))),
  'is not only about what can be made again': (call) =>
    someOperand(call, (word) => importanceOf(word, call) !== 'ordinary' || locationOf(word, call) === 'data'),
  'names a system file': (call) => someOperand(call, (word) => importanceOf(word, call) === 'in-system'),
  'names a file of the configuration': (call) =>
    someOperand(call, (word) => /^\/(?:private\/)?etc\/[^/]+\/.+/.test(absolutePath(word, call.invocation) ?? '')),
  'names a log of the system': (call) =>
    someOperand(call, (word) => /^\/var\/log\/./.test(absolutePath(word, call.invocation) ?? '')),
  'names the root or a system folder': (call) => someOperand(call, (word) => isRootFolder(word, call)),
  /** The repository itself, or what it cannot do without. */
  'names the repository': (call) =>
    someOperand(call, (word) =>
      /(?:^|\/)\.git(?:\/(?:(?:objects|refs|logs|worktrees)(?:\/.*)?|HEAD|index|packed-refs|config|[*\uE002])?)?\/?$/.test(
        word,
      ),
    ),
  'moves the repository': (call) => call.operands.slice(0, -1).some((word) => /(?:^|\/)\.git\/?$/.test(word)),
  'unpacks over the system': (call) =>
    (call.values.get('C') ?? call.values.get('directory') ?? call.values.get('D') ?? []).some((word) =>
      /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|root|var)?\/?$/.test(word),
    ),
  /** The history of a shell, or the logs that say who did what. */
  'names a trace': (call) => someOperand(call, (word) => TRACE.test(absolutePath(word, call.invocation) ?? word)),
  'writes to a device': (call) =>
    call.operands.some((word) => isDevice(word.replace(/^of=/, '')) && !word.startsWith('if=')),
  'copies onto a device': (call) => isDevice(call.operands.at(-1) ?? ''),
  'syncs onto what lies elsewhere': (call) => {
    const target = call.operands.at(-1) ?? '';
    return call.operands.length > 1 && !/^[^/]+:/.test(target) && ELSEWHERE.includes(locationOf(target, call));
  },
  'syncs onto everything': (call) => ['everything', 'system'].includes(importanceOf(call.operands.at(-1) ?? '', call)),
  "sets the owner's rights for everybody": (call) =>
    /^(?:(?:u|a|ug|gu)?\+[rwx]*s[rwx]*|0?[4-7]\d{3})$/.test(call.operands[0] ?? ''),
  'names a device': (call) => call.operands.some(isDevice),
  'moves everything': (call) =>
    movedBy(call).some(
      (word) => !/^(?:\.\/)?\uE002$/.test(word) && ['everything', 'system'].includes(importanceOf(word, call)),
    ),
  'moves what a person keeps': (call) =>
    movedBy(call).some((word) => ['personal', 'data'].includes(locationOf(word, call))),
  'moves into nowhere': (call) => call.operands.length > 1 && call.operands.at(-1) === '/dev/null',
  /** One of the files that `find` found below the root, a home or a folder of the system. */
  'names what was found all over': (call) =>
    someOperand(call, (word) => {
      const [, start] = /^(.*)\/\uE001$/.exec(word) ?? [];
      const folder = start === '' ? '/' : start;
      return folder !== undefined && isWide(folder, call) && !isOwnFolder(folder, call);
    }),
  'deletes what it finds': (call) => findDeletes(argsOf(call)),
  'starts at the root without a filter': (call) =>
    findStarts(argsOf(call)).some((word) => isWide(word, call)) && !hasFilter(argsOf(call)),
  'starts elsewhere without a filter': (call) =>
    findStarts(argsOf(call)).some((word) => ELSEWHERE.includes(locationOf(word, call))) && !hasFilter(argsOf(call)),
  'finds what lies elsewhere': (call) =>
    foundBy(argsOf(call)).some((word) => ELSEWHERE.includes(locationOf(word, call))),
  'starts at the root': (call) =>
    findStarts(argsOf(call)).some((word) => isWide(word, call) && !isOwnFolder(word, call)),
  'opens to everybody': (call) =>
    /^(?:0?777|a\+rwx|ugo\+rwx|a=rwx|o\+w|0?666|\+rwx|4777|a\+w)$/.test(call.operands[0] ?? ''),
  'closes to everybody': (call) =>
    /^(?:0{1,4}|a-rwx|ugo-rwx|a=|u-rwx|-rwx|-x|a-x|-r|a-r)$/.test(call.operands[0] ?? ''),
  'targets a main branch': (call) => targetsMain(call),
  'forces by a plus': (call) => pushedRefs(call).some((word) => word.startsWith('+')),
  'deletes a main branch': (call) => call.operands.some((word) => MAIN.test(word.replace(/^:(?:refs\/heads\/)?/, ''))),
  'pushes nothing over it': (call) => pushedRefs(call).some((word) => /^:(?:refs\/heads\/)?.+/.test(word)),
  'overwrites named files': (call) => overwritesFiles(call),
  'discards all changes': (call) =>
    [...call.operands.slice(1), ...stagedValues(call)].some((word) => /^(?:\.\/?|:\/|\*|\uE002)$/.test(word)),
  /** `git restore --staged` alone only changes what the next commit will have. */
  'changes the working files': ({ names, values }) =>
    !(names.has('staged') || names.has('S')) ||
    names.has('worktree') ||
    names.has('W') ||
    (values.get('S') ?? []).includes('W'),
  'names process 1 or all': (call) =>
    call.operands.some((word) => word === '1' || word === '-1') || call.invocation.words.slice(1).at(-1) === '-1',
  'names init': (call) =>
    call.operands.some((word) =>
      /^(?:systemd|init|launchd|sshd|Xorg|loginwindow|dbus-daemon|\.|\.\*|\*|\uE002)$/.test(word),
    ),
  'names all': (call) => call.operands.includes('all') || hasFlag(call, 'all') || call.operands.slice(1).some(hasHole),
  'reads a private key': (call) =>
    call.operands.some((word) => isPrivateKey(absolutePath(word.replace(/^.*@/, ''), call.invocation) ?? word)),
  'reads credentials': (call) =>
    someOperand(call, (word) => isCredentialStore(absolutePath(word.replace(/^@/, ''), call.invocation) ?? word)),
  'sends a secret': (call) => sendsSecret(call),
  'sends a file from elsewhere': sent.sendsFileFromElsewhere,
  'sends a database': sent.sendsDatabase,
  'sends whole folders': sent.sendsArchive,
  'copies what a person keeps to another machine': sent.copiesAway,
  'looks for secrets in the environment': sent.searchesEnvironment,
  'stages a secret': sent.stagesSecret,
  'names a service that is not known': namesUnknownService,
  'names nothing': ({ operands }) => operands.length === 0,
  /** By `sudo`, taking the part of a service is what administrators do every day; root may do everything. */
  'becomes another user': ({ operands, invocation: { through } }) =>
    !through.some((name) => /^(?:sudo|doas)$/.test(name)) || operands.every((word) => /^(?:-|root)$/.test(word)),
  'names a folder of keys': (call) => someOperand(call, (word) => isFolderOfKeys(word, call)),
  'names settings with secrets': (call) =>
    someOperand(call, (word) => /(?:^|\/)\.env(?:\.(?:local|production|staging|prod))?$/.test(word)),
  /** What is only copied from is not changed. */
  'writes a file of accounts': (call) =>
    !(EDITS_IN_PLACE.has(call.program) && !isSet(call, ['i', 'in-place', 'inplace'])) &&
    (COPIERS.has(call.program) ? call.operands.slice(-1) : call.operands).some((word) =>
      isAccountFile(absolutePath(word, call.invocation) ?? word),
    ),
  ...FILE_CLAIMS,
  'turns protection off': (call) =>
    call.operands.some((word) => /^(?:0|disable|--master-disable|permissive)$/.test(word)),
} as const satisfies Record<string, (call: Call) => boolean>;

export type OperandClaim = keyof typeof OPERANDS;

const COPIERS: ReadonlySet<string> = new Set(['cp', 'ln', 'install']);
/** Without an option they only print what they make of a file. */
const EDITS_IN_PLACE: ReadonlySet<string> = new Set(['sed', 'gsed', 'perl', 'ruby', 'awk', 'gawk']);

const someOperand = (call: Call, test: (word: string) => boolean): boolean => call.operands.some(test);
const hasFlag = ({ names }: Call, name: string): boolean => names.has(name);

const someLocation = (call: Call, locations: readonly Location[]): boolean =>
  someOperand(call, (word) => locations.includes(locationOf(word, call)));
const ELSEWHERE: readonly Location[] = ['data', 'personal', 'home', 'outside'];
const argsOf = ({ invocation }: Call): readonly string[] => invocation.words.slice(1);

/** All but the target, which may stand in an option. */
const movedBy = ({ operands, names }: Call): readonly string[] =>
  names.has('t') || names.has('target-directory') ? operands : operands.slice(0, -1);

const TRACE =
  /\/\.(?:bash|zsh|sh|python|mysql|psql|node_repl)_history$|^\/var\/log\/(?:auth\.log|syslog|secure|messages|wtmp|btmp|lastlog|utmp|faillog|audit(?:\/.*)?|journal(?:\/.*)?)$|^\/(?:var\/)?run\/utmp$/;

const MAIN = /^(?:refs\/heads\/)?(?:main|master|trunk|develop|production|prod|release)$/;

/** `git restore -WS .`: for `git log` the option takes a value. */
const stagedValues = ({ operands, values }: Call): readonly string[] =>
  operands[0] === 'restore' ? (values.get('S') ?? []) : [];

/** What `git push` is told to push: all after the other repository, which may stand in an option. */
const pushedRefs = ({ operands, names }: Call): readonly string[] => operands.slice(names.has('repo') ? 1 : 2);

const targetsMain = (call: Call): boolean =>
  pushedRefs(call).some((word) => MAIN.test(word.replace(/^\+/, '').replace(/^.*:/, '')));

/** Whether `git checkout` or `git restore` overwrites files that it names with a stored version. */
function overwritesFiles({ invocation: { words }, operands, names }: Call): boolean {
  const [sub, ...rest] = operands;
  if (names.has('pathspec-from-file')) return true;
  if (sub === 'restore') return rest.length > 0;
  const ends = words.indexOf('--');
  return rest.length > 1 || (ends >= 0 && ends < words.length - 1);
}

const isRootFolder = (word: string, call: Call): boolean => {
  const path = absolutePath(
    word.replace(/\/?[\uE002\uE003]+$/, '') || (word.startsWith('/') ? '/' : '.'),
    call.invocation,
  );
  if (path === null || path === call.project) return false;
  return path === '/' || ['system'].includes(importanceOf(path, call)) || ['/home', '/root', '/Users'].includes(path);
};

const isWide = (word: string, call: Call): boolean =>
  ['everything', 'system', 'perhaps-everything'].includes(importanceOf(word, call));

const isOwnFolder = (word: string, { invocation, project }: Call): boolean =>
  (absolutePath(word, invocation) ?? '').startsWith(project);

function sendsSecret({ program, invocation, operands, values }: Call): boolean {
  // What ssh names stays here: it is used to log in.
  if (program === 'ssh') return isPrivate(invocation.stdin);
  // It signs and encrypts with keys; only one of its commands sends.
  if (program === 'openssl' && operands[0] !== 's_client') return false;
  if (invocation.namesSecret) return true;
  const given = [
    ...operands.flatMap((word) => (TAKES_ORDERS.has(program) ? word.split(/\s+/) : [word])),
    ...Array.from(values)
      .filter(([name]) => !KEPT_VALUES.has(name))
      .flatMap(([, texts]) => (TAKES_ORDERS.has(program) ? texts.flatMap((text) => text.split(/\s+/)) : texts)),
  ];
  if (isPrivate(invocation.stdin) || given.some(isPrivate)) return true;
  // An address is asked for: `https://h.example/archive.key`.
  return given.some((word) => !/^(?:https?|ftp):\/\//.test(word) && isSentFile(word, invocation));
}

/** They are told what to send in a language of their own. */
const TAKES_ORDERS: ReadonlySet<string> = new Set(['lftp', 'smbclient', 'ftp', 'sftp', 'tftp']);

// What a program logs in with, or writes to, is not sent.
const KEPT_VALUES: ReadonlySet<string> = new Set(
  'i o e rsh identity key cert E cacert H header u user K netrc-file output O output-document A x'.split(' '),
);

const isSentFile = (word: string, invocation: Call['invocation']): boolean => {
  const path = absolutePath(word.replace(/^(?:.*=)?[@<]|^(?:OPEN|FILE|GOPEN):|,.*$/gi, ''), invocation) ?? word;
  return (
    isPrivateKey(path) ||
    /\/\.(?:aws(?:\/credentials)?|netrc|git-credentials|kube(?:\/config)?|config\/(?:gh(?:\/hosts\.yml)?|gcloud)|azure|gnupg|ssh|env)\/?$|\.key$|^\/etc\/passwd$/.test(
      path,
    )
  );
};

const isAccountFile = (path: string): boolean =>
  /^(?:\/usr\/local)?\/etc\/(?:passwd|master\.passwd|shadow|sudoers|sudoers\.d\/.*|fstab|group|gshadow|ld\.so\.preload)$/.test(
    path,
  );
