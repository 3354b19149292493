import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Handler, Hook } from '../../model/index.ts';
import { splitWords } from '../../shell/shlex.ts';
import { dependenciesOfCommands } from './command-dependencies.ts';
import { basesIn } from './command-folders.ts';
import { filesBelow } from '../folder.ts';
import { importsOfPython, pythonModule } from './imports.ts';
import { followDependencies } from './dependencies.ts';
import type { Dependencies, DependencySearch } from './dependencies.ts';
import type { Dependency, TextDependencies, UnknownPart } from './dependency.ts';
import { WHY } from './dependency.ts';
import { scriptsNamed } from './locate.ts';
import type { SearchPath } from './locate.ts';
import { insideProject, isFolder, linkStatsOf } from '../paths.ts';
import { runnersIn } from './runners.ts';
import { unclearMentions } from './unclear-mentions.ts';
import type { KnownPaths } from './unclear-mentions.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { commandsIn, commandsOf } from '../../shell/loose-words.ts';
import type { Command, KnownValues } from '../../shell/loose-words.ts';

/** The context in which a hook is scanned. */
export interface ScanContext {
  /** Only files below this folder (resolved) count. */
  readonly project: string;
  /** Where relative paths start. */
  readonly start: string;
  /** The values of environment variables when the hook runs, as far as they are known. */
  readonly values: KnownValues;
  /** The environment variables that hold the hook's own folder; absent: none. */
  readonly ownFolder?: readonly string[];
  /** Files that other hooks of the project write, absolute; as data of this hook they are not covered. */
  readonly written?: ReadonlySet<string>;
  /** Only files below these folders (resolved) are scanned; absent: all of the project. */
  readonly readsBelow?: readonly string[];
}

/** What a hook depends on; all paths are absolute and sorted. */
export interface HookScan {
  /** What it starts or loads; of what its definition names, also missing files. */
  readonly code: readonly string[];
  readonly data: readonly string[];
  readonly missing: readonly string[];
  readonly folders: readonly string[];
  /** What cannot be determined, by script. */
  readonly unknown: Dependencies['unknown'];
  /** What its definition starts that cannot be determined. */
  readonly unknownStarts: readonly UnknownPart[];
  /** What it writes. */
  readonly written: readonly string[];
}

/**
 * Finds the files inside the project that a hook names, and everything that these start, load or read, without running
 * any of it. The same project gives the same result. It follows no symlink out of the project and ends within the scan
 * budget, else it throws `BudgetExceeded`; what it cannot determine is in `unknown` and `unknownStarts`.
 */
export function scanHook(hook: Hook, given: ScanContext): HookScan {
  return withinScanBudget(() => {
    const context = inFolderOf(hook, given);
    const definition = scanDefinition(hook, context);
    const { project } = context;
    const found = followDependencies(definition.scripts, definition.search, definition);
    const code = new Set(found.code);
    const all = new Set([...definition.written, ...found.written]);
    const isWritten = (path: string): boolean => all.has(path) || context.written?.has(path) === true;
    const isData = (path: string): boolean => !code.has(path) && !isWritten(path);
    const data = new Set(found.data.filter(isData));
    const covered = new Set([...code, ...data]);
    const known: KnownPaths = { project, covered, folders: found.folders, missing: new Set(found.missing), isWritten };
    // Of the files that the definition itself names, only programs and scripts count.
    const named = definition.read.filter((path) => isData(path) && !data.has(path));
    const unclear = definition.mentioned.filter(({ path }) => !named.includes(path));
    return {
      ...found,
      code: found.code.toSorted(),
      data: [...data].toSorted(),
      missing: found.missing.filter((path) => !code.has(path)).toSorted(),
      folders: found.folders.toSorted(),
      unknown: withUnclear(found, known),
      unknownStarts: [
        ...definition.unknown,
        ...named.map((path) => ({ what: relative(project, path), why: WHY.data })),
        ...unclearMentions(unclear, known),
      ],
      written: [...all].toSorted(),
    };
  });
}

/** What a definition leads to by itself. */
interface ScannedDefinition extends Pick<TextDependencies, 'folders' | 'unknown' | 'written' | 'mentioned'> {
  readonly scripts: readonly string[];
  /** Files that tell runners what to start. */
  readonly steering: readonly string[];
  /** Data that it names. */
  readonly read: readonly string[];
  readonly search: DependencySearch;
}

function scanDefinition(hook: Hook, context: ScanContext): ScannedDefinition {
  const { project } = context;
  const commands = commandsOfHook(hook, valuesFor(hook, context));
  const start = startOf(commands, context.start);
  const searchPath: SearchPath = { project, bases: basesIn(commands, [start], project) };
  const found = dependenciesOfCommands(commands, searchPath);
  const inside = (wanted: (how: Dependency['how']) => boolean): readonly string[] =>
    found.dependencies
      .filter(({ how, path }) => wanted(how) && !(how === 'names' && found.written.includes(path)))
      .flatMap(({ path }) => insideProject(project, path) ?? []);
  const whole = [...programOf(hook.handler, context), ...moduleOf(hook.handler, project), ...folderOf(hook, project)];
  return {
    ...found,
    scripts: [...new Set([...inside((how) => how !== 'reads' && how !== 'steers'), ...whole])],
    steering: inside((how) => how === 'steers'),
    read: [...new Set(inside((how) => how === 'reads'))],
    search: { ...searchOf(hook, context, searchPath), modules: found.modules },
  };
}

