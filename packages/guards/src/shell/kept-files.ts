import { basename } from 'node:path/posix';
import { readFlags, valuesOf } from './flags.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import type { Invocation, Shell } from './shell.ts';

/** Stores what a program writes into files that a later part of the line may run. */
export function keepFiles(invocation: Invocation, shell: Shell): void {
  const [program = '', ...args] = invocation.words;
  const keeper = Object.hasOwn(KEEPERS, program) ? KEEPERS[program] : undefined;
  for (const { file, content } of keeper?.(args, { invocation, shell }) ?? []) {
    const path = absolutePath(file, invocation);
    if (path !== null) shell.files.set(path, content);
  }
}

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
  tee: (args, { invocation }) => readFlags(args).operands.map((file) => ({ file, content: invocation.stdin })),
  cp: copied,
  mv: copied,
};
