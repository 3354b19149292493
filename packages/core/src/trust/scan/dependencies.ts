import { dirname, extname, relative, sep } from 'node:path';
import { filesBelow } from '../folder.ts';
import { recordingStamps, recordAgain } from '../stamps/file-stamps.ts';
import type { FileStamp } from '../stamps/file-stamps.ts';
import { insideProject, isBelow, isFile, realPathOf } from '../paths.ts';
import { BudgetExceeded, charge, MAX_FILES_OF_HOOK, onceFor } from '../scan-budget.ts';
import { mergedDependencies, NO_DEPENDENCIES, WHY } from './dependency.ts';
import type { CodeFolder, Dependency, Mention, TextDependencies, UnknownPart } from './dependency.ts';
import { hasDataExtension, isToBeStarted } from './kinds-of-file.ts';
import type { SearchPath } from './locate.ts';
import { filesSteeredTo, namedInData } from './settings-files.ts';
import { packageOf } from './packages.ts';
import { askedOwnFolder } from './own-folder.ts';
import { dependenciesOfFirstLine, dependenciesOfText } from './script-languages.ts';
import { isTooLong, scriptText } from './script-text.ts';
import type { KnownValues } from '../../shell/loose-words.ts';

/** What scripts depend on; all paths are absolute. */
export interface Dependencies {
  /** The scripts, and all code that they start or load, in the order in which it was found. */
  readonly code: readonly string[];
  /** What they read as data. */
  readonly data: readonly string[];
  /** What they would start or load but does not exist. */
  readonly missing: readonly string[];
  readonly folders: readonly string[];
  /** For each script, what it may start or load that cannot be determined. */
  readonly unknown: ReadonlyMap<string, readonly UnknownPart[]>;
  readonly written: readonly string[];
  /** For each script, what else it names. */
  readonly mentioned: ReadonlyMap<string, readonly Mention[]>;
}

/** The inputs of the search for dependencies. */
export interface DependencySearch {
  /** From the definition: where it starts, and the folders that it names. */
  readonly searchPath: SearchPath;
  readonly values: KnownValues;
  /** Only files below these folders (resolved) are scanned; absent: all of the project. */
  readonly readsBelow?: readonly string[];
  /** Folders in which what the definition starts searches for modules; absent: none. */
  readonly modules?: readonly string[];
  /** The folder of the hook itself, which some of the values are; absent: it has none. */
  readonly ownFolder?: string;
}

/** Files of packages in node_modules are covered one by one up to this number; beyond it, the package is named. */
const MAX_PACKAGE_FILES = 120;

/** Follows scripts to everything that they start or load, anywhere in the project, and to the data that they read. */
export function followDependencies(
  scripts: readonly string[],
  search: DependencySearch,
  {
    folders = [],
    steering = [],
  }: { readonly folders?: readonly CodeFolder[]; readonly steering?: readonly string[] } = {},
): Dependencies {
  const walk = new Walk(scripts, search);
  for (const path of steering) walk.addSteering(path);
  for (const folder of folders) walk.addFolder(folder, scripts[0] ?? search.searchPath.project);
  return walk.result();
}

/** One traversal from script to script. */
class Walk {
  readonly #search: DependencySearch;
  // Each with the script that led to it first: helpers of a helper are searched around that one too.
  readonly #origins: Map<string, string>;
  readonly #data = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #written = new Set<string>();
  readonly #unknown = new Map<string, UnknownPart[]>();
  readonly #mentioned = new Map<string, readonly Mention[]>();
  // Module folders that a script passes on to what it starts.
  readonly #modules = new Map<string, readonly string[]>();
  #packageFiles = 0;

  constructor(scripts: readonly string[], search: DependencySearch) {
    this.#search = search;
    this.#origins = new Map(scripts.map((script) => [script, script]));
    for (const script of scripts) this.#modules.set(script, search.modules ?? []);
    if (scripts.length > MAX_FILES_OF_HOOK)
      throw new BudgetExceeded(`more than ${MAX_FILES_OF_HOOK} scripts, at ${scripts[0]}`);
  }

