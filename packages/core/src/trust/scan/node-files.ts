import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject } from '../../model/index.ts';
import { entriesByStem, stemOf } from '../folder.ts';
import { insideProject, isFile, isFolder } from '../paths.ts';
import { scriptText } from './script-text.ts';

const EXTENSIONS: ReadonlySet<string> = new Set('.js .mjs .cjs .jsx .ts .mts .cts .tsx .json .node'.split(' '));

/**
 * Every file that a JavaScript loader might choose for the path: as it is, with an extension, with the other one, or
 * the main file of a folder.
 */
export function loadableFiles(path: string, project: string): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  if (!isFolder(folder)) return [];
  const other = name.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const entries = entriesByStem(folder).get(stemOf(name)) ?? [];
  const files = entries.filter((entry) => {
    const rest = entry.name.startsWith(name) ? entry.name.slice(name.length) : null;
    return rest === '' || entry.name === other || (rest !== null && EXTENSIONS.has(rest));
  });
  const paths = files.map((entry) => join(folder, entry.name));
  return paths.flatMap((each) => (isFolder(each) ? entryPoints(each, project) : isFile(each) ? [each] : []));
}

/** What an interpreter runs when it is given a folder: its main file for node or for python. */
export function entryPoints(folder: string, project: string): readonly string[] {
  const described = join(folder, 'package.json');
  const stems = entriesByStem(folder);
  const indexes = ['index', '__main__', '__init__'].flatMap((stem) =>
    (stems.get(stem) ?? []).map((entry) => join(folder, entry.name)),
  );
  const found = [...indexes, ...(stems.has('package') && isFile(described) ? [described] : [])].filter(isFile);
  const main = found.includes(described) ? mainOf(described, project) : null;
  if (main === null) return found;
  const path = insideProject(project, resolve(folder, main));
  return path === null || path === folder
    ? found
    : [...found, ...(isFile(path) ? [path] : loadableFiles(path, project))];
}

function mainOf(file: string, project: string): string | null {
  const main = jsonField(file, project, 'main');
  return typeof main === 'string' ? main : null;
}

/** What `#name` may resolve to by the nearest package.json: that file, and all paths in its `imports`. */
export function privateImports(file: string, project: string): readonly string[] {
  for (
    let folder = dirname(file);
    folder === project || insideProject(project, folder) !== null;
    folder = dirname(folder)
  ) {
    const described = join(folder, 'package.json');
    if (!isFile(described)) {
      if (folder === dirname(folder)) return [];
      continue;
    }
    const paths = stringsIn(jsonField(described, project, 'imports')).filter((path) => path.startsWith('./'));
    return [described, ...paths.flatMap((path) => loadableFiles(resolve(folder, path), project))];
  }
  return [];
}

/** A field of a JSON file of the project; null when there is none. */
export function jsonField(file: string, project: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(scriptText(file, project));
    return isJsonObject(value) ? value[name] : null;
  } catch {
    return null;
  }
}

const MOST_DEPTH = 8;

/** All strings in a value, however deep. */
export function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return [];
  return Object.values(value).flatMap((each) => stringsIn(each, depth + 1));
}
