import { dirname, join, resolve } from 'node:path';
import { insideProject, isFile, isFolder, shownPath } from '../paths.ts';
import type { CodeFolder, Dependency, UnknownPart } from './dependency.ts';
import { WHY } from './dependency.ts';
import { mentionsIn } from './mentions.ts';
import { loadableFiles } from './node-files.ts';
import type { Passage } from './passage.ts';

/** How a language loads code whose name is computed at run time. */
export interface DynamicLoading {
  /** A call that loads its argument, where that is not a constant. */
  readonly call: RegExp;
  /** A call that lists a folder. */
  readonly lists: RegExp;
  /** Which files of a folder can be loaded. */
  readonly extensions: RegExp;
  /** Calls that load a file of any name. */
  readonly anyName: RegExp;
}

interface Loaded {
  readonly dependencies: readonly Dependency[];
  readonly folders: readonly CodeFolder[];
  readonly unknown: readonly UnknownPart[];
}

const MOST_CALLS = 5;
const REACH = 240;

/** What such calls in a text load: by the constant parts of their paths, and from the folders that the text lists. */
export function loadedByCalls(passage: Passage, { call, lists, extensions, anyName }: DynamicLoading): Loaded {
  const { text } = passage;
  const calls = [...text.matchAll(call)].map(({ 0: what, index }) => ({
    what,
    known: knownPart(text, index, passage),
  }));
  if (calls.length === 0) return { dependencies: [], folders: [], unknown: [] };
  const listed = lists.test(text) ? listedFolders(passage) : [];
  const takesAny = calls.some(({ what }) => anyName.test(what));
  const own = dirname(passage.file);
  const folders: readonly CodeFolder[] = [
    ...calls.flatMap(({ what, known: part }) =>
      part.folders.map((path) => ({ path, extensions: anyName.test(what) ? null : extensions })),
    ),
    // Beside the script itself there are files that are no code.
    ...listed.map((path) => ({ path, extensions: takesAny && path !== own ? null : extensions })),
  ];
  const covered = listed.map((path) => `${shownPath(path, passage.project)}/`).slice(0, 3);
  const why = covered.length === 0 ? WHY.loaded : `${WHY.loaded}; of it ${covered.join(', ')} is covered`;
  const open = calls.filter(({ known: part }) => !part.isWhole).map(({ what }) => what);
  return {
    dependencies: calls.flatMap(({ known: part }) => part.files.map((path) => ({ path, how: 'loads' as const }))),
    folders,
    unknown: [...new Set(open)].slice(0, MOST_CALLS).map((what) => ({ what, why })),
  };
}

interface KnownPart {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Whether that is all that the call can load. */
  readonly isWhole: boolean;
}

/**
 * What the strings in a call reveal about what it loads: `'./rules/' + name` is a folder, `cwd + '/x.config.js'` a
 * file.
 */
function knownPart(text: string, index: number, { file, project, bases }: Passage): KnownPart {
  const [argument = ''] = text.slice(index, index + REACH).split(/[;\n]/, 1);
  const starts = [...new Set([dirname(file), ...bases])];
  const prefix =
    /\(\s{0,4}(?:new URL\(\s{0,4})?f?(?:['"]([\w@./-]+[/.])['"]\s{0,4}\+|`([\w@./-]+\/)\$\{|['"]([\w./-]+[/.])\{)/.exec(
      argument,
    );
  const head = dotless(prefix?.[1] ?? prefix?.[2] ?? prefix?.[3] ?? null);
  if (head !== null) {
    const folders = starts
      .map((start) => resolve(start, head))
      .filter((path) => isInside(path, project) && isFolder(path));
    return { files: [], folders: folders.slice(0, 2), isWhole: folders.length > 0 };
  }
  const named = [...argument.matchAll(/['"`](?:\$\{[^{}]{1,40}\})?([^'"`\n${}]{1,200})['"`]/g)].map(([, word = '']) =>
    word.replace(/^\/+/, ''),
  );
  const words = named.length > 1 ? [...named, named.join('/')] : named;
  const files = words.flatMap((word) =>
    starts.flatMap((start) => {
      const path = join(start, word);
      return isInside(path, project) ? (isFile(path) ? [path] : loadableFiles(path, project)) : [];
    }),
  );
  return { files: [...new Set(files)], folders: [], isWhole: files.length > 0 };
}

/** A python module `a.b.` is the folder `a/b/`. */
const dotless = (head: string | null): string | null =>
  head?.endsWith('.') === true && !head.includes('/') ? head.replaceAll('.', '/') : head;

const isInside = (path: string, project: string): boolean => insideProject(project, path) !== null;

/** The folders named by a text that lists folders; its own where it names none. */
function listedFolders(passage: Passage): readonly string[] {
  const own = dirname(passage.file);
  const named = mentionsIn(passage).folders.filter((path) => path !== own && path !== passage.project);
  return named.length > 0 ? named.slice(0, 8) : [own];
}
