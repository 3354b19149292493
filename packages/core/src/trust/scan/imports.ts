import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesByStem, entriesOf } from '../folder.ts';
import { uncheckedBytecode } from './bytecode.ts';
import { mentionedInStrings } from './mentioned-strings.ts';
import { mentionsIn } from './mentions.ts';
import { loadableFiles, privateImports } from './node-files.ts';
import { insideProject, isFile, isFolder } from '../paths.ts';
import type { Passage } from './passage.ts';
import { charge } from '../scan-budget.ts';

/** A text and the file it is in. */
type PlacedText = Pick<Passage, 'text' | 'file' | 'project'>;

/** The project files that a python text loads, also from folders that it adds to those of its modules. */
export function importsOfPythonText(passage: Passage): readonly string[] {
  const { text, bases } = passage;
  const isPathChanged = /\bpath\b|PYTHONPATH|addsitedir|zipimport/.test(text);
  const added = isPathChanged ? mentionsIn(passage).folders.slice(0, MOST_FOLDERS) : [];
  const archives = isPathChanged ? mentionedInStrings(passage).map(({ path }) => path) : [];
  return [
    ...importsOfPython(passage, [...new Set([...bases.slice(0, 1), ...added, ...bases])]),
    ...archives.filter((path) => /\.(?:zip|egg|whl|pyz)$/.test(path)),
    ...added.flatMap(pathFiles),
  ];
}

/** Lines of such files are run, or name more folders with modules; only where they are modules that were installed. */
const pathFiles = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter(({ name }) => name.endsWith('.pth'))
    .map(({ name }) => join(folder, name));

const MOST_FOLDERS = 16;

/** The project files that a python text loads; `roots` are the folders that it loads modules from. */
export function importsOfPython({ text, file, project }: PlacedText, roots: readonly string[]): readonly string[] {
  const installed = roots.filter((root) => root.endsWith('/site-packages')).flatMap(pathFiles);
  const loaded = [...namedByPython(text, dirname(file), roots), ...roots.flatMap(shadowsIn), ...installed];
  return loaded.flatMap((path) => insideProject(project, path) ?? []);
}

/**
 * The project files that a JavaScript or TypeScript text loads by a path, or by a name that its package.json maps to
 * one.
 */
export function importsOfJavaScript({ text, file, project }: PlacedText): readonly string[] {
  const loaded = [...text.matchAll(SPECIFIER)].flatMap(([, , specifier = '']) => {
    charge('steps', 1, file);
    const path = pathOf(specifier, dirname(file));
    return path === null ? [] : loadableFiles(path, project);
  });
  const named = /['"`]#[\w@/.-]+['"`]/.test(text) ? privateImports(file, project) : [];
  return [...loaded, ...named].flatMap((path) => insideProject(project, path) ?? []);
}

/** Files beside a python script that it, or a module of python itself, would load instead of a standard module. */
function shadowsIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return [...entriesByStem(folder).keys()].filter(isStandardModule).flatMap((name) => moduleFiles(folder, name, true));
}

/** The files of a python module below any of the roots: its own, and those of the packages around it. */
export function pythonModule(name: string, roots: readonly string[]): readonly string[] {
  const parts = name.split('.');
  if (parts.some((part) => !/^[\p{L}\p{N}_]+$/u.test(part))) return [];
  return roots.flatMap((root) =>
    parts.flatMap((part, index) => moduleFiles(join(root, ...parts.slice(0, index)), part, index === parts.length - 1)),
  );
}

