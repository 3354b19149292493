import { basename, join } from 'node:path/posix';
import { type Flags, isSet, readFlags, valuesOf } from '../shell/flags.ts';
import { actsOf } from '../shell/interpret.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Act, Invocation } from '../shell/shell.ts';

/** What a line of Bash would do to files. */
export interface Written {
  /** Absolute where the folder is known; globs and unknown parts are marks. */
  readonly paths: readonly string[];
  /** Why the line cannot be understood; null when it can. */
  readonly problem: string | null;
}

/** The files that a line of Bash would write, change, move or remove, as far as the parse shows it. */
export function writtenPaths(line: string, place: { readonly home: string; readonly cwd: string }): Written {
  const acts = actsOf(line, place);
  const [problem = null] = acts.flatMap((act) => (act.act === 'unparsable' ? [act.why] : []));
  return { paths: [...new Set(acts.flatMap(pathsOf))], problem };
}

function pathsOf(act: Act): readonly string[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const { words, opened } = act.invocation;
  const redirected = opened.filter(({ operator }) => operator.includes('>')).map(({ path }) => path);
  const [program = '', ...args] = words;
  const writer = Object.hasOwn(WRITING, program) ? WRITING[program] : undefined;
  return [...redirected, ...(writer?.(args) ?? []).map((word) => absolute(word, act.invocation))];
}

const absolute = (word: string, invocation: Invocation): string => absolutePath(word, invocation) ?? word;

type Writer = (args: readonly string[]) => readonly string[];

const operands =
  (valued: readonly string[] = []): Writer =>
  (args) =>
    readFlags(args, { valued }).operands;

/** Where copies end up: in the last operand, or below it under their own names. */
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

/** Without a look at the disk: what ends in a slash, or has no dot in its name. */
const isFolderName = (path: string): boolean => /(?:^|\/)(?:\.{0,2}|\.?[^./]+)\/?$/.test(path);

/** Editors that change files only when told to; the first operand is their script unless it is an option. */
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
  chmod: (args) => readFlags(args).operands.slice(1),
  git,
};
