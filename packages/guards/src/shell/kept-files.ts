import { basename } from 'node:path/posix';
import { readFlags, valuesOf } from './flags.ts';
import { isLoginScript, onlySetsUp } from './login-scripts.ts';
import { isPrivate, MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { secretOf } from './secret-files.ts';
import { runScriptText } from './script-text.ts';
import { type Invocation, type Shell, subshell } from './shell.ts';

/** Stores what a program writes into files that a later part of the line may run. */
export function keepFiles(invocation: Invocation, shell: Shell): void {
  const [program = '', ...args] = invocation.words;
  const keeper = Object.hasOwn(KEEPERS, program) ? KEEPERS[program] : undefined;
  for (const { file, content } of keeper?.(args, { invocation, shell }) ?? []) {
    const path = absolutePath(file, invocation);
    if (path !== null) keepText(path, content, shell);
  }
}

/** Stores a known text of a file; what a shell reads when it starts is judged like a line that is run now. */
export function keepText(path: string, text: string, shell: Shell): void {
  const before = shell.files.get(path);
  shell.files.set(path, text);
  if (OPENS_SHELL.test(text) || SHELL_AS_SETTING.test(text))
    shell.session.acts.push({ act: 'open-shell', by: basename(path) });
  const added = before !== undefined && text.startsWith(before) ? text.slice(before.length) : text;
  const isOfOthers =
    (OF_OTHERS.test(path) || (IN_A_HOME.test(path) && !path.startsWith(`${shell.session.home}/`))) &&
    !added.includes(MARKS.network);
  const isOfLogin = isLoginScript(path, shell.session.home);
  if (isOfLogin && !onlySetsUp(added))
    shell.session.acts.push({ act: 'blind-script', from: 'login-script', by: basename(path) });
  if (!(isOfLogin || READ_AT_START.test(path) || isOfOthers) || ONLY_UNKNOWN.test(added)) return;
  runScriptText(added, subshell(shell), basename(path));
}

const READ_AT_START =
  /\/\.(?:bash_aliases|envrc)$|^\/etc\/(?:profile|bash\.bashrc|zsh\/\w+|profile\.d\/[^/]+|rc\.local|cron\.\w+\/[^/]+)$|\/\.git\/hooks\/[^/]+$/;
/** Scripts that others, or the machine itself, start. */
const OF_OTHERS = /^\/(?:opt|usr|srv|var|etc)\/.*\.sh$|^\/usr\/local\/s?bin\/[^/]+$/;
const IN_A_HOME = /^\/(?:home|Users)\/[^/]+\/.*\.sh$/;
/** A shell that takes its commands from the terminal, past the program that starts the script. */
const SHELL_AS_SETTING = /^\s*(?:Pre|Post)(?:Up|Down)\s*=\s*(?:\/usr)?\/bin\/\w*sh\s*$/m;
const OPENS_SHELL =
  /(?:^|[\s"';{])(?:\/usr)?\/bin\/(?:ba|z|da|k)?sh(?:\s+\d?(?:[<>]&\d|[<>]\s*(?:\/dev\/tty\b|\uE009|\$\(tty\))))+\s*["';}\]]*\s*(?:$|[\n\]])/;
/** Nothing but text of a file or a program that cannot be known. */
const ONLY_UNKNOWN = /^[\s\uE000-\uE003\uE006\uE008\uE009]*$/;

interface CopyContext {
  readonly invocation: Invocation;
  readonly shell: Shell;
}

interface Kept {
  readonly file: string;
  readonly content: string;
}

type Keeper = (args: readonly string[], around: CopyContext) => readonly Kept[];

const downloaded =
  (options: readonly string[], names: 'by-address' | 'when-told'): Keeper =>
  (args) => {
    const flags = readFlags(args, { valued: [...options, 'H', 'd', 'X', 'u', 'A', 'header', 'data'] });
    const told = valuesOf(flags, options);
    const named = names === 'by-address' || flags.names.has('O') || flags.names.has('remote-name');
    const files = told.length > 0 ? told : named ? flags.operands.map((address) => basename(address)) : [];
    return files.filter((file) => file !== '-' && file !== '').map((file) => ({ file, content: MARKS.network }));
  };

const copied: Keeper = (args, around) => {
  const { operands } = readFlags(args, { valued: ['m', 'o', 'g', 'S'] });
  const [from = '', to = ''] = operands;
  const content = knownContent(from, around);
  return operands.length === 2 && content !== undefined ? [{ file: to, content }] : [];
};

/** A copy from another machine or out of the cloud, which no one has looked at here. */
const fetched =
  (skips = 0, valued = 'i P o F l S c J D X e rsh exclude include filter'): Keeper =>
  (args, around) => {
    const operands = readFlags(args, { valued: valued.split(' ') }).operands.slice(skips);
    const [from = '', to = ''] = operands;
    if (operands.length !== 2 || !ELSEWHERE.test(from)) return copied(operands, around);
    return [to, `${to}/${basename(from.replace(/^[^/]*:/, ''))}`].map((file) => ({ file, content: MARKS.printed }));
  };

/** `host:path` or an address; one letter before the colon is a drive. */
const ELSEWHERE = /^(?:[\w.-]+@)?[\w.-]{2,}:(?!\/\/)|^(?:s3|gs|rsync|sftp|scp|ftp|https?):\/\//;

/** What is known of a file: what the line wrote into it, or that it holds a secret. */
const knownContent = (file: string, { invocation, shell }: CopyContext): string | undefined => {
  const path = absolutePath(file, invocation);
  if (path === null) return undefined;
  return shell.files.get(path) ?? secretOf(path, shell.session.home);
};

const copiedByDd: Keeper = (args, around) => {
  const [from, to] = ['if=', 'of='].map((name) => args.find((word) => word.startsWith(name))?.slice(3));
  return from === undefined || to === undefined ? [] : copied([from, to], around);
};

/** An archive or a packed file is a secret when one of those that are put into it is. */
const packed =
  (archiveOf: (args: readonly string[], operands: readonly string[]) => readonly string[]): Keeper =>
  (args, around) => {
    const { operands } = readFlags(args, { valued: ['f', 'file', 'C', 'S', 'in', 'out', 'I'], dash: 'short' });
    const isSecret = [...operands, ...args].some((word) => isPrivate(knownContent(word, around) ?? ''));
    return isSecret ? archiveOf(args, operands).map((file) => ({ file, content: MARKS.secret })) : [];
  };

/** The word after one of these, or after a cluster of letters that ends in `f`. */
const after = (args: readonly string[], option: RegExp): readonly string[] => {
  const at = args.findIndex((word) => option.test(word));
  return at < 0 ? [] : args.slice(at + 1, at + 2);
};

const KEEPERS: Readonly<Record<string, Keeper>> = {
  curl: downloaded(['o', 'output'], 'when-told'),
  wget: downloaded(['O', 'output-document'], 'by-address'),
  aria2c: downloaded(['o', 'out'], 'by-address'),
  axel: downloaded(['o', 'output'], 'by-address'),
  http: downloaded(['o', 'output'], 'when-told'),
  https: downloaded(['o', 'output'], 'when-told'),
  fetch: downloaded(['o'], 'by-address'),
  ftp: downloaded(['o'], 'by-address'),
  tee: (args, { invocation }) => readFlags(args).operands.map((file) => ({ file, content: invocation.stdin })),
  cp: copied,
  mv: copied,
  ln: copied,
  link: copied,
  install: copied,
  rsync: fetched(),
  scp: fetched(),
  sftp: fetched(),
  rclone: fetched(1, 'config'),
  gsutil: fetched(1, 'o h'),
  aws: fetched(2, 'profile region endpoint-url'),
  gcloud: fetched(2, 'project account'),
  dd: copiedByDd,
  tar: packed((args) => after(args, /^-?\w*f$/)),
  zip: packed((_args, [archive = '']) => [archive]),
  gzip: packed((args, operands) => operands.map((file) => `${file}${after(args, /^-S$/)[0] ?? '.gz'}`)),
  bzip2: packed((_args, operands) => operands.map((file) => `${file}.bz2`)),
  xz: packed((_args, operands) => operands.map((file) => `${file}.xz`)),
  openssl: packed((args) => after(args, /^-out$/)),
};
