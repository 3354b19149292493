import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isFile } from '../paths.ts';
import { UNKNOWN } from './words.ts';
import type { Command } from './words.ts';

/** A program that starts what a file of the project tells it to. */
interface Runner {
  readonly names: RegExp;
  readonly files: readonly string[];
  /** Whether it looks in the folders above, too. */
  readonly isSoughtAbove: boolean;
  /** The first words with which it starts nothing of the project. */
  readonly harmless?: RegExp;
  /** The words behind it with which it is a runner, where it is one only with them. */
  readonly told?: RegExp;
}

const RUNNERS: readonly Runner[] = [
  {
    names: /^(?:npm|pnpm|yarn|npx|bunx|corepack)$/,
    files: ['package.json'],
    isSoughtAbove: true,
    harmless: /^(?:view|info|ping|whoami|config|--version|-v)$/,
  },
  {
    names: /^(?:g|b|re)?make$|^ninja$/,
    files: ['GNUmakefile', 'makefile', 'Makefile', 'build.ninja'],
    isSoughtAbove: false,
  },
  { names: /^just$/, files: ['justfile', 'Justfile', '.justfile'], isSoughtAbove: true },
  { names: /^task$/, files: ['Taskfile.yml', 'Taskfile.yaml'], isSoughtAbove: true },
  { names: /^(?:rake|bundle)$/, files: ['Rakefile', 'Gemfile'], isSoughtAbove: true },
  {
    names: /^(?:gradle|mvn|ant|sbt)$/,
    files: ['build.gradle', 'build.gradle.kts', 'pom.xml', 'build.xml', 'build.sbt'],
    isSoughtAbove: true,
  },
  {
    names: /^(?:tox|nox|poetry|uv|hatch|pdm|pipenv|pytest|pre-commit|invoke)$/,
    files: ['tox.ini', 'noxfile.py', 'pyproject.toml', '.pre-commit-config.yaml', 'tasks.py'],
    isSoughtAbove: true,
  },
  { names: /^cargo$/, files: ['Cargo.toml', 'build.rs'], isSoughtAbove: true, harmless: /^(?:fmt|--version)$/ },
  {
    names: /^(?:composer|docker-compose|lefthook|mise)$/,
    files: ['composer.json', 'docker-compose.yml', 'compose.yaml', 'lefthook.yml', '.mise.toml'],
    isSoughtAbove: true,
  },
  { names: /^deno$/, told: /^task /, files: ['deno.json', 'deno.jsonc', 'package.json'], isSoughtAbove: true },
  { names: /^bun$/, told: /^run [^./]+$/, files: ['package.json'], isSoughtAbove: true },
  { names: /^node$/, told: /^--run[ =]/, files: ['package.json'], isSoughtAbove: true },
];

/** A command whose runner decides what is started, and the files that tell it. */
interface Unfollowed {
  readonly command: string;
  readonly files: readonly string[];
  /** Whether it depends on the folder that it is started in. */
  readonly dependsOnFolder: boolean;
}

/** Which commands start what only their runner knows; `start` is the folder that they are started in. */
export function runnersIn(commands: readonly Command[], start: string): readonly Unfollowed[] {
  return commands.flatMap((command) =>
    command.flatMap(({ text }, index) => {
      const runner = RUNNERS.find(({ names }) => names.test(text.slice(text.lastIndexOf('/') + 1)));
      if (runner === undefined || !isProgram(command, index)) return [];
      const [next = '', second = ''] = command.slice(index + 1).map((word) => word.text);
      if (runner.harmless?.test(next) || runner.told?.test(`${next} ${second}`) === false) return [];
      const folder = folderIn(command);
      const files = filesOf(runner, folder === null ? start : resolve(start, folder));
      return [{ command: shownCommand(command), files, dependsOnFolder: folder === null || !isAbsolute(folder) }];
    }),
  );
}

/** Whether the word stands where a program does: first, or behind others that start one. */
const isProgram = (command: Command, index: number): boolean =>
  command.slice(0, index).every(({ text }) => BEFORE_A_PROGRAM.test(text));

const BEFORE_A_PROGRAM =
  /^(?:\w+=.*|-.*|\d+[smh]?|then|do|else|if|elif|while|until|!|\{|time|exec|env|nice|nohup|timeout|stdbuf|sudo|command|xargs|ionice|setsid|cd|.*\/env)$/s;

/** The folder that a runner is told to work in; null when it takes the one that it is started in. */
function folderIn(command: Command): string | null {
  for (const [index, { text }] of command.entries()) {
    if (/^(?:-\w*C|--prefix|--directory|--dir|--cwd)$/.test(text)) return command[index + 1]?.text ?? null;
    const [, folder] = /^(?:-C|--prefix=|--directory=|--dir=|--cwd=)(.+)$/s.exec(text) ?? [];
    if (folder !== undefined) return folder;
  }
  return null;
}

function filesOf({ files, isSoughtAbove }: Runner, start: string): readonly string[] {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = files.map((name) => join(folder, name)).filter(isFile);
    if (found.length > 0 || !isSoughtAbove || folder === dirname(folder)) return found;
  }
}

/** A command as it is shown to people, shortened, with `…` for what only a shell would know. */
export const shownCommand = (command: Command): string => {
  const text = command
    .map((word) => word.text)
    .join(' ')
    .replaceAll(UNKNOWN, '…');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};
