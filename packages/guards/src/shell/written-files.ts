import { basename, join } from 'node:path/posix';
import { findDeletes, findStarts } from './find-words.ts';
import { type Flags, isSet, readFlags, valuesOf } from './flags.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import type { Invocation } from './shell.ts';

/** The files that a program, not a redirection, would write, change, move or remove. */
export function filesWrittenBy(invocation: Invocation): readonly string[] {
  const [program = '', ...args] = invocation.words;
  const writer = Object.hasOwn(WRITING, program) ? WRITING[program] : undefined;
  return (writer?.(args) ?? []).map((word) => absolute(word, invocation));
}

/** Those of them whose content it writes. */
export const contentWrittenBy = (invocation: Invocation): readonly string[] =>
  CONTENT_WRITERS.has(invocation.words[0] ?? '') ? filesWrittenBy(invocation) : [];

/** Whether `cp` makes the file as a copy of one beside it, under a name for backups: `/etc/fstab.bak`. */
export function isBackup(path: string, invocation: Invocation): boolean {
  const [program = '', ...args] = invocation.words;
  const { operands: words, names } = readFlags(args, { valued: ['S', 'suffix'] });
  const [from = '', to = ''] = words.map((word) => absolute(word, invocation));
  const isCopy =
    program === 'cp' && words.length === 2 && ![...names].some((name) => /^(?:l|s|link|symbolic-link)$/.test(name));
  return (
    isCopy &&
    (path === to || path.startsWith(`${to}/`)) &&
    to.startsWith(from) &&
    BACKUP_ENDING.test(to.slice(from.length))
  );
}

const BACKUP_ENDING = new RegExp(
  String.raw`^(?:~|[.~_-]+(?:(?:bak|back(?:up)?|old|orig(?:inal)?|saved?|copy|before|prev(?:ious)?|\d{4})[^/]*|${MARKS.filled}[^/]*))$`,
  'i',
);

/** A path as it is meant in the folder of the call, where that is known. */
export const absolute = (word: string, invocation: Invocation): string => absolutePath(word, invocation) ?? word;

type Writer = (args: readonly string[]) => readonly string[];

const operands =
  (valued: readonly string[] = []): Writer =>
  (args) =>
    readFlags(args, { valued }).operands;

/** The targets of copies: the last operand, or below it under their own names. */
const copies =
  (takesAway: boolean): Writer =>
  (args) => {
    const flags = readFlags(args, { valued: ['t', 'S', 'm', 'o', 'g', 'target-directory', 'suffix', 'mode'] });
    const [folder] = valuesOf(flags, ['t', 'target-directory']);
    const sources = folder === undefined ? flags.operands.slice(0, -1) : flags.operands;
    const target = folder ?? flags.operands.at(-1) ?? '';
    const inside = isFolderName(target) ? sources.map((source) => join(target, basename(source))) : [];
    return [target, ...inside, ...(takesAway ? sources : [])];
  };

/** Without a stat: what ends in a slash, or has no dot in its name. */
const isFolderName = (path: string): boolean => /(?:^|\/)(?:\.{0,2}|\.?[^./]+)\/?$/.test(path);

/** Editors that change files only with an option; the first operand is their script unless it is an option. */
const inPlace =
  (scripts: readonly string[]): Writer =>
  (args) => {
    const flags = readFlags(args, { valued: scripts });
    const isChanging = [...flags.names].some(
      (name) => name === 'i' || name.startsWith('in-place') || name === 'inplace' || name === 'include',
    );
    return isChanging ? flags.operands.slice(isSet(flags, scripts) ? 0 : 1) : [];
  };

/** What a text of awk prints into: `print > "file"`. */
const printedInto: Writer = (args) => [
  ...inPlace(['f'])(args),
  ...args.flatMap((word) =>
    Array.from(word.matchAll(/\bprintf?\b[^>|;}]{0,300}>{1,2}\s*"([^"\n]+)"/g), ([, file = '']) => file),
  ),
];

