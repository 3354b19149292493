import { basename } from 'node:path';
import type { Finding, SlowSearches } from '../../model/hook.ts';
import { simpleCommands } from '../../shell/bash-tree.ts';
import { type PathPlace, placesOf, spellingsOf } from './file-paths.ts';
import { globTest, type GlobTest } from './glob-program.ts';
import { compileFreeGlobs } from './glob.ts';
import type { ArgumentKind, ToolArgument } from './tool-argument.ts';

/** The result of a pattern on the argument of a call; `unreadable` is why the argument could not be parsed. */
export type ArgumentFinding =
  | Finding
  | {
      readonly unreadable: string;
      /** The command is not wrong, but exceeds the limits. */
      readonly isTooMuch: boolean;
    };

/** Where a call was made, and what runs slow searches there. */
export interface CallPlace extends PathPlace {
  readonly slow: SlowSearches | undefined;
}

type Test = (value: string, place: CallPlace) => ArgumentFinding;

/** The pattern of a rule such as `Bash(git *)`, for arguments of every kind; compiled at its first use. */
export function compileArgumentPattern(pattern: string): (argument: ToolArgument, place: CallPlace) => ArgumentFinding {
  const asText = readLater([pattern]);
  const asCommand = readLater(commandGlobs(pattern));
  const asPath = readLater([pattern.replace(/^(?:\.\/)+/, '')]);
  const tests: Readonly<Record<ArgumentKind, Test>> = {
    text: (value, { slow }) => asText([value], slow),
    command: (value, { slow }) => asCommand([value.trim()], slow),
    file: (value, place) => asPath(pathTexts(pattern, value, place), place.slow),
    bash: (value, { slow }) => {
      const commands = simpleCommands(value);
      if ('why' in commands) return { unreadable: commands.why, isTooMuch: commands.isTooMuch };
      // A line that only assigns or redirects is an empty command.
      return asCommand(commands.texts.length === 0 ? [''] : commands.texts, slow);
    },
  };
  return ({ kind, value }, place) => tests[kind](value, place);
}

function readLater(globs: readonly string[]): GlobTest {
  let test: GlobTest | null = null;
  return (texts, slow) => {
    test ??= globTest(compileFreeGlobs(globs));
    return test(texts, slow);
  };
}

/** `git commit:*` and `git commit *` also match `git commit` alone, but never `git commit-tree`. */
export function commandGlobs(pattern: string): readonly string[] {
  const [, words] = /^([^]*)(?::| )\*$/.exec(pattern) ?? [];
  if (words === undefined) return [pattern];
  return words === '' ? ['*'] : [words, `${words} *`];
}

/**
 * A pattern without a slash matches the file's name, any other its path; a symlink counts as itself and as its target.
 */
const pathTexts = (pattern: string, path: string, place: PathPlace): readonly string[] =>
  pattern.includes('/') ? placesOf(path, place) : spellingsOf(path, place).map((each) => basename(each));
