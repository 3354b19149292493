import { basename } from 'node:path/posix';
import { readFlags, valuesOf } from './flags.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
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
  const added = before !== undefined && text.startsWith(before) ? text.slice(before.length) : text;
  if (READ_AT_START.test(path) && !ONLY_UNKNOWN.test(added)) runScriptText(added, subshell(shell), basename(path));
}

const READ_AT_START =
  /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|envrc)$|^\/etc\/(?:profile|bash\.bashrc|zsh\/\w+|profile\.d\/[^/]+|rc\.local|cron\.\w+\/[^/]+)$|\/\.git\/hooks\/[^/]+$/;
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

const copied: Keeper = (args, { invocation, shell }) => {
  const { operands } = readFlags(args);
  const [from = '', to = ''] = operands;
  const content = shell.files.get(absolutePath(from, invocation) ?? '');
  return operands.length === 2 && content !== undefined ? [{ file: to, content }] : [];
};

const KEEPERS: Readonly<Record<string, Keeper>> = {
  curl: downloaded(['o', 'output'], 'when-told'),
  wget: downloaded(['O', 'output-document'], 'by-address'),
  aria2c: downloaded(['o', 'out'], 'by-address'),
  tee: (args, { invocation }) => readFlags(args).operands.map((file) => ({ file, content: invocation.stdin })),
  cp: copied,
  mv: copied,
};
