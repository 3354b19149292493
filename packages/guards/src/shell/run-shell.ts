import { readFlags } from './flags.ts';
import { absolutePath } from './paths.ts';
import { contentOf } from './redirects.ts';
import type { RunnerCall } from './runner-call.ts';
import { runScriptText } from './script-text.ts';
import { subshell } from './shell.ts';

/** Runs what a shell is given: a line, a file, or what it reads. */
export function runShell({ name, args, invocation, shell, runner }: RunnerCall): string {
  const flags = readFlags(args, { valued: runner.valued, stopsAtOperand: true });
  const [first, ...rest] = flags.operands;
  const inner = subshell(shell);
  if (flags.names.has('c') || flags.names.has('command')) {
    for (const [index, value] of rest.entries()) inner.variables.set(String(index), value);
    return runScriptText(first ?? '', inner, name);
  }
  if (first === undefined || flags.names.has('s') || first === '-') return runScriptText(invocation.stdin, inner, name);
  const path = absolutePath(first, shell);
  for (const [index, value] of rest.entries()) inner.variables.set(String(index + 1), value);
  return path === null ? '' : runScriptText(contentOf(path, { ...shell, stdin: invocation.stdin }), inner, name);
}
