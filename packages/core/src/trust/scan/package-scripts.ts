import { dirname, join } from 'node:path';
import { isFile, isFolder } from '../paths.ts';
import { jsonField } from './node-files.ts';

/** A text that a runner passes to a shell, and the folder in which it runs. */
export interface RunText {
  readonly text: string;
  readonly folder: string;
}

/** What a runner starts, as far as the files of the project define it. */
export interface RunnerTarget {
  readonly texts: readonly RunText[];
  readonly programs: readonly string[];
}

/** What `npm run NAME` and the like start by a package.json; null when it does not define it. */
export function packageTarget(words: readonly string[], described: string, project: string): RunnerTarget | null {
  if (words.some((word) => OTHER_PACKAGES.test(word))) return null;
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-') || word.startsWith('--run='));
  if (/^(?:exec|x|dlx)$/.test(first)) return binaryTarget(second, dirname(described), project);
  const name = /^(?:run|run-script|rum|urn)$/.test(first) ? second : (SHORT[first] ?? first.replace(/^--run=/, ''));
  return scriptTarget(name, described, project) ?? binaryTarget(name, dirname(described), project);
}

// Which packages these select is defined elsewhere.
const OTHER_PACKAGES = /^(?:-w|-r|-ws|--workspaces?|--recursive|--filter|-F)(?:=.*)?$/s;

const SHORT: Readonly<Record<string, string>> = { t: 'test', tst: 'test' };

/** A script of a package.json, with those that run before and after it. */
function scriptTarget(name: string, described: string, project: string): RunnerTarget | null {
  const scripts = jsonField(described, project, 'scripts');
  const textOf = (key: string): readonly string[] => {
    const text: unknown =
      typeof scripts === 'object' && scripts !== null
        ? Object.entries(scripts).find(([each]) => each === key)?.[1]
        : null;
    return typeof text === 'string' ? [text] : [];
  };
  if (name === '' || textOf(name).length === 0) return null;
  const texts = [`pre${name}`, name, `post${name}`].flatMap(textOf);
  return { texts: texts.map((text) => ({ text, folder: dirname(described) })), programs: [] };
}

/** The program of an installed package, in the nearest folder that has it; null when none has. */
export function binaryTarget(name: string, start: string, project: string): RunnerTarget | null {
  if (!/^[\w.-]+$/.test(name)) return null;
  for (const folder of binFolders(start, project)) {
    const program = join(folder, name);
    if (isFile(program)) return { texts: [], programs: [program] };
  }
  return null;
}

/** The folders of installed programs, from a folder up to the project. */
export function binFolders(start: string, project: string): readonly string[] {
  const found: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    const bin = join(folder, 'node_modules', '.bin');
    if (isFolder(bin)) found.push(bin);
    if (folder === project || folder === dirname(folder)) return found;
  }
}
