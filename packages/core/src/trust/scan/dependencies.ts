import { dirname, relative, sep } from 'node:path';
import { basesIn, dependenciesOfCommands } from './command-dependencies.ts';
import type { CommandDependencies, Dependency } from './command-dependencies.ts';
import { importsOfJavaScript, importsOfPython, packagesOf } from './imports.ts';
import { hasDataExtension, isToBeStarted } from './kinds-of-file.ts';
import type { SearchPath } from './locate.ts';
import { looking, noteAgain } from '../looks.ts';
import type { Look } from '../looks.ts';
import { mentionsIn } from './mentions.ts';
import { isBelow, isFile } from '../paths.ts';
import { isTooLong, languageOf, scriptText } from './script-text.ts';
import { MAX_FILES_OF_HOOK, onceFor, charge, BudgetExceeded } from '../scan-budget.ts';
import { commandsIn } from './words.ts';
import type { KnownValues } from './words.ts';

/** Where scripts lead by themselves. */
export interface Dependencies {
  /** The scripts, and the helpers that they load or run. */
  readonly files: readonly string[];
  /** For a script, files that it also loads or runs and that are no helpers of it: changing them is the project's everyday work. */
  readonly beyond: ReadonlyMap<string, readonly string[]>;
  /** For a script, commands that start what cannot be followed. */
  readonly unfollowed: ReadonlyMap<string, readonly string[]>;
}

/** What dependencies are looked for with. */
export interface Search {
  readonly searchPath: SearchPath;
  readonly values: KnownValues;
  /** Whether all that is loaded counts, wherever it stands: code that is called, not started. */
  readonly isCalled: boolean;
}

/** Follows scripts to their helpers: what stands beside or below them, or in the same configuration folder. */
export function followDependencies(scripts: readonly string[], search: Search): Dependencies {
  const { project } = search.searchPath;
  // Each with the script that led to it first: helpers of a helper are looked for around that one too.
  const origins = new Map(scripts.map((script) => [script, script]));
  const beyond = new Map<string, readonly string[]>();
  const unfollowed = new Map<string, readonly string[]>();
  for (const [file, origin] of origins) {
    if (origins.size > MAX_FILES_OF_HOOK)
      throw new BudgetExceeded(`more than ${MAX_FILES_OF_HOOK} scripts, at ${file}`);
    const found = dependenciesOf(file, search);
    const dependencies = found.dependencies.filter(({ path }) => !origins.has(path) && isFile(path));
    const isNear = (dependency: Dependency): boolean =>
      (search.isCalled && (dependency.how === 'loads' || isToBeStarted(dependency.path))) ||
      isHelper(file, dependency, project) ||
      isHelper(origin, dependency, project);
    for (const { path } of dependencies.filter(isNear)) origins.set(path, origin);
    const far = dependencies
      .filter((dependency) => (dependency.how !== 'names' || isToBeStarted(dependency.path)) && !isNear(dependency))
      .map(({ path }) => path);
    if (far.length > 0) beyond.set(file, [...new Set(far)]);
    if (found.unfollowed.length > 0) unfollowed.set(file, found.unfollowed);
  }
  return { files: [...origins.keys()], beyond, unfollowed };
}

/** What a script leads to, found once for all hooks that share it. */
function dependenciesOf(file: string, search: Search): CommandDependencies {
  const { result, looks } = dependenciesOnce([file, ...search.searchPath.bases].join('\0'), () =>
    looking(() => readDependencies(file, search)),
  );
  noteAgain(looks);
  return result;
}

const dependenciesOnce = onceFor<{ readonly result: CommandDependencies; readonly looks: readonly Look[] }>();

const NOTHING: CommandDependencies = { dependencies: [], unfollowed: [] };

function readDependencies(file: string, search: Search): CommandDependencies {
  const { project, bases } = search.searchPath;
  if (hasDataExtension(file) && !file.endsWith('.txt')) return NOTHING;
  const text = scriptText(file, project);
  if (text === '')
    return isTooLong(file) ? { dependencies: [], unfollowed: ['it is too long to be looked through'] } : NOTHING;
  charge('characters', text.length, file);
  const place = { file, text, project, bases: [...new Set([dirname(file), ...bases])] };
  switch (languageOf(file, text)) {
    case 'shell':
      return dependenciesOfShell(place, search);
    case 'python':
      return dependenciesOfPython(place);
    case 'javascript':
      return dependenciesOfJavaScript(place);
    case 'other': {
      const shell = dependenciesOfShell(place, search);
      const others = mentionsIn({ ...place, text: `${text}\n${perlModules(text)}` }).files;
      return {
        dependencies: [...shell.dependencies, ...named(others)],
        unfollowed: text.startsWith('#!') ? [] : shell.unfollowed,
      };
    }
  }
}

