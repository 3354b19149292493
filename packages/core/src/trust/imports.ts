import { readFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf, MAX_SCRIPTS } from './folder.ts';
import { insideProject, isFile, statsOf } from './paths.ts';

/** The files and, found by a simple scan of their import statements, all project files that they load in turn. */
export function withImports(files: readonly string[], project: string): readonly string[] {
  const found = new Set<string>(files);
  for (const file of found) {
    if (found.size > MAX_SCRIPTS) break;
    const text = textOf(file);
    const loaded = PYTHON.has(extname(file))
      ? importsOfPython(text, dirname(file), project)
      : importsOfJavaScript(text, file);
    for (const path of loaded) {
      const inside = insideProject(project, path);
      if (inside !== null) found.add(inside);
    }
  }
  return [...found];
}

/** The files of a python module below any of the roots: its own, and those of the packages around it. */
export function pythonModule(name: string, roots: readonly string[]): readonly string[] {
  const parts = name.split('.');
  if (parts.some((part) => !/^[\p{L}\p{N}_]+$/u.test(part))) return [];
  return roots.flatMap((root) =>
    parts.flatMap((part, index) => moduleFiles(join(root, ...parts.slice(0, index)), part, index === parts.length - 1)),
  );
}

/** The project files that a python text imports. */
export function importsOfPython(text: string, folder: string, project: string): readonly string[] {
  const joined = text.replace(/\\\r?\n/g, ' ');
  const roots = [...new Set([folder, project])];
  const plain = [...joined.matchAll(IMPORT)].flatMap(([, names = '']) =>
    listed(names).flatMap((name) => pythonModule(name, roots)),
  );
  const named = [...joined.matchAll(IMPORT_CALL)].flatMap(([, name = '']) => pythonModule(name, roots));
  const from = [...joined.matchAll(FROM_IMPORT)].flatMap(([, dots = '', module = '', names = '']) => {
    const starts = dots === '' ? roots : [resolve(folder, ...Array.from({ length: dots.length - 1 }, () => '..'))];
    const prefix = module === '' ? [] : [module];
    const modules = [...prefix, ...listed(names).map((name) => [...prefix, name].join('.'))];
    const own = module === '' ? starts.map((start) => join(start, '__init__.py')).filter(isFile) : [];
    return [...own, ...modules.flatMap((name) => pythonModule(name, starts))];
  });
  return [...plain, ...named, ...from];
}

const PYTHON: ReadonlySet<string> = new Set(['.py', '.pyw']);
const IMPORT = /(?:^|[;:])[ \t]*import[ \t]+([^\n;#]{1,2000})/gm;
const FROM_IMPORT =
  /(?:^|[;:])[ \t]*from[ \t]+(\.*)[ \t]*([\p{L}\p{N}_.]*)[ \t]*\bimport\b[ \t]*(\([^)]{0,4000}\)|[^\n;#]{1,2000})/gmu;
const IMPORT_CALL = /(?:import_module|__import__)\(\s*['"]([\p{L}\p{N}_.]+)['"]/gu;

/** The names of an import list, without comments, brackets and `as` parts. */
const listed = (names: string): readonly string[] =>
  names
    .replace(/#[^\n]*/g, '')
    .split(',')
    .map((name) => name.replace(/^[\s(]+/, '').split(/[\s)]/, 1)[0] ?? '')
    .filter((name) => name !== '');

/** Everything that python might take for the module, since a new neighbour may come before the file that was trusted. */
function moduleFiles(folder: string, name: string, isLast: boolean): readonly string[] {
  const inPackage = ['__init__.py', ...(isLast ? ['__main__.py'] : [])]
    .map((file) => join(folder, name, file))
    .filter(isFile);
  const besides = entriesOf(folder)
    .filter((entry) => entry.name.startsWith(`${name}.`) && /\.(?:py|pyw|pyc|so|pyd)$/.test(entry.name))
    .map((entry) => join(folder, entry.name));
  return isLast ? [...inPackage, ...besides] : inPackage;
}

const SPECIFIER =
  /\b(?:from|import|require|resolve|URL|Worker)\s*\(?\s*(['"`])((?:\.{1,2}|\.{0,2}\/[^'"`\n]{1,1000}|file:[^'"`\n]{1,1000}))\1/g;

/** The project files that a JavaScript or TypeScript text loads by a relative or absolute path. */
function importsOfJavaScript(text: string, file: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, , specifier = '']) => {
    const path = pathOf(specifier, dirname(file));
    return path === null ? [] : javaScriptFiles(path);
  });
}

function pathOf(specifier: string, folder: string): string | null {
  try {
    return specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(folder, specifier.replace(/[?#].*$/, ''));
  } catch {
    return null;
  }
}

const JAVASCRIPT = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.node'];

/** All that a loader might take for the path: as it is, with an extension, with the other one, or the index of a folder. */
function javaScriptFiles(path: string): readonly string[] {
  const other = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const stem = join(path, 'index');
  const candidates = [
    path,
    other,
    join(path, 'package.json'),
    ...JAVASCRIPT.flatMap((end) => [path + end, stem + end]),
  ];
  return [...new Set(candidates)].filter(isFile);
}

const MAX_TEXT_BYTES = 1_048_576;

const IS_TEXT = /\.(?:pyw?|[cm]?[jt]sx?)$/;

function textOf(file: string): string {
  const stats = IS_TEXT.test(file) ? statsOf(file) : null;
  if (stats === null || !stats.isFile() || stats.size > MAX_TEXT_BYTES) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // its fingerprint will say so
  }
}
