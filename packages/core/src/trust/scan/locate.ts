import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import { entriesByStem, stemOf } from '../folder.ts';
import { couldRun, hasDataExtension, hasScriptExtension, SHELL_EXTENSIONS } from './kinds-of-file.ts';
import { filesMatching, isPattern } from './patterns.ts';
import { insideProject, isFolder, linkStatsOf, realPathOf, targetOf } from '../paths.ts';
import { entryPoints } from './node-files.ts';
import { charge, BudgetExceeded } from '../scan-budget.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';

/** Where the words of one hook may point. */
export interface SearchPath {
  /** Resolved. */
  readonly project: string;
  /** Folders that relative paths may start from, the most likely first. */
  readonly bases: readonly string[];
  /** Folders that commands may be started in; absent: the first of the bases. */
  readonly starts?: readonly string[];
  /** Whether `**` in a pattern stands for any number of folders. */
  readonly isDeep?: boolean;
  /** The text that the words are from; absent: it is not known. */
  readonly text?: string;
}

/**
 * How certainly a word names a script: `script` whatever the file is, `path` unless it is data, `text` if it is a file
 * at all, `read` only if it looks executable or loadable.
 */
export type Claim = 'script' | 'path' | 'text' | 'read';

/** The scripts inside the project that a word names; also a missing one, if it is clearly meant as a script. */
export function scriptsNamed(word: string, claim: Claim, searchPath: SearchPath): readonly string[] {
  charge('steps', 1, word.slice(0, 80));
  if (word.startsWith(UNKNOWN) || word.startsWith('~')) return scriptsByTail(word, claim, searchPath);
  if (claim === 'script' && /^\.\/*$/.test(word))
    return searchPath.bases.flatMap((base) => entryPoints(base, searchPath.project));
  const matched = isPattern(word) ? scriptsByPattern(word, claim, searchPath) : [];
  if (word.includes(UNKNOWN)) return matched;
  const found = searchPath.bases.flatMap((base) =>
    spellings(base, word, searchPath).flatMap((path) => scriptsAt(path, claim, searchPath)),
  );
  if (found.length > 0 || isPattern(word) || !isClearlyScript(word, claim)) return [...matched, ...found];
  return spellings(searchPath.bases[0] ?? searchPath.project, word, searchPath)
    .slice(0, 1)
    .filter(isMissing);
}

/** Two of three signs, for a word whose file does not exist. */
function isClearlyScript(word: string, claim: Claim): boolean {
  const signs = [claim === 'script', hasScriptExtension(word), word.includes('/')];
  return /^[^-\s=][^\s=]*$/.test(word) && signs.filter(Boolean).length >= 2;
}

/** The folder inside the project that a word names relative to another one, or null. */
export function folderNamed(word: string, start: string, project: string): string | null {
  const path = insideProject(project, isAbsolute(word) ? word : join(start, word));
  return path !== null && isFolder(path) ? path : null;
}

/** The path as written, and the one that the kernel follows where `..` crosses a symlink. */
function spellings(base: string, word: string, { project }: SearchPath): readonly string[] {
  const path = isAbsolute(word) ? word : `${base}/${word}`; // join would remove `..`
  const real = path.includes('/../') ? realPathOf(path) : null;
  const inside = [path, ...(real === null ? [] : [real])].map((each) => insideProject(project, each));
  return [...new Set(inside)].filter((each) => each !== null);
}

function scriptsAt(path: string, claim: Claim, { project }: SearchPath): readonly string[] {
  const stats = targetOf(path);
  if (stats === null && !isMissing(path)) return [path]; // a dangling symlink still exists
  if (stats === null) return withExtension(path);
  if (stats.isDirectory()) return claim === 'script' ? entryPoints(path, project) : [];
  return isClaimed(path, claim) ? [path] : [];
}

function isClaimed(path: string, claim: Claim): boolean {
  if (claim === 'script' || claim === 'text') return true;
  return couldRun(path) || (claim === 'path' && !hasDataExtension(path));
}

/** What `node guard` or `require './guard'` would find: the same name with the extension of a script. */
function withExtension(path: string): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  if (!isFolder(folder)) return [];
  return (entriesByStem(folder).get(stemOf(name)) ?? [])
    .filter((entry) => entry.name.startsWith(`${name}.`) && hasScriptExtension(entry.name) && !entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

const MOST_PARTS = 64;

/** After an unknown value: the longest end of the path that exists. */
function scriptsByTail(word: string, claim: Claim, searchPath: SearchPath): readonly string[] {
  const tail = word.slice(word.lastIndexOf(UNKNOWN) + 1).replace(/^~[^/]*/, '');
  const parts = tail.split('/').filter((part) => part !== '');
  if (parts.length > MOST_PARTS)
    throw new BudgetExceeded(`a path of more than ${MOST_PARTS} parts: ${tail.slice(0, 80)}`);
  for (let skipped = 0; skipped < parts.length; skipped++) {
    const end = parts.slice(skipped).join('/');
    if (skipped > 0 && /^[/*?]+$/.test(end)) return []; // that is any file of a folder which is not there
    const found = isPattern(end)
      ? scriptsByPattern(end, claim, searchPath)
      : searchPath.bases.flatMap((base) =>
          spellings(base, end, searchPath).flatMap((path) => scriptsAt(path, claim, searchPath)),
        );
    if (found.length > 0) return found;
  }
  return [];
}

/** A pattern counts where it may name scripts; elsewhere it is what a formatter or a linter reads. */
function scriptsByPattern(word: string, claim: Claim, searchPath: SearchPath): readonly string[] {
  const isForLinter =
    hasScriptExtension(word) && !SHELL_EXTENSIONS.includes(extname(word)) && !/(?:^|\/)\.\w/.test(word);
  if ((claim === 'path' || claim === 'read') && (isForLinter || word.includes('**') || !word.includes('/'))) return [];
  return searchPath.bases
    .flatMap((base) => filesMatching(word, { base, ...searchPath }))
    .filter((path) => isClaimed(path, claim));
}

const isMissing = (path: string): boolean => linkStatsOf(path) === null;
