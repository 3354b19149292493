import { join } from 'node:path';
import { isFile } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { foldersOfCode, runsWhatIsAnywhere } from './code-folders.ts';
import { basesIn, moduleFolders, piecesOf, startsOf } from './command-folders.ts';
import { dataConstantsIn } from './data-constants.ts';
import { dataWordsOf, filesInVariables, isVolatile, wordsToRead } from './data-words.ts';
import { mergedDependencies, NO_DEPENDENCIES, WHY } from './dependency.ts';
import type { Dependency, TextDependencies, UnknownPart } from './dependency.ts';
import { importsOfPython, importsOfPythonText, pythonModule } from './imports.ts';
import { hasScriptExtension } from './kinds-of-file.ts';
import { rolesIn, startsACommand, startsUnknownText, takesAnyText } from '../../shell/word-roles.ts';
import type { Role } from '../../shell/word-roles.ts';
import { scriptsNamed } from './locate.ts';
import type { Claim, SearchPath } from './locate.ts';
import { mentionedInWords } from './mentioned-words.ts';
import { mentionsIn } from './mentions.ts';
import type { Passage } from './passage.ts';
import { binFolders } from './package-scripts.ts';
import type { RunText } from './package-scripts.ts';
import { runnersIn, shownCommand, steeringFiles } from './runners.ts';
import { WRITERS, writtenIn, writtenPaths } from './written-words.ts';
import { commandsIn, UNKNOWN } from '../../shell/loose-words.ts';
import type { Command, ShellWord } from '../../shell/loose-words.ts';

const MOST_DEPTH = 4;

/**
 * Every file that a word of the commands names, in any position, except those that are only written; and what runners
 * start for them.
 */
export function dependenciesOfCommands(
  commands: readonly Command[],
  searchPath: SearchPath,
  depth = 0,
): TextDependencies {
  const { project } = searchPath;
  const starts = startsOf(commands, searchPath);
  const written = writtenIn(commands);
  const claim: Claim = commands.some(takesAnyText) ? 'text' : 'path';
  const own = commands.map((command) => dependenciesOfCommand(command, { searchPath, claim, written }));
  const runners = callsFrom(commands, starts, project);
  const steering = [
    ...runners.flatMap(runnerFiles),
    ...starts.flatMap((start) => asDependencies(steeringFiles(commands, start, project), 'steers')),
  ];
  const texts = depth < MOST_DEPTH ? runners.flatMap(({ target }) => target?.texts ?? []) : [];
  // The words of a message start nothing, unless a command here runs any text it is given.
  const started = runners.filter(({ isShown }) => !isShown || claim === 'text');
  const unknown = started.flatMap(({ command, target }) =>
    target === null || (depth >= MOST_DEPTH && target.texts.length > 0) ? [{ what: command, why: WHY.runner }] : [],
  );
  const merged = mergedDependencies([
    { ...NO_DEPENDENCIES, dependencies: steering, folders: foldersOfCode(commands, searchPath), unknown },
    ...own,
    namedBy(commands, { searchPath, claim, written }),
    ...texts.map((text) => dependenciesOfText(text, project, depth)),
  ]);
  const { bases, starts: given = bases.slice(0, 1) } = searchPath;
  const entered = starts.filter((start) => !given.includes(start));
  return {
    ...merged,
    unknown: toldOf(merged.unknown),
    written: writtenPaths(written, searchPath),
    modules: [...moduleFolders(commands, searchPath), ...entered],
  };
}

/** What the commands read by way of a variable, and what else they name. */
const namedBy = (commands: readonly Command[], context: CommandContext): TextDependencies => ({
  ...NO_DEPENDENCIES,
  dependencies: dataNamed(wordsToRead(commands, programOf), context),
  mentioned: mentionedInWords(commands, context.searchPath),
});

/** The runners, resolved in the first folder whose files define what they start, else in the first folder. */
function callsFrom(
  commands: readonly Command[],
  starts: readonly string[],
  project: string,
): ReturnType<typeof runnersIn> {
  const [first = [], ...others] = starts.map((start) => runnersIn(commands, start, project));
  return first.map((call, index) => {
    const all = [call, ...others.flatMap((calls) => calls[index] ?? [])];
    const known = all.find(({ target }) => target !== null) ?? call;
    return {
      ...known,
      files: [...new Set(all.flatMap(({ files }) => files))],
      missing: all.flatMap(({ missing }) => missing),
    };
  });
}

