import { dirname, isAbsolute, join, resolve } from 'node:path';
import { insideProject, isFile, isFolder } from '../paths.ts';
import { makeRecipes, namedMakefile } from './make-recipes.ts';
import { binaryTarget, packageTarget } from './package-scripts.ts';
import type { RunnerTarget } from './package-scripts.ts';
import { isKeyword } from '../../shell/builtins.ts';
import { runsItsArguments } from '../../shell/program-runners.ts';
import { RUNNERS, STEERED_INTERPRETERS } from '../../shell/project-runners.ts';
import type { Runner } from '../../shell/project-runners.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command } from '../../shell/loose-words.ts';

/** A command whose runner decides what is started, and the files that configure it. */
interface RunnerCall {
  readonly command: string;
  readonly files: readonly string[];
  /** Files that would configure it but do not exist. */
  readonly missing: readonly string[];
  /** Whether it depends on the folder that it is started in. */
  readonly dependsOnFolder: boolean;
  /** It is in a text that is printed, compared or stored, not run. */
  readonly isShown: boolean;
  /** What it starts; null when only the runner knows. */
  readonly target: RunnerTarget | null;
}

/** The commands that start what a file of the project defines; `start` is the folder that they are started in. */
export function runnersIn(commands: readonly Command[], start: string, project: string = start): readonly RunnerCall[] {
  return commands.flatMap((command) =>
    command.flatMap(({ text }, index) => {
      const name = moduleName(command, index) ?? text.slice(text.lastIndexOf('/') + 1);
      const runner = RUNNERS.find(({ names }) => names.test(name));
      if (runner === undefined || !isProgram(command, index)) return [];
      const words = withoutFolder(command.slice(index + 1).map((word) => word.text));
      const [next = '', second = ''] = words;
      if (runner.harmless?.test(next) || runner.told?.test(`${next} ${second}`) === false) return [];
      const folder = folderIn(command);
      const place: RunnerPlace = { folder: folder === null ? start : resolve(start, folder), project, words };
      const dependsOnFolder = folder === null || !isAbsolute(folder);
      const isShown = command[0]?.isShown === true;
      return [{ command: shownCommand(command), dependsOnFolder, isShown, ...told(runner, place) }];
    }),
  );
}

/** Files that configure the interpreters among the commands. */
export const steeringFiles = (commands: readonly Command[], start: string, project: string): readonly string[] =>
  commands.flatMap((command) =>
    command.flatMap(({ text }, index) => {
      const name = text.slice(text.lastIndexOf('/') + 1);
      const found = STEERED_INTERPRETERS.find(({ names }) => names.test(name));
      return found === undefined || !isProgram(command, index) ? [] : steeringIn(found.steering, start, project);
    }),
  );

interface RunnerPlace {
  readonly folder: string;
  readonly project: string;
  readonly words: readonly string[];
}

/** `python3 -m pytest` is pytest. */
function moduleName(command: Command, index: number): string | null {
  const isPython = /(?:^|\/)(?:python|pypy)[\d.]*$/.test(command[index]?.text ?? '');
  const module = command[index + 2]?.text;
  return isPython && command[index + 1]?.text === '-m' && module !== undefined ? module.replaceAll('_', '-') : null;
}

function told(runner: Runner, place: RunnerPlace): Pick<RunnerCall, 'files' | 'missing' | 'target'> {
  const { folder, project, words } = place;
  const own = (runner.follows === 'recipes' ? namedMakefile(words, folder) : null) ?? null;
  const named = own === null ? filesOf(runner, folder) : [own];
  const steering = [...new Set([folder, ...argumentFolders(place)])].flatMap((each) =>
    steeringIn(runner.steering, each, project),
  );
  const all = [...new Set([...named, ...steering])];
  const [first] = named;
  if (runner.follows === 'recipes' && first !== undefined) {
    const { files, missing, target } = makeRecipes(first, words, project);
    return { files: [...new Set([...all, ...files])], missing, target };
  }
  return { files: all, missing: [], target: targetOf(runner, first, place) };
}

function targetOf(
  runner: Runner,
  described: string | undefined,
  { folder, project, words }: RunnerPlace,
): RunnerTarget | null {
  if (runner.follows === 'scripts') return described === undefined ? null : packageTarget(words, described, project);
  if (runner.follows !== 'binaries') return null;
  return binaryTarget(words.find((word) => !word.startsWith('-')) ?? '', folder, project);
}

/** The folders of files that a runner is given: pytest reads a conftest.py in each of them. */
const argumentFolders = ({ folder, project, words }: RunnerPlace): readonly string[] =>
  words
    .filter((word) => /^[\w.][^=]*$/.test(word))
    .map((word) => resolve(folder, word.replace(/::.*$/s, '')))
    .map((path) => (isFolder(path) ? path : dirname(path)))
    .filter((each) => insideProject(project, each) !== null && isFolder(each));

/** Which of the files exist, in a folder and in those above it up to the project. */
function steeringIn(names: readonly string[], start: string, project: string): readonly string[] {
  const found: string[] = [];
  if (names.length === 0) return found;
  for (let folder = start; ; folder = dirname(folder)) {
    for (const name of names) if (isFile(join(folder, name))) found.push(join(folder, name));
    if (folder === project || folder === dirname(folder)) return found;
  }
}

/** Whether the word is in the position of a program: first, or after others that start one. */
const isProgram = (command: Command, index: number): boolean =>
  command.slice(0, index).every(({ text }) => mayStandBefore(text));

const mayStandBefore = (word: string): boolean =>
  /^(?:\w+=.*|-.*|\d+[smh]?|cd)$/s.test(word) ||
  isKeyword(word) ||
  runsItsArguments(word.slice(word.lastIndexOf('/') + 1));

const FOLDER_OPTION = /^(?:-\w*C|--prefix|--directory|--dir|--cwd)$/;

/** The words without the option that sets the runner's working folder. */
const withoutFolder = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => !FOLDER_OPTION.test(word) && !FOLDER_OPTION.test(words[index - 1] ?? ''));

/** The working folder given to a runner; null when it uses the one that it is started in. */
function folderIn(command: Command): string | null {
  for (const [index, { text }] of command.entries()) {
    if (FOLDER_OPTION.test(text)) return command[index + 1]?.text ?? null;
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

/** A command as shown to people, shortened, with `…` for what only a shell can evaluate. */
export const shownCommand = (command: Command): string => {
  const text = command
    .map((word) => word.text)
    .join(' ')
    .replaceAll(UNKNOWN, '…');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};
