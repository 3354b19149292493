import { basename, join } from 'node:path/posix';
import { findDeletes, findStarts } from '../shell/find-words.ts';
import { type Flags, isSet, readFlags, valuesOf } from '../shell/flags.ts';
import { actsOf } from '../shell/interpret.ts';
import { MARKS } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Act, Invocation } from '../shell/shell.ts';
import type { Patch } from './patched-files.ts';

/** What a line of Bash would do to files. */
export interface Written {
  /** Absolute where the folder is known; globs and unknown parts are marks. */
  readonly paths: readonly string[];
  /** Those of them that are removed with their whole content. */
  readonly removed: readonly string[];
  readonly patches: readonly Patch[];
  /** Why the line cannot be parsed; null when it can. */
  readonly problem: string | null;
}

/** The files that a line of Bash would write, change, move or remove, as far as parsing shows. */
export function writtenPaths(line: string, place: { readonly home: string; readonly cwd: string }): Written {
  const acts = actsOf(line, place);
  const [problem = null] = acts.flatMap((act) => (act.act === 'unparsable' ? [act.why] : []));
  return {
    paths: [...new Set(acts.flatMap(pathsOf))],
    removed: [...new Set(acts.flatMap(removedBy))],
    patches: acts.flatMap(patchesOf),
    problem,
  };
}

function pathsOf(act: Act): readonly string[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const { words, opened } = act.invocation;
  const redirected = opened.filter(({ operator }) => operator.includes('>')).map(({ path }) => path);
  const [program = '', ...args] = words;
  const writer = Object.hasOwn(WRITING, program) ? WRITING[program] : undefined;
  return [...redirected, ...(writer?.(args) ?? []).map((word) => absolute(word, act.invocation))];
}

/** The files whose content a program, not a redirection, would write; whatever the machine. */
export function contentWrittenBy(invocation: Invocation): readonly string[] {
  const [program = '', ...args] = invocation.words;
  const writer = CONTENT_WRITERS.has(program) ? WRITING[program] : undefined;
  return (writer?.(args) ?? []).map((word) => absolute(word, invocation));
}

/** The folders that are removed or moved away as a whole. */
function removedBy(act: Act): readonly string[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const [program = '', ...args] = act.invocation.words;
  const { operands, names } = readFlags(args);
  const taken =
    program === 'mv' ? operands.slice(0, -1) : program === 'rm' && (names.has('r') || names.has('R')) ? operands : [];
  return taken.map((word) => absolute(word, act.invocation).replace(/\/+$/, ''));
}

/** The patches that `patch` and `git apply` read, from a file or from what is piped into them. */
function patchesOf(act: Act): readonly Patch[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const { words, stdin, opened, cwd } = act.invocation;
  const [program = '', ...args] = words;
  const flags = readFlags(args, { valued: ['p', 'i', 'd', 'input', 'directory', 'C', 'c', 'strip', 'o', 'output'] });
  const [sub = '', ...rest] = flags.operands;
  const isGit = program === 'git' && ['apply', 'am'].includes(sub);
  if ((!isGit && program !== 'patch') || isSet(flags, ['dry-run', 'check', 'stat', 'numstat', 'abort'])) return [];
  const folder = valuesOf(flags, ['d', 'directory'])[0] ?? '.';
  const named = isGit ? rest : [...valuesOf(flags, ['i', 'input']), ...flags.operands.slice(1, 2)];
  const files = named.length > 0 ? named : opened.filter(({ operator }) => operator === '<').map(({ path }) => path);
  const from = { folder: absolutePath(folder, { cwd }) };
  return files.length === 0
    ? [{ ...from, text: stdin }]
    : files.map((file) => ({ ...from, file: absolute(file, act.invocation) }));
}

const absolute = (word: string, invocation: Invocation): string => absolutePath(word, invocation) ?? word;

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
      (name) => name === 'i' || name.startsWith('in-place') || name === 'inplace',
    );
    return isChanging ? flags.operands.slice(isSet(flags, scripts) ? 0 : 1) : [];
  };

const output =
  (names: readonly string[]): Writer =>
  (args) =>
    valuesOf(readFlags(args, { valued: names }), names);

const git: Writer = (args) => {
  const flags: Flags = readFlags(args, { valued: ['C', 'c'] });
  const [sub = '', ...rest] = flags.operands;
  if (sub === 'rm' || sub === 'mv') return rest;
  const at = args.indexOf('--');
  return (sub === 'checkout' || sub === 'restore') && at >= 0 ? args.slice(at + 1) : sub === 'restore' ? rest : [];
};

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
  'tee cp mv install ln rsync sed gsed perl awk dd curl wget sponge ed ex'.split(' '),
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
  sed: inPlace(['e', 'expression', 'f', 'file']),
  gsed: inPlace(['e', 'expression', 'f', 'file']),
  perl: inPlace(['e', 'E', 'pe', 'ne']),
  awk: inPlace(['f']),
  dd: (args) => args.filter((word) => word.startsWith('of=')).map((word) => word.slice(3)),
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
