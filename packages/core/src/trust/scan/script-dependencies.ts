import { dirname, join } from 'node:path';
import { firstMatches } from '../../text/first-matches.ts';
import { dependenciesOfLine } from './command-dependencies.ts';
import { dataConstantsIn } from './data-constants.ts';
import { mergedDependencies, NO_DEPENDENCIES } from './dependency.ts';
import type { Dependency, TextDependencies } from './dependency.ts';
import { loadedByCalls } from './dynamic-loading.ts';
import type { DynamicLoading } from './dynamic-loading.ts';
import { importsOfJavaScript, importsOfPythonText } from './imports.ts';
import { mentionedInStrings } from './mentioned-strings.ts';
import { mentionsIn } from './mentions.ts';
import { packagesIn } from './packages.ts';
import type { Passage } from './passage.ts';
import { isBelow, isFile, isFolder } from '../paths.ts';

const named = (paths: readonly string[], how: Dependency['how']): readonly Dependency[] =>
  paths.map((path) => ({ path, how }));

const DYNAMIC_PYTHON: DynamicLoading = {
  call: /\b(?:(?:__import__|import_module|run_path|run_module|exec|execfile|eval)\((?!\s{0,10}(?:'[^'\n]*'|"[^"\n]*")\s{0,4}[,)])|(?:spec_from_file_location|SourceFileLoader)\((?![^,\n]{0,80},\s{0,4}['"]))\(*[^()\n]{1,60}\)?/g,
  lists: /\b(?:i?glob|rglob|listdir|scandir|iterdir|walk|iter_modules|walk_packages)\b/,
  extensions: /\.(?:py|pyw|so|pyd)$/,
  anyName: /^(?:exec|eval|run_path|SourceFile)/,
};

/** The dependencies of a python text. */
export function dependenciesOfPython(passage: Passage): TextDependencies {
  const { files, started } = mentionsIn(passage);
  return mergedDependencies([
    {
      ...NO_DEPENDENCIES,
      dependencies: [
        ...named(importsOfPythonText(passage), 'loads'),
        ...named(started, 'runs'),
        ...named(files, 'names'),
      ],
    },
    { ...NO_DEPENDENCIES, ...loadedByCalls(passage, DYNAMIC_PYTHON) },
    startedBy(passage),
    dataOf(passage),
    { ...NO_DEPENDENCIES, mentioned: mentionedInStrings(passage) },
  ]);
}

const DYNAMIC_JAVASCRIPT: DynamicLoading = {
  call: /\b(?:require|import)\((?!\s{0,10}(?:'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`)\s{0,10}[,)])[^()\n]{1,60}\)?/g,
  lists: /\b(?:readdir|readdirSync|opendir|opendirSync|glob|globSync)\b/,
  extensions: /\.(?:[cm]?[jt]sx?|json|node)$/,
  anyName: /^require\b(?![^]*\.[cm]?[jt]sx?\b)/,
};

/** The dependencies of a JavaScript or TypeScript text. */
export function dependenciesOfJavaScript(passage: Passage): TextDependencies {
  const { text, file, project } = passage;
  const { files, started } = mentionsIn(passage);
  const packages = packagesIn(text, file, project).flatMap((each) => each.files);
  return mergedDependencies([
    {
      ...NO_DEPENDENCIES,
      dependencies: [
        ...named([...importsOfJavaScript(passage), ...packages], 'loads'),
        ...named(started, 'runs'),
        ...named(files, 'names'),
      ],
    },
    { ...NO_DEPENDENCIES, ...loadedByCalls(passage, DYNAMIC_JAVASCRIPT) },
    startedBy(passage),
    dataOf(passage),
    { ...NO_DEPENDENCIES, mentioned: mentionedInStrings(passage) },
    describedBy(passage),
  ]);
}

/**
 * The nearest package.json says whether node takes a `.js` for a module, and a wrong one keeps the script from running.
 * That of the project itself changes every day, so it is only told.
 */
function describedBy({ file, project }: Passage): TextDependencies {
  if (!/\.[jt]sx?$/.test(file)) return NO_DEPENDENCIES;
  for (let folder = dirname(file); folder === project || isBelow(project, folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!isFile(path)) continue;
    return folder === project
      ? { ...NO_DEPENDENCIES, mentioned: [{ path, how: 'names' }] }
      : { ...NO_DEPENDENCIES, dependencies: named([path], 'steers') };
  }
  return NO_DEPENDENCIES;
}

/** The dependencies of the commands that a text starts. */
export function startedBy({ text, project, bases, starts = bases.slice(0, 1) }: Passage): TextDependencies {
  const lines = [...new Set(commandsStartedIn(text))];
  const found = lines.flatMap((line) => starts.map((start) => dependenciesOfLine(line, start, project)));
  return mergedDependencies(found);
}

/** The files that a text reads and writes by a literal path. */
export function dataOf(passage: Passage): TextDependencies {
  const { read, written } = dataConstantsIn(passage);
  return {
    ...NO_DEPENDENCIES,
    dependencies: named(
      read.filter((path) => !isFolder(path)),
      'reads',
    ),
    written,
  };
}

/** Calls that start a program, in python, JavaScript, ruby, perl, php and lua. */
const CALL =
  /\b(?:system|popen\w?|Popen|run|call|check_call|check_output|getoutput|getstatusoutput|exec\w{0,12}|spawn\w{0,12}|fork|execa\w{0,10}|create_subprocess_\w{4,5})\s{0,4}\(/g;
/** Of several lines where its quotes allow that. */
const STRING = /("""|'''|`)((?:(?!\1)[^\\]|\\[^]){1,2000}?)\1|(['"])((?:(?!\3)[^\\\n]|\\.){1,400})\3/g;
const MOST_STARTS = 100;
const REACH = 2_000;

/** The command lines that a text seems to start: the strings in each such call, joined in order. */
function commandsStartedIn(text: string): readonly string[] {
  return firstMatches(text, CALL, MOST_STARTS).flatMap(({ 0: call, index }) => {
    const rest = argumentsOf(text, index + call.length);
    const words = [...rest.matchAll(STRING)].map(([, , long, , word = '']) => (long ?? word).replace(/\\[nt]/g, '\n'));
    if (words.length === 0) return [];
    // An interpreter that starts itself again is the one of this text.
    const own = /\bsys\.executable\b/.test(rest) ? ['python3'] : /\bprocess\.execPath\b/.test(rest) ? ['node'] : [];
    return [[...own, ...words].join(' ')];
  });
}

/** The text between the brackets. */
function argumentsOf(text: string, start: number): string {
  let depth = 1;
  const end = Math.min(text.length, start + REACH);
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    if (character === ')' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start, end);
}
