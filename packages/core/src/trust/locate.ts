import { extname, isAbsolute, join } from 'node:path';
import { entriesOf, filesBelow } from './folder.ts';
import { insideProject, isFile, linkStatsOf, realPathOf, statsOf } from './paths.ts';
import { UNKNOWN } from './words.ts';

/** Where the words of one hook may point. */
export interface Ground {
  /** Resolved. */
  readonly project: string;
  /** Folders that relative paths may start from. */
  readonly bases: readonly string[];
}

/** How surely a word names a script: `script` whatever the file is like, `path` only if it could be run. */
export type Claim = 'script' | 'path';

/** The scripts inside the project that a word names; a missing one too, if it is clearly meant as a script. */
export function scriptsNamed(word: string, claim: Claim, ground: Ground): readonly string[] {
  if (word.startsWith(UNKNOWN) || word.startsWith('~')) return scriptsByTail(word, claim, ground);
  const matched = PATTERN.test(word) ? scriptsByPattern(word, claim, ground) : [];
  if (word.includes(UNKNOWN)) return matched;
  const found = ground.bases.flatMap((base) =>
    spellings(base, word, ground).flatMap((path) => scriptsAt(path, claim, ground)),
  );
  if (found.length > 0 || PATTERN.test(word) || !isClearlyScript(word, claim)) return [...matched, ...found];
  return spellings(ground.project, word, ground).slice(0, 1).filter(isMissing);
}

/** Two of three signs, for a word whose file cannot be looked at. */
function isClearlyScript(word: string, claim: Claim): boolean {
  const signs = [claim === 'script', hasScriptExtension(word), word.includes('/')];
  return /^[^-\s=][^\s=]*$/.test(word) && signs.filter(Boolean).length >= 2;
}

/** The folder inside the project that a word names, or null. */
export function folderNamed(word: string, project: string): string | null {
  const path = insideProject(project, isAbsolute(word) ? word : join(project, word));
  return path !== null && statsOf(path)?.isDirectory() === true ? path : null;
}

const PATTERN = new RegExp(`[*?[{${UNKNOWN}]`);

const SHELL_EXTENSIONS: readonly string[] = ['.sh', '.bash', '.zsh', '.ksh', '.fish', '.csh'];

const SCRIPT_EXTENSIONS: ReadonlySet<string> = new Set([
  ...SHELL_EXTENSIONS,
  ...'.py .pyw .pyc .pyz .js .mjs .cjs .jsx .ts .mts .cts .tsx .node .wasm .go .java .jar .kts .groovy .clj'.split(' '),
  ...'.rb .pl .pm .raku .php .lua .r .jl .tcl .ex .exs .awk .sed .jq .nu .mk .swift .so .dylib .dll'.split(' '),
  ...'.ps1 .psm1 .bat .cmd .vbs .exe .com .scpt'.split(' '),
]);

const hasScriptExtension = (path: string): boolean => SCRIPT_EXTENSIONS.has(extname(path).toLowerCase());

/** The path as written, and the one that the system follows where `..` crosses a link. */
function spellings(base: string, word: string, { project }: Ground): readonly string[] {
  const path = isAbsolute(word) ? word : `${base}/${word}`; // join would take `..` away
  const real = path.includes('/../') ? realPathOf(path) : null;
  const inside = [path, ...(real === null ? [] : [real])].map((each) => insideProject(project, each));
  return [...new Set(inside)].filter((each) => each !== null);
}

function scriptsAt(path: string, claim: Claim, { project }: Ground): readonly string[] {
  const stats = statsOf(path);
  if (stats === null) return isMissing(path) ? [] : [path]; // a link that leads nowhere is still there
  if (stats.isDirectory()) return claim === 'script' ? filesBelow(path, project).filter(couldRun) : [];
  return claim === 'script' || couldRun(path) ? [path] : [];
}

function couldRun(path: string): boolean {
  if (hasScriptExtension(path)) return true;
  const stats = statsOf(path);
  return stats !== null && stats.isFile() && (stats.mode & 0o111) !== 0;
}

/** After a value that is not known: the longest end of the path that is there. */
function scriptsByTail(word: string, claim: Claim, ground: Ground): readonly string[] {
  const tail = word.slice(word.lastIndexOf(UNKNOWN) + 1).replace(/^~[^/]*/, '');
  const parts = tail.split('/').filter((part) => part !== '');
  for (let skipped = 0; skipped < parts.length; skipped++) {
    const end = parts.slice(skipped).join('/');
    const found = ground.bases.flatMap((base) =>
      spellings(base, end, ground).flatMap((path) => (isMissing(path) ? [] : scriptsAt(path, claim, ground))),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** A pattern counts where it must name scripts; elsewhere it is what a formatter or a linter is told to read. */
function scriptsByPattern(word: string, claim: Claim, ground: Ground): readonly string[] {
  if (claim === 'path' && !SHELL_EXTENSIONS.includes(extname(word))) return [];
  const folder = word.slice(0, word.lastIndexOf('/', word.search(PATTERN)) + 1);
  return ground.bases.flatMap((base) => {
    const start = join(isAbsolute(folder) ? folder : join(base, folder), '.');
    if (start !== ground.project && insideProject(ground.project, start) === null) return [];
    return entriesOf(start)
      .flatMap((entry) => spellings(start, entry.name, ground))
      .filter((path) => isFile(path) && couldRun(path));
  });
}

const isMissing = (path: string): boolean => linkStatsOf(path) === null;