type Place = Parameters<typeof mentionsIn>[0];

const named = (paths: readonly string[], how: Dependency['how'] = 'names'): readonly Dependency[] =>
  paths.map((path) => ({ path, how }));

function dependenciesOfShell({ file, text, project, bases }: Place, { values }: Search): CommandDependencies {
  const lines = telling(text);
  charge('shell', lines.length, file);
  const commands = commandsIn(lines, values);
  const searchPath: SearchPath = { project, bases: basesIn(commands, bases, project) };
  const { dependencies, unfollowed } = dependenciesOfCommands(commands, searchPath);
  // A text for python may stand between the lines.
  const inner = /\bpython/.test(lines) ? importsOfPython({ text, file, project }, searchPath.bases) : [];
  return { dependencies: [...dependencies, ...named(inner)], unfollowed };
}

function dependenciesOfPython(place: Place): CommandDependencies {
  const { files, folders } = mentionsIn(place);
  const added = /\bpath\b|PYTHONPATH|addsitedir/.test(place.text) ? folders.slice(0, MOST_FOLDERS) : [];
  const loaded = importsOfPython(place, [...new Set([...place.bases.slice(0, 1), ...added, ...place.bases])]);
  const unfollowed = [...place.text.matchAll(DYNAMIC_PYTHON)].map(([call]) => call);
  return {
    dependencies: [...named(loaded, 'loads'), ...named(files)],
    unfollowed: [...new Set(unfollowed)].slice(0, 5),
  };
}

const MOST_FOLDERS = 16;
const DYNAMIC_PYTHON =
  /\b(?:__import__|import_module|run_path|run_module|spec_from_file_location|exec)\((?![\s]{0,10}['"])[^()\n]{1,60}\)?/g;

function dependenciesOfJavaScript(place: Place): CommandDependencies {
  const loaded = importsOfJavaScript(place);
  const dynamic = [...place.text.matchAll(DYNAMIC_JAVASCRIPT)].map(([call]) => call);
  const packages = packagesOf(place).map((name) => `the package ${name}`);
  const unfollowed = [...new Set([...dynamic.slice(0, 5), ...packages])];
  return { dependencies: [...named(loaded, 'loads'), ...named(mentionsIn(place).files)], unfollowed };
}

const DYNAMIC_JAVASCRIPT = /\b(?:require|import)\((?!\s{0,10}['"`])[^()\n]{1,60}\)?/g;

const perlModules = (text: string): string =>
  [...text.matchAll(/^[ \t]*(?:use|require)[ \t]+([A-Z][\w:]{0,100})/gm)]
    .map(([, name = '']) => `'${name.replaceAll('::', '/')}.pm' 'lib/${name.replaceAll('::', '/')}.pm'`)
    .join('\n');

/** The lines of a shell script in which a path, a variable or an interpreter stands: reading the others word by word would take most of the time. */
const telling = (text: string): string =>
  text
    .split('\n')
    .filter((line) => TELLING.test(line) && !/^\s*#/.test(line))
    .join('\n');

const TELLING =
  /\/|>|(?:^|[;&|(])\s*["']?\$|^\s*\w+=|\b(?:touch|tee|truncate|rm|flock)\s|\bfor\s|\beval\b|\.(?:sh|bash|zsh|py|[cm]?[jt]s|pl|rb|awk)\b|(?:^|[\s;&|(`])(?:\.|cd|source|(?:ba|da|z|k)?sh|python[\d.]*|pypy[\d.]*|node|deno|bun|tsx|perl|ruby|php|lua|awk|make|pwsh|npm|npx|pnpm|yarn|just|task|cargo|tox|poetry|uv)\s/;

function isHelper(file: string, { path, how }: Dependency, project: string): boolean {
  const folder = dirname(file);
  const [top = ''] = relative(project, path).split(sep, 1);
  if (top === GUARDS) return true;
  if (folder === project) return (how === 'loads' && dirname(path) === project) || CONFIGURATION.has(top);
  if (isBelow(folder, path)) return true;
  return relative(project, file).split(sep, 1)[0] === top && top.startsWith('.');
}

/** The folder of what all hooks of a project share: whoever leads there, starts it. */
const GUARDS = '.hookline';

/** Folders that hold nothing but what belongs to an agent. */
const CONFIGURATION: ReadonlySet<string> = new Set(['.kolega', '.agents', '.qoder', '.kode', '.polytoken', '.claude']);
