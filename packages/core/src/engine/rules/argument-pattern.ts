import { basename, relative, resolve } from 'node:path';
import type { Finding } from './compiled-matcher.ts';
import { simpleCommands } from './bash-commands.ts';
import { runGlob } from './glob-program.ts';
import { compileFreeGlobs } from './glob.ts';
import { DECISION_LIMIT_MS } from './time-limit.ts';
import type { ArgumentKind, ToolArgument } from './tool-argument.ts';
import { monotonicMs } from '../../text/clock.ts';

/** What a pattern finds in the argument of a call; `unreadable` says why it could not be taken apart. */
export type ArgumentFinding = Finding | { readonly unreadable: string };

/** The pattern of a rule such as `Bash(git *)`, ready to be held against arguments of every kind. */
export function compileArgumentPattern(pattern: string): (argument: ToolArgument, project: string) => ArgumentFinding {
  const asText = compileFreeGlobs([pattern]);
  const asCommand = compileFreeGlobs(commandGlobs(pattern));
  const asPath = compileFreeGlobs([pattern.replace(/^(?:\.\/)+/, '')]);
  const tests: Readonly<Record<ArgumentKind, (value: string, project: string) => ArgumentFinding>> = {
    text: (value) => runGlob(asText, [value], DECISION_LIMIT_MS),
    command: (value) => runGlob(asCommand, [value.trim()], DECISION_LIMIT_MS),
    file: (value, project) => runGlob(asPath, pathTexts(pattern, value, project), DECISION_LIMIT_MS),
    bash: (value) => {
      const start = monotonicMs();
      const commands = simpleCommands(value, DECISION_LIMIT_MS);
      if ('why' in commands) return { unreadable: commands.why };
      // What is left of a line that only assigns or redirects is an empty command.
      const texts = commands.texts.length === 0 ? [''] : commands.texts;
      return runGlob(asCommand, texts, DECISION_LIMIT_MS - (monotonicMs() - start));
    },
  };
  return ({ kind, value }, project) => tests[kind](value, project);
}

/** `git commit:*` and `git commit *` also fit `git commit` alone, but never `git commit-tree`. */
function commandGlobs(pattern: string): readonly string[] {
  const [, words] = /^([^]*)(?::| )\*$/.exec(pattern) ?? [];
  if (words === undefined) return [pattern];
  return words === '' ? ['*'] : [words, `${words} *`];
}

/** A pattern without a slash is about the file's name, any other about its place. */
function pathTexts(pattern: string, path: string, project: string): readonly string[] {
  const absolute = resolve(project, path);
  return pattern.includes('/') ? [relative(project, absolute), absolute] : [basename(absolute)];
}