function namedByPython(text: string, folder: string, roots: readonly string[]): readonly string[] {
  // Made here, since they take time to make and few processes read a script.
  const IMPORT = /(?:^|[;:])[ \t]*import[ \t]+([^\n;#]{1,2000})/gm;
  // No two parts match the same blanks or dots, so that a file of only those cannot cause backtracking.
  const FROM_IMPORT =
    /(?:^|[;:])[ \t]*from[ \t]+(\.*)(?:(?<=\.)[ \t]+)?((?:[\p{L}\p{N}_][\p{L}\p{N}_.]*)?)(?:(?<=[\p{L}\p{N}_.])[ \t]+)?\bimport\b[ \t]*(\([^)]{0,4000}\)|[^\n;#]{1,2000})/gmu;
  const IMPORT_CALL =
    /(?:import_module|__import__|run_module|find_spec|resolve_name)\(\s*['"](\.*)([\p{L}\p{N}_.]+)['"](?:\s*,\s*(?:package\s*=\s*)?['"]([\p{L}\p{N}_.]+)['"])?/gu;
  const joined = text.replace(/\\\r?\n/g, ' ');
  const plain = [...joined.matchAll(IMPORT)].flatMap(([, names = '']) =>
    listed(names).flatMap((name) => pythonModule(name, roots)),
  );
  const named = [...joined.matchAll(IMPORT_CALL)].flatMap(([, dots = '', name = '', parent]) =>
    pythonModule(dots === '' || parent === undefined ? name : `${parent}.${name}`, roots),
  );
  // A bracket in a comment ends no list; but what looks like a comment may be in a string, so both interpretations
  // count.
  const readings = [joined, joined.replace(/#[^\n]*/g, '')].flatMap((each) => [...each.matchAll(FROM_IMPORT)]);
  const lists = new Map(readings.map((match) => [match[0], match]));
  const from = [...lists.values()].flatMap(([, dots = '', module = '', names = '']) => {
    const starts = dots === '' ? roots : [resolve(folder, ...Array.from({ length: dots.length - 1 }, () => '..'))];
    const prefix = module === '' ? [] : [module];
    const modules = [...prefix, ...listed(names).map((name) => [...prefix, name].join('.'))];
    const own = module === '' ? starts.map((start) => join(start, '__init__.py')).filter(isFile) : [];
    return [...own, ...modules.flatMap((name) => pythonModule(name, starts))];
  });
  return [...plain, ...named, ...from];
}

/** The names of an import list, without comments, brackets and `as` parts. */
const listed = (names: string): readonly string[] =>
  names
    .replace(/#[^\n]*/g, '')
    .split(',')
    .map((name) => name.replace(/^[\s(]+/, '').split(/[\s)]/, 1)[0] ?? '')
    .filter((name) => name !== '');

/** Everything that python might load as the module, since a new file may take precedence over the trusted one. */
function moduleFiles(folder: string, name: string, isLast: boolean): readonly string[] {
  charge('steps', 1, folder);
  if (!isFolder(folder)) return [];
  const entries = entriesByStem(folder).get(name) ?? [];
  const isPackage = entries.some((entry) => entry.name === name && !entry.isFile());
  const inPackage = isPackage
    ? ['__init__.py', ...(isLast ? ['__main__.py'] : [])].map((file) => join(folder, name, file)).filter(isFile)
    : [];
  const besides = entries
    .filter((entry) => /\.(?:py|pyw|pyc|so|pyd)$/.test(entry.name))
    .map((entry) => join(folder, entry.name));
  const files = isLast ? [...inPackage, ...besides] : inPackage;
  return files.flatMap((file) => (file.endsWith('.py') ? [file, ...uncheckedBytecode(file)] : [file]));
}

const SPECIFIER =
  /(?:\b(?:from|import|require|resolve|URL|Worker|createRequire\([^()\n]{0,100}\))|\breq\w{0,20})\s*(?:\(\s*)?(['"`])((?:\.{1,2}|\.{0,2}\/[^'"`\n]{1,1000}|file:[^'"`\n]{1,1000}))\1/g;

function pathOf(specifier: string, folder: string): string | null {
  try {
    return specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(folder, specifier.replace(/[?#].*$/, ''));
  } catch {
    return null;
  }
}

/** The standard modules of python: a file of such a name beside a script is loaded instead, also by other modules. */
const STANDARD_MODULES: ReadonlySet<string> = new Set(
  `__future__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex
  bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html
  http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
  mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
  nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform
  plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
  random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site
  sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat
  statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib
  tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty
  turtle turtledemo types typing unicodedata unittest urllib usercustomize uu uuid venv warnings wave weakref webbrowser
  winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

/** Whether python would search for a module of this name among its own. */
const isStandardModule = (name: string): boolean =>
  STANDARD_MODULES.has(name) || (name.startsWith('_') && !name.startsWith('__'));
