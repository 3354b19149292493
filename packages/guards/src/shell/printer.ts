import { readFlags } from './flags.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { secretOf } from './secret-files.ts';
import type { Invocation, Shell } from './shell.ts';

/** A call of a program whose output is worked out. */
export interface PrinterCall {
  readonly args: readonly string[];
  readonly invocation: Invocation;
  readonly shell: Shell;
}

export type Printer = (call: PrinterCall) => string;

/** Its input: the files it names, else stdin. */
export function readInput({ args, invocation, shell }: PrinterCall): string {
  const files = readFlags(args).operands.filter((word) => word !== '-');
  if (files.length === 0) return invocation.stdin;
  return files.map((word) => readFile(word, invocation, shell)).join('');
}

/** What is known of a file. */
export function readFile(word: string, invocation: Pick<Invocation, 'cwd'>, { files, session }: Shell): string {
  const path = absolutePath(word, invocation);
  if (path === null) return MARKS.unknown;
  return files.get(path) ?? secretOf(path, session.home) ?? MARKS.unknown;
}
