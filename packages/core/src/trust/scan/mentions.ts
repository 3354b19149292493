import { dirname, isAbsolute, join } from 'node:path';
import { entriesByStem, stemOf } from '../folder.ts';
import { couldRun, hasDataExtension, hasScriptExtension, SCRIPT_EXTENSIONS } from './kinds-of-file.ts';
import { insideProject, isFile, isFolder } from '../paths.ts';
import type { Passage } from './passage.ts';
import { charge } from '../scan-budget.ts';

/** The paths that a text in any language mentions. */
interface Mentions {
  readonly files: readonly string[];
  /** The files among them that it seems to start or load. */
  readonly started: readonly string[];
  readonly folders: readonly string[];
}

/** The files of the project that a text names, and the folders. */
export function mentionsIn(place: Passage): Mentions {
  const starts = STARTS_SOMETHING.test(place.text);
  const found = new Set<string>();
  const started = new Set<string>();
  const folders = new Set<string>();
  for (const [word, isQuoted] of wordsOf(place.text)) {
    charge('steps', 1, place.file);
    for (const base of place.bases)
      for (const path of pathsNamed(word, { base, isQuoted, project: place.project })) {
        const inside = insideProject(place.project, path);
        if (inside === null || inside === place.file) continue;
        if (isFolder(inside)) folders.add(inside);
        if (!isFile(inside)) continue;
        const runs = couldRun(inside);
        if (runs || (starts && isQuoted && !hasDataExtension(inside))) found.add(inside);
        if (runs && isQuoted && (starts || /^\.{1,2}\//.test(word))) started.add(inside);
      }
  }
  return { files: [...found], started: [...started], folders: [...folders] };
}

const STARTS_SOMETHING = /subprocess|\bsystem\b|popen|\bexec|spawn|fork|runpy|child_process|importlib|execl|\beval\b/i;

const QUOTED = /(['"`])([^'"`\n]{1,300})\1/g;
const BARE = /[\w.@+~/-]{3,300}/g;
const CHAIN = /(?:(['"`])[^'"`\n]{1,100}\1\s{0,4}[,/+]?\s{0,4}){2,8}/g;
// A file that is opened for writing is not a script.
const WRITTEN =
  /(?:open\s{0,4}\(\s{0,4}|(?:write_?file\w{0,9}|append_?file\w{0,9}|WriteStream|touch|unlink\w{0,9}|remove|mkdir\w{0,9})\s{0,4}\([^;\n]{0,40})$/i;

/** Each word with whether it is quoted: whole strings, strings that are joined to a path, and unquoted paths. */
function wordsOf(text: string): ReadonlyMap<string, boolean> {
  const words = new Map<string, boolean>();
  for (const [word] of text.matchAll(BARE)) if (word.includes('/') || hasScriptExtension(word)) words.set(word, false);
  for (const [chain] of text.matchAll(CHAIN)) {
    const parts = [...chain.matchAll(QUOTED)].map(([, , part = '']) => part);
    parts.slice(0, -1).forEach((_, index) => words.set(parts.slice(index).join('/'), true));
  }
  for (const { 2: word = '', index } of text.matchAll(QUOTED))
    if (!WRITTEN.test(text.slice(Math.max(0, index - 80), index))) words.set(word, true);
  return words;
}

/** Where a word is taken for a path. */
interface NamedPlace {
  readonly base: string;
  readonly isQuoted: boolean;
  readonly project: string;
}

/** The paths that a word may mean; the folder is listed once, so that words which are no names cost no system call. */
function pathsNamed(word: string, place: NamedPlace): readonly string[] {
  const { base, isQuoted, project } = place;
  const name = word.replace(/^file:\/\//, '').replace(/[?#].*$/s, '');
  if (isAbsolute(name)) return [name, ...pathsNamed(name.replace(/^\/+/, ''), place)];
  const plain = name.replace(/^(?:\.\/+)+/, '');
  const [first = '', ...rest] = plain.split('/');
  if (first === '' || plain.length > 1_000) return [];
  if (!isListed(base, first, rest.length)) return [];
  const path = join(base, plain);
  return [path, ...(isQuoted ? withExtension(path, project) : [])];
}

/** Whether a folder has an entry that the first part of a path may name. */
export const isListed = (folder: string, first: string, deeper: number): boolean =>
  first === '..' ||
  entriesByStem(folder)
    .get(stemOf(first))
    ?.some((entry) => isLike(entry.name, first, deeper)) === true;

const isLike = (name: string, first: string, deeper: number): boolean =>
  name === first || (deeper === 0 && name.startsWith(`${first}.`));

function withExtension(path: string, project: string): readonly string[] {
  const folder = dirname(path);
  if (!isFolder(folder) || hasScriptExtension(path)) return [];
  // Outside of the project only a link back into it counts; a folder there, where anything comes and goes, is not listed.
  if (folder !== project && insideProject(project, folder) === null)
    return SCRIPT_EXTENSIONS.map((extension) => `${path}${extension}`);
  const name = path.slice(folder.length + 1);
  return (entriesByStem(folder).get(stemOf(name)) ?? [])
    .filter((entry) => entry.name.startsWith(`${name}.`) && hasScriptExtension(entry.name))
    .map((entry) => join(folder, entry.name));
}
