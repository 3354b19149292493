import { charge } from '../scan-budget.ts';
import { dependenciesOfCommands } from './command-dependencies.ts';
import { basesIn } from './command-folders.ts';
import { DATA_READER_NAMES } from './data-words.ts';
import { mergedDependencies } from './dependency.ts';
import type { TextDependencies } from './dependency.ts';
import { importsOfPython } from './imports.ts';
import type { SearchPath } from './locate.ts';
import type { Passage } from './passage.ts';
import { INTERPRETER_NAMES } from '../../shell/interpreters.ts';
import { RUNNER_NAMES } from '../../shell/project-runners.ts';
import { dependenciesOfPython } from './script-dependencies.ts';
import { commandsIn } from '../../shell/loose-words.ts';
import type { KnownValues } from '../../shell/loose-words.ts';

/** The dependencies of a shell text. */
export function dependenciesOfShell(passage: Passage, values: KnownValues): TextDependencies {
  const { file, project, bases } = passage;
  const text = joinedLines(passage.text);
  const lines = tellingLines(text);
  charge('shell', lines.length, file);
  const commands = commandsIn(lines, values);
  const { starts = bases.slice(0, 1) } = passage;
  const isDeep = /\bglobstar\b/.test(text);
  const searchPath: SearchPath = { project, starts, bases: basesIn(commands, bases, project), isDeep, text };
  const found = dependenciesOfCommands(commands, searchPath);
  if (!/\bpython/.test(lines)) return found;
  // A python text may be embedded in the lines.
  const inner = { ...passage, text, bases: searchPath.bases };
  if (text.includes('<<')) return mergedDependencies([found, { ...dependenciesOfPython(inner), unknown: [] }]);
  const loaded = importsOfPython(inner, searchPath.bases).map((path) => ({ path, how: 'loads' as const }));
  return { ...found, dependencies: [...found.dependencies, ...loaded] };
}

/** A backslash at the end of a line joins the next one to it, but not behind a comment. */
const joinedLines = (text: string): string =>
  text.replace(/^([ \t]*#[^\n]*\n)|\\\r?\n/gm, (_, comment?: string) => comment ?? '');

/**
 * The lines of a shell script that contain a path, a variable or a program that reads or starts files: parsing the
 * others word by word would take most of the time.
 */
const tellingLines = (text: string): string => {
  // Where PATH is set, any word may be a program of the project.
  const isAnyTelling = /\bPATH\+?=/.test(text);
  return text
    .split('\n')
    .filter((line) => (isAnyTelling || TELLING.test(line)) && !/^\s*#/.test(line))
    .join('\n');
};

const PROGRAMS = 'cd source eval mapfile readarray run-parts find xargs'.split(' ');
const TELLING = new RegExp(
  String.raw`[/<>]|(?:^|[;&|(])\s*["']?\$|(?:^|\s)\w+\+?=|\b(?:touch|tee|truncate|rm|flock)\s|\bfor\s|\beval\b|` +
    String.raw`\.(?:sh|bash|zsh|py|[cm]?[jt]s|pl|rb|awk)\b|` +
    // A program may also end its line, as in `echo 'git push' | sh`.
    String.raw`(?:^|[\s;&|("'${'`'}])(?:\.|${[...PROGRAMS, INTERPRETER_NAMES, ...DATA_READER_NAMES, RUNNER_NAMES].join('|')})(?=[\s;&|)"'${'`'}]|$)`,
);