/** What a text of sed writes into: `w file`, `s/a/b/w file`. */
const writtenBySed: Writer = (args) => [
  ...inPlace(['e', 'expression', 'f', 'file'])(args),
  ...args.flatMap((word) =>
    Array.from(word.matchAll(/(?:^|[;{}\d$/])\s{0,8}[wW]\s+([^\s;}]+)/g), ([, file = '']) => file),
  ),
];

const output =
  (names: readonly string[]): Writer =>
  (args) =>
    valuesOf(readFlags(args, { valued: names }), names);

const git: Writer = (args) => {
  const flags: Flags = readFlags(args, { valued: ['C', 'c', 'git-dir', 'work-tree'] });
  const [sub = '', ...rest] = flags.operands;
  if (PRINTING_GIT.has(sub)) return valuesOf(flags, ['output']);
  if (sub === 'rm' || sub === 'mv') return rest;
  // It takes files out of the next commit, and leaves them as they are.
  if (sub === 'restore' && isSet(flags, ['staged', 'S']) && !isSet(flags, ['worktree', 'W'])) return [];
  const at = args.indexOf('--');
  return (sub === 'checkout' || sub === 'restore') && at >= 0 ? args.slice(at + 1) : sub === 'restore' ? rest : [];
};

const PRINTING_GIT: ReadonlySet<string> = new Set(
  'show diff log format-patch archive bundle diff-tree whatchanged'.split(' '),
);

/** What it finds by its name, and removes. */
const find: Writer = (args) => {
  if (!findDeletes(args)) return [];
  const names = args.flatMap((word, at) =>
    /^-i?name$/.test(args[at - 1] ?? '') ? [word.replaceAll('*', MARKS.star)] : [],
  );
  return findStarts(args).flatMap((start) => (names.length === 0 ? [start] : names.map((name) => join(start, name))));
};

const chmod: Writer = (args) => {
  const words = args.filter((word) => !/^-(?:[Rvfc]+|-.*)$/.test(word));
  return args.some((word) => word.startsWith('--reference')) ? words : words.slice(1);
};

/** Where an archive is unpacked. */
const tar: Writer = (args) => {
  const [first = '', ...rest] = args;
  const flags = readFlags([first.startsWith('-') ? first : `-${first}`, ...rest], {
    valued: ['f', 'C', 'file', 'directory'],
  });
  return isSet(flags, ['x', 'extract', 'get']) ? valuesOf(flags, ['C', 'directory']) : [];
};

const keygen: Writer = (args) => {
  const flags = readFlags(args, { valued: ['f', 't', 'b', 'N', 'C', 'P', 'm'] });
  return ['l', 'y', 'e', 'F', 'B'].some((name) => flags.names.has(name)) ? [] : valuesOf(flags, ['f']);
};

const CONTENT_WRITERS: ReadonlySet<string> = new Set(
  'tee sort cp mv install ln rsync sed gsed perl awk gawk mawk dd curl wget sponge ed ex patch git'.split(' '),
);

const WRITING: Readonly<Record<string, Writer>> = {
  tee: operands(),
  rm: operands(),
  unlink: operands(),
  rmdir: operands(),
  shred: operands(['n', 's']),
  truncate: operands(['s', 'size', 'r']),
  touch: operands(['d', 't', 'r']),
  cp: copies(false),
  mv: copies(true),
  install: copies(false),
  ln: copies(false),
  rsync: copies(false),
  sed: writtenBySed,
  gsed: writtenBySed,
  perl: inPlace(['e', 'E', 'pe', 'ne']),
  awk: printedInto,
  gawk: printedInto,
  mawk: printedInto,
  dd: (args) => args.filter((word) => word.startsWith('of=')).map((word) => word.slice(3)),
  sort: output(['o', 'output']),
  curl: output(['o', 'output']),
  wget: output(['O', 'output-document']),
  patch: operands(['p', 'i', 'd']),
  chmod,
  chown: (args) => readFlags(args, { valued: ['reference', 'from'] }).operands.slice(1),
  find,
  gfind: find,
  tar,
  bsdtar: tar,
  unzip: output(['d']),
  'ssh-keygen': keygen,
  ed: operands(['p', 'prompt']),
  ex: operands(['c', 's', 'S']),
  sponge: operands(),
  yq: inPlace([]),
  git,
};
