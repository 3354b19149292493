import { dirname, join } from 'node:path';
import { isFile, isFolder, realPathOf } from '../paths.ts';
import { entryPoints, jsonField, loadableFiles, stringsIn } from './node-files.ts';

/** A package that a text loads: the files by which it is resolved and its entry files. */
export interface LoadedPackage {
  readonly name: string;
  readonly files: readonly string[];
}

const SPECIFIER =
  /\b(?:from|import|require|resolve)\s*(?:\(\s*)?(['"`])((?:@[\w.-]{1,100}\/)?[a-z\d][\w.-]{0,100})(\/[^'"`\n]{0,200})?\1/g;

/**
 * The packages of the project that a JavaScript text loads: installed ones, symlinked workspaces, and the package
 * itself.
 */
export function packagesIn(text: string, file: string, project: string): readonly LoadedPackage[] {
  const wanted = new Map(
    [...text.matchAll(SPECIFIER)].map(([, , name = '', rest = '']) => [`${name}${rest}`, { name, rest }]),
  );
  const start = dirname(realPathOf(file) ?? file);
  return [...wanted.values()].flatMap(({ name, rest }) => {
    const folder = ownFolder(name, start, project) ?? installedFolder(name, start, project);
    return folder === null ? [] : [{ name, files: filesIn(folder, rest, project) }];
  });
}

/** The nearest folder of that name in a `node_modules`. */
function installedFolder(name: string, start: string, project: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (isFolder(join(folder, 'node_modules')) && isFolder(found)) return found;
    if (folder === project || folder === dirname(folder)) return null;
  }
}

/** The package that contains the file, where it is loaded by its own name. */
function ownFolder(name: string, start: string, project: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const described = join(folder, 'package.json');
    if (isFile(described)) {
      const isOwn =
        jsonField(described, project, 'name') === name && jsonField(described, project, 'exports') !== undefined;
      return isOwn ? folder : null;
    }
    if (folder === project || folder === dirname(folder)) return null;
  }
}

function filesIn(folder: string, rest: string, project: string): readonly string[] {
  const described = join(folder, 'package.json');
  const exported = exportedPaths(jsonField(described, project, 'exports'), `.${rest}`);
  const byPath = rest === '' ? entryPoints(folder, project) : loadableFiles(join(folder, rest), project);
  const modules = rest === '' ? stringsIn(jsonField(described, project, 'module')) : [];
  const found = [...exported, ...modules].flatMap((path) => loadableFiles(join(folder, path), project));
  return [...new Set([...(isFile(described) ? [described] : []), ...byPath, ...found])];
}

/** What the `exports` of a package.json may resolve to, under any conditions. */
function exportedPaths(value: unknown, key: string): readonly string[] {
  if (typeof value === 'string') return key === '.' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isByPath = entries.some(([name]) => name.startsWith('.'));
  if (!isByPath) return key === '.' ? stringsIn(value) : [];
  return entries.flatMap(([name, target]) => {
    if (name === key) return stringsIn(target);
    const [before = '', after] = name.split('*');
    if (after === undefined || !key.startsWith(before) || !key.endsWith(after)) return [];
    const middle = key.slice(before.length, key.length - after.length);
    return stringsIn(target).map((path) => path.replaceAll('*', middle));
  });
}

/**
 * The package of `node_modules`, or of a virtual environment, to which a file belongs; null for a file of the project
 * itself.
 */
export function packageOf(path: string): string | null {
  const [, name] = /^.*\/(?:node_modules|site-packages)\/((?:@[^/]+\/)?[^/]+)(?:\/|\.py$)/s.exec(path) ?? [];
  return name ?? null;
}