/** For each script, also what it names and nothing covers. */
function withUnclear({ unknown, mentioned }: Dependencies, known: KnownPaths): Dependencies['unknown'] {
  const unclear = [...mentioned].map(([file, mentions]) => [file, unclearMentions(mentions, known)] as const);
  const parts = unclear.map(([file, more]) => [file, [...(unknown.get(file) ?? []), ...more]] as const);
  return new Map([...unknown, ...parts.filter(([, each]) => each.length > 0)]);
}

function valuesFor({ folder }: Hook, { start, values, ownFolder = [] }: ScanContext): KnownValues {
  const own = folder === null ? [] : ownFolder.map((name) => [name, folder] as const);
  return new Map([['HOME', '~'], ['PWD', start], ...values, ...own]);
}

const searchOf = (hook: Hook, context: ScanContext, searchPath: SearchPath): DependencySearch => ({
  searchPath,
  values: valuesFor(hook, context),
  ...(context.readsBelow === undefined ? {} : { readsBelow: context.readsBelow }),
  ...(hook.folder === null ? {} : { ownFolder: hook.folder }),
});

/** A definition may name the folder in which its hook runs. */
const inFolderOf = ({ cwd }: Hook, context: ScanContext): ScanContext =>
  cwd === undefined ? context : { ...context, start: resolve(context.start, cwd) };

/** Commands of a hook that start what a file of their working folder defines. */
export function runnersOf(hook: Hook, context: ScanContext): ReturnType<typeof runnersIn> {
  const { start, values } = inFolderOf(hook, context);
  const commands = commandsOfHook(hook, values);
  return runnersIn(commands, startOf(commands, start)).filter(({ dependsOnFolder }) => dependsOnFolder);
}

/** The folder that a text changes to before anything else, where that is certain. */
function startOf([first]: readonly Command[], start: string): string {
  const [cd, folder, ...rest] = first ?? [];
  const isKnown = cd?.text === 'cd' && folder !== undefined && rest.length === 0 && isAbsolute(folder.text);
  return isKnown && isFolder(folder.text) ? folder.text : start;
}

function commandsOfHook({ handler, env, id }: Hook, values: KnownValues): readonly Command[] {
  const texts = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  charge('shell', textOf(handler).length + texts.join('').length, id);
  return [...commandsOfHandler(handler, values), ...texts.flatMap((text) => commandsIn(text, values))];
}

function textOf(handler: Handler): string {
  if (handler.kind !== 'command') return '';
  if (handler.form === 'argv') return handler.args.join(' ');
  return handler.form === 'words' ? handler.line : handler.script;
}

function commandsOfHandler(handler: Handler, values: KnownValues): readonly Command[] {
  if (handler.kind !== 'command') return [];
  if (handler.form === 'argv') return commandsOf([handler.program, ...handler.args], values);
  if (handler.form === 'words') {
    const split = splitWords(handler.line);
    return split.ok ? commandsOf(split.words, values) : commandsIn(handler.line, values);
  }
  return commandsIn(handler.shell === 'powershell' ? handler.script.replaceAll('\\', '/') : handler.script, values);
}

/** The program of a command without a shell: given by its path, whatever the file is. */
function programOf(handler: Handler, { project, start, values }: ScanContext): readonly string[] {
  if (handler.kind !== 'command' || handler.form === 'shell') return [];
  const program = commandsOfHandler(handler, values)[0]?.[0]?.text ?? '';
  return program.includes('/') ? scriptsNamed(program, 'script', { project, bases: [start] }) : [];
}

function moduleOf(handler: Handler, project: string): readonly string[] {
  if (handler.kind === 'python') {
    const [module = ''] = handler.callable.split(':');
    const nothing = { text: '', file: resolve(project, '-'), project };
    return [...pythonModule(module.trim(), [project]), ...importsOfPython(nothing, [project])];
  }
  if (handler.kind !== 'module') return [];
  const path = insideProject(project, isAbsolute(handler.path) ? handler.path : resolve(project, handler.path));
  return path === null ? [] : [path];
}

/**
 * For a hook that is a folder, its definition counts, and everything below `scripts/`; a plugin's folder is the user's
 * own choice.
 */
function folderOf(hook: Hook, project: string): readonly string[] {
  if (hook.folder === null || hook.scope === 'plugin') return [];
  const folder = insideProject(project, hook.folder);
  if (folder === null) return [];
  const scripts = join(folder, 'scripts');
  return [join(folder, 'HOOK.md'), ...(isFolder(scripts) ? filesBelow(scripts, project) : [])].filter(isThere);
}

const isThere = (path: string): boolean => linkStatsOf(path) !== null;
