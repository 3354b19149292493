import { foundBy } from './find-words.ts';
import type { RunnerCall } from './runner-call.ts';
import { outputOf } from './output.ts';
import { subshell } from './shell.ts';

/** Runs what `find` starts for each file that it finds. */
export function runFound(starts: readonly string[], { args, invocation, shell }: RunnerCall): string {
  for (const [at, word] of args.entries()) {
    if (!starts.includes(word)) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((each) => each === ';' || each === '+');
    const command = end < 0 ? rest : rest.slice(0, end);
    for (const path of foundBy(args)) {
      const words = command.map((each) => each.replaceAll('{}', path));
      shell.session.runner.words(words, subshell(shell, { stdin: '' }));
    }
  }
  return outputOf(invocation, shell);
}