  result(): Dependencies {
    for (const [file, origin] of this.#origins) this.#follow(file, origin);
    const data = [...this.#data].filter((path) => !this.#origins.has(path) && !this.#written.has(path));
    for (const file of data)
      if (packageNameOf(file) === null) this.#mentioned.set(file, namedInData(file, this.#search.searchPath));
    return {
      code: [...this.#origins.keys()],
      data,
      missing: [...this.#missing],
      folders: [...this.#folders],
      unknown: this.#unknown,
      written: [...this.#written],
      mentioned: this.#mentioned,
    };
  }

  addFolder({ path, extensions }: CodeFolder, from: string): void {
    if (!isRead(path, this.#search)) return;
    try {
      const files = filesBelow(path, this.#search.searchPath.project);
      this.#folders.add(path);
      const code = files.filter((file) => extensions === null || extensions.test(extname(file)));
      for (const file of code) this.#add({ path: file, how: 'loads' }, from, from);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.#note(from, { what: relative(this.#search.searchPath.project, path), why: error.message });
    }
  }

  /** A file that tells a runner what to start. */
  addSteering(path: string): void {
    this.#data.add(path);
    for (const started of filesSteeredTo(path, this.#search.searchPath))
      this.#add({ path: started, how: 'runs' }, path, path);
  }

  #follow(file: string, origin: string): void {
    const given = this.#modules.get(file) ?? [];
    const found = dependenciesOf(file, this.#search, given);
    const handedOn = [...new Set([...given, ...found.modules])];
    for (const path of found.written) this.#written.add(path);
    for (const part of found.unknown) this.#note(file, part);
    const installed = packageNameOf(file);
    if (installed === null) this.#mentioned.set(file, found.mentioned);
    for (const dependency of found.dependencies)
      if (installed === null || dependency.how === 'loads' || isReadOf(installed, dependency))
        this.#add(dependency, file, origin);
    for (const folder of found.folders) this.addFolder(folder, file);
    if (handedOn.length > 0)
      for (const { path } of found.dependencies) if (!this.#modules.has(path)) this.#modules.set(path, handedOn);
  }

  #add(dependency: Dependency, file: string, origin: string): void {
    const { project } = this.#search.searchPath;
    const path = insideProject(project, dependency.path);
    if (path === null || this.#origins.has(path)) return;
    if (!isFile(path)) {
      if (dependency.how === 'loads' || dependency.how === 'runs') this.#missing.add(path);
      return;
    }
    if (dependency.how === 'steers') this.addSteering(path);
    else if (dependency.how === 'reads') this.#data.add(path);
    else if (
      dependency.how !== 'names' ||
      isToBeStarted(path) ||
      isHelper(file, path, project) ||
      isHelper(origin, path, project)
    )
      this.#addCode(path, file, origin);
  }

  #addCode(path: string, file: string, origin: string): void {
    const installed = packageNameOf(path);
    if (installed !== null && ++this.#packageFiles > MAX_PACKAGE_FILES)
      return this.#note(file, { what: `the package ${installed}`, why: WHY.package });
    if (this.#origins.size >= MAX_FILES_OF_HOOK)
      return this.#note(file, {
        what: relative(this.#search.searchPath.project, path),
        why: `more than ${MAX_FILES_OF_HOOK} files are loaded`,
      });
    this.#origins.set(path, origin);
  }

  /** What a package of node_modules does is reported by the name of the package only. */
  #note(file: string, part: UnknownPart): void {
    const installed = packageNameOf(file);
    const told = installed === null ? part : { what: `the package ${installed}`, why: part.why };
    const known = this.#unknown.get(file) ?? [];
    const isKnown = [...this.#unknown.values()].some((parts) =>
      parts.some(({ what }) => what === told.what && installed !== null),
    );
    if (!isKnown && !known.some(({ what }) => what === told.what)) this.#unknown.set(file, [...known, told]);
  }
}

/** Data of a package that the package itself reads. */
const isReadOf = (installed: string, { how, path }: Dependency): boolean =>
  how === 'reads' && packageNameOf(path) === installed;

/** By the target of a symlink: a program in `.bin` belongs to its package. */
const packageNameOf = (path: string): string | null => packageOf(realPathOf(path) ?? path);

/** The dependencies of a script, computed once for all hooks that share it. */
function dependenciesOf(file: string, search: DependencySearch, modules: readonly string[]): TextDependencies {
  const ownFolder = isScanned(file, search) ? askedOwnFolder(file, search) : undefined;
  const key = [file, ...modules, '', ...search.searchPath.bases, ownFolder ?? ''].join('\0');
  const { result, stamps } = dependenciesOnce(key, () =>
    recordingStamps(() => readDependencies(file, search, modules, ownFolder)),
  );
  recordAgain(stamps);
  return result;
}

const dependenciesOnce = onceFor<{ readonly result: TextDependencies; readonly stamps: readonly FileStamp[] }>();

/** Whether a file or folder is to be scanned, judged by the target of a symlink. */
function isRead(path: string, { readsBelow }: DependencySearch): boolean {
  const real = realPathOf(path) ?? path;
  return readsBelow === undefined || readsBelow.some((folder) => real === folder || isBelow(folder, real));
}

const isScanned = (file: string, search: DependencySearch): boolean =>
  isRead(file, search) && (!hasDataExtension(file) || file.endsWith('.txt'));

function readDependencies(
  file: string,
  search: DependencySearch,
  modules: readonly string[],
  ownFolder: string | undefined,
): TextDependencies {
  const { project, bases } = search.searchPath;
  if (!isScanned(file, search)) return NO_DEPENDENCIES;
  const text = scriptText(file, project);
  if (text === '')
    return isTooLong(file) ? { ...NO_DEPENDENCIES, unknown: [{ what: 'it', why: WHY.unseen }] } : NO_DEPENDENCIES;
  charge('characters', text.length, file);
  // Python and node search beside the target of a symlink, a shell beside the symlink.
  const real = dirname(realPathOf(file) ?? file);
  const starts = bases.slice(0, 1);
  const passage = { file, text, project, starts, bases: [...new Set([dirname(file), real, ...bases, ...modules])] };
  return mergedDependencies([dependenciesOfFirstLine(passage), dependenciesOfText(passage, search.values, ownFolder)]);
}

/** Whether a file belongs to a script by its location: beside it, below it, or in the same hidden folder. */
function isHelper(file: string, path: string, project: string): boolean {
  const folder = dirname(file);
  const [top = ''] = relative(project, path).split(sep, 1);
  if (folder === project) return top.startsWith('.');
  return isBelow(folder, path) || (relative(project, file).split(sep, 1)[0] === top && top.startsWith('.'));
}
