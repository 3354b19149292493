import { basename, relative, resolve } from 'node:path';
import type { MatchSubject } from '../../model/index.ts';
import type { Finding } from './compiled-matcher.ts';
import { simpleCommands } from './bash-commands.ts';
import { type GlobProgram, runGlob } from './glob-program.ts';
import { compileFreeGlobs } from './glob.ts';
import { DECISION_LIMIT_MS, type Owner, runDirectly, TRIVIAL_STEPS } from './time-limit.ts';
import type { ArgumentKind, ToolArgument } from './tool-argument.ts';
import { monotonicMs } from '../../text/clock.ts';

/** What a pattern finds in the argument of a call; `unreadable` says why it could not be taken apart. */
export type ArgumentFinding = Finding | { readonly unreadable: string };

/** The folders that paths are relative to: in a worktree both it and the project. */
type PathFolders = Pick<MatchSubject, 'project' | 'worktree'>;

/** The pattern of a rule such as `Bash(git *)`, to be held against arguments of every kind; it is read at its first use. */
export function compileArgumentPattern(
  pattern: string,
  owner: Owner,
): (argument: ToolArgument, folders: PathFolders) => ArgumentFinding {
  const asText = readLater([pattern], owner);
  const asCommand = readLater(commandGlobs(pattern), owner);
  const asPath = readLater([pattern.replace(/^(?:\.\/)+/, '')], owner);
  const tests: Readonly<Record<ArgumentKind, (value: string, folders: PathFolders) => ArgumentFinding>> = {
    text: (value) => asText([value], DECISION_LIMIT_MS),
    command: (value) => asCommand([value.trim()], DECISION_LIMIT_MS),
    file: (value, folders) => asPath(pathTexts(pattern, value, folders), DECISION_LIMIT_MS),
    bash: (value) => {
      const start = monotonicMs();
      const commands = simpleCommands(value, DECISION_LIMIT_MS, owner);
      if ('why' in commands) return { unreadable: commands.why };
      // What is left of a line that only assigns or redirects is an empty command.
      const texts = commands.texts.length === 0 ? [''] : commands.texts;
      return asCommand(texts, DECISION_LIMIT_MS - (monotonicMs() - start));
    },
  };
  return ({ kind, value }, folders) => tests[kind](value, folders);
}

/** Reading brackets takes time that grows with the square of their number. */
function readLater(globs: readonly string[], owner: Owner): (texts: readonly string[], limitMs: number) => Finding {
  let program: GlobProgram | null = null;
  return (texts, limitMs) => {
    program ??= runDirectly(owner, TRIVIAL_STEPS + 1, () => compileFreeGlobs(globs), NO_PROGRAM);
    return program === null ? 'postponed' : runGlob(program, texts, limitMs, owner);
  };
}

const NO_PROGRAM = { tooLong: null, noTime: null };

/** `git commit:*` and `git commit *` also fit `git commit` alone, but never `git commit-tree`. */
function commandGlobs(pattern: string): readonly string[] {
  const [, words] = /^([^]*)(?::| )\*$/.exec(pattern) ?? [];
  if (words === undefined) return [pattern];
  return words === '' ? ['*'] : [words, `${words} *`];
}

/** A pattern without a slash is about the file's name, any other about its place. */
function pathTexts(pattern: string, path: string, { project, worktree }: PathFolders): readonly string[] {
  const absolute = resolve(project, path);
  if (!pattern.includes('/')) return [basename(absolute)];
  const inWorktree = worktree === undefined ? [] : [relative(worktree, absolute)];
  return [relative(project, absolute), ...inWorktree, absolute];
}