/** What a command line starts, whichever program passes it to a shell. */
export const dependenciesOfLine = (text: string, folder: string, project: string): TextDependencies =>
  dependenciesOfText({ text, folder }, project, MOST_DEPTH - 2);

/** What a text starts that a runner passes to a shell. */
function dependenciesOfText({ text, folder }: RunText, project: string, depth: number): TextDependencies {
  charge('shell', text.length, folder);
  const commands = commandsIn(text, NO_VALUES);
  const starts = [folder, ...binFolders(folder, project)];
  return dependenciesOfCommands(commands, { project, bases: basesIn(commands, starts, project) }, depth + 1);
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** A file that is parsed for what it starts is not followed again. */
const runnerFiles = ({ files, missing, target }: ReturnType<typeof runnersIn>[number]): readonly Dependency[] => [
  ...files.map(
    (path) => ({ path, how: target !== null && !/\.(?:py|[cm]?[jt]s)$/.test(path) ? 'steers' : 'runs' }) as const,
  ),
  ...asDependencies(missing, 'loads'),
  ...asDependencies(target?.programs ?? [], 'runs'),
];

interface CommandContext {
  readonly searchPath: SearchPath;
  readonly claim: Claim;
  readonly written: ReadonlySet<string>;
}

function dependenciesOfCommand(command: Command, { searchPath, claim, written }: CommandContext): TextDependencies {
  charge('steps', command.length, shownCommand(command));
  const roles = rolesIn(command);
  const program = programOf(command);
  const name = command[program]?.text ?? '';
  const others: Claim = claim === 'path' && READERS.test(name) ? 'read' : claim;
  const startsNothing = READERS.test(name) || (WRITERS.test(name) && name !== 'flock');
  // A program that is not known to be harmless may run what it is given.
  const isGiven = program >= 0 && !startsNothing && !LOOKERS.test(name);
  const dependencies: Dependency[] = [];
  let isUnknownStart = startsUnknownText(command) || runsWhatIsAnywhere(command, searchPath);
  command.forEach((word, index) => {
    const role = roles[index] ?? 'other';
    const isProgram = index === program && word.text.includes('/');
    const ownClaim: Claim = isProgram ? 'text' : others;
    const writtenClaim = index === program ? ownClaim : startsNothing ? null : 'read';
    const around: WordContext = { searchPath, claim: ownClaim, writtenClaim, written, before: command[index - 1] };
    const found = dependenciesOfWord(word, role, around).map((each) =>
      isGiven && isCode(each) ? { ...each, how: 'runs' as const } : each,
    );
    dependencies.push(...(isProgram ? found.map((each) => ({ ...each, how: 'runs' as const })) : found));
    const isStarted = role === 'script' || role === 'loaded' || index === program;
    if (isStarted && isUnknown(word) && (found.length === 0 || isAnyFileOf(word))) isUnknownStart = true;
  });
  const read = [...dataWordsOf(command, program), ...filesInVariables(command, program)];
  // What is given to a program beside one that runs its input may become that input.
  const piped = claim === 'text' && !INERT.test(name) ? command.map(({ text }) => text) : [];
  dependencies.push(...dataNamed([...read, ...piped], { searchPath, claim, written }));
  const unknown =
    isUnknownStart && command[0]?.isShown !== true ? [{ what: shownCommand(command), why: WHY.built }] : [];
  return { ...NO_DEPENDENCIES, dependencies, unknown };
}

const programOf = (command: Command): number => command.findIndex(({ text }) => !startsACommand(text));

/** Files that are read as data, by a literal path. */
const dataNamed = (words: readonly string[], { searchPath, written }: CommandContext): readonly Dependency[] =>
  [...new Set(words)]
    .filter((text) => !written.has(text) && (!text.startsWith(UNKNOWN) || text.includes('/')))
    .flatMap((text) => asDependencies(scriptsNamed(text, 'text', searchPath).filter(isData), 'reads'));

const isData = (path: string): boolean => isFile(path) && !isVolatile(path);

function toldOf(unknown: readonly UnknownPart[]): readonly UnknownPart[] {
  const told = [...new Map(unknown.map((each) => [each.what, each])).values()].slice(0, MOST_TOLD);
  return told.filter((one) => !told.some((other) => other !== one && other.what.includes(one.what)));
}

const MOST_TOLD = 20;

const asDependencies = (paths: readonly string[], how: Dependency['how']): readonly Dependency[] =>
  paths.map((path) => ({ path, how }));

// They read files and run none; files that other programs write there must not invalidate trust.
const READERS =
  /^(?:\[|\[\[|test|cat|head|tail|grep|egrep|fgrep|wc|ls|stat|cmp|diff|sort|uniq|cut|tr|jq|du|file|sha\d+sum|md5sum|basename|dirname|realpath|readlink|echo|printf)$/;

// They read sources, or move them.
const LOOKERS =
  /^(?:git|gh|hg|prettier|eslint|oxlint|oxfmt|biome|stylelint|black|ruff|isort|flake8|pylint|mypy|pyright|tsc|shellcheck|shfmt|gofmt|rustfmt|clang-format|rubocop|npx|cp|mv|ln|chmod|chown|install|tar|zip|gzip|rsync|scp|curl|wget|sed|awk|for|case|local|export|declare|readonly|cd|pushd|unset|set|return|exit)$/;

/** They print or compare what they are given. */
const INERT = /^(?:echo|printf|\[|\[\[|test|case|exit|return)$/;

const isCode = ({ path, how }: Dependency): boolean => how === 'names' && hasScriptExtension(path);

const isUnknown = ({ text, isWritten }: ShellWord): boolean =>
  !isWritten && text.includes(UNKNOWN) && !KERNEL_FACTS.test(text);

/** `"$x"/*`: which folder that is cannot be known. */
const isAnyFileOf = ({ text }: ShellWord): boolean => /^[/*?]+$/.test(text.slice(text.lastIndexOf(UNKNOWN) + 1));

// Files in which the kernel describes a process (/proc): they can be read, and not run.
const KERNEL_FACTS =
  /^\/proc\/[^/]+\/(?:stat|statm|status|environ|cmdline|comm|maps|smaps|cgroup|limits|io|mounts|mountinfo|uid_map|gid_map)$/;

interface WordContext {
  readonly searchPath: SearchPath;
  readonly claim: Claim;
  /**
   * The claim of a word that is also written to: what is started is not data, whoever wrote it; null: it has none
   * here.
   */
  readonly writtenClaim: Claim | null;
  readonly written: ReadonlySet<string>;
  readonly before: ShellWord | undefined;
}

function dependenciesOfWord(
  { text, isWritten }: ShellWord,
  role: Role,
  { searchPath, claim, writtenClaim, written, before }: WordContext,
): readonly Dependency[] {
  const [start = searchPath.project] = searchPath.bases;
  const place = { text, file: join(start, '-'), project: searchPath.project, bases: searchPath.bases };
  if (role === 'python-module')
    return asDependencies(
      [...pythonModule(text, searchPath.bases), ...importsOfPython({ ...place, text: '' }, searchPath.bases)],
      'runs',
    );
  if (role === 'python-code') return [...asDependencies(importsOfPythonText(place), 'loads'), ...ofInlineCode(place)];
  if (role === 'code') return ofInlineCode(place);
  if (isWritten) return [];
  const isLoaded = role === 'loaded' || /^(?:source|\.)$/.test(before?.text ?? '');
  const how = isLoaded ? 'loads' : role === 'script' ? 'runs' : 'names';
  return piecesOf(text).flatMap((piece) => {
    const pieceClaim = role === 'script' || role === 'loaded' ? 'script' : written.has(piece) ? writtenClaim : claim;
    return pieceClaim === null ? [] : asDependencies(scriptsNamed(piece, pieceClaim, searchPath), how);
  });
}

/** What a text loads and reads that is given to an interpreter on its command line. */
const ofInlineCode = (place: Passage): readonly Dependency[] => [
  ...asDependencies(mentionsIn(place).files, 'loads'),
  ...asDependencies(dataConstantsIn(place).read.filter(isData), 'reads'),
];
