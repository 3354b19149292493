import { dirname, join, resolve } from 'node:path';
import { isFile } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { filesMatching, isPattern } from './patterns.ts';
import type { RunnerTarget } from './package-scripts.ts';
import { scriptText } from './script-text.ts';

/** What make reads from its files, including included ones, and what a target starts. */
interface MakeFiles {
  readonly files: readonly string[];
  /** Included, but missing. */
  readonly missing: readonly string[];
  /** null: no rule for a target that was asked for. */
  readonly target: RunnerTarget | null;
}

/** Parses a makefile and all that it includes, and finds the recipes of the targets and of their prerequisites. */
export function makeRecipes(makefile: string, words: readonly string[], project: string): MakeFiles {
  const folder = dirname(makefile);
  const read = readAll(makefile, [folder, ...includeFolders(words, folder)], project);
  const variables = variablesIn(read.text);
  const text = expanded(expanded(read.text, variables), variables);
  charge('steps', text.length / 10, makefile);
  const rules = rulesIn(text);
  const asked = words.filter((word, index) => !/^-|=/.test(word) && !/^-[fCIo]$/.test(words[index - 1] ?? ''));
  const [first = ''] = [...rules.keys()].filter((name) => !name.startsWith('.'));
  const recipes = recipesOf(asked.length === 0 ? [first] : asked, rules);
  // Lines outside any rule are evaluated whenever make starts.
  const shell = variables.get('SHELL');
  const always = [
    ...[...text.matchAll(/\$\(shell\s+([^)]*)\)/g)].map(([, command = '']) => command),
    ...[...text.matchAll(EXPORTED)].map(([, name, value]) => `export ${name}=${value}`),
    ...(shell === undefined ? [] : [`${shell} -c true`]),
  ];
  const target =
    recipes === null || read.isOpen || SEARCHES.test(text)
      ? null
      : { texts: [...always, recipes].map((each) => ({ text: each, folder })), programs: [] };
  return { files: read.files, missing: read.missing, target };
}

/** Also without `export`, where the variable is one that programs have from their environment anyway. */
const EXPORTED =
  /^(?:export[ \t]+(?=\w+[ \t]*[:?+]{0,2}=)|(?=(?:PATH|ENV|BASH_ENV|(?:NODE|PYTHON|PERL|RUBY|LD)_?\w{0,20})[ \t]*[:?+]{0,2}=))(\w+)[ \t]*[:?+]{0,2}=[ \t]*(.*)$/gm;
/** What a target needs is then sought in more folders. */
const SEARCHES = /^[ \t]*(?:vpath[ \t]|VPATH[ \t]*[:?+]{0,2}=|GPATH[ \t]*[:?+]{0,2}=)/m;
const AUTOMATIC = /(?<!\$)((?:\$\$)*)\$(?:([@<^+?*])|\(([@<^+?*])\))/g;
const ASSIGNMENT = /^(?:export[ \t]+)?([A-Za-z_][\w.-]{0,60})[ \t]*(?::{0,2}|\?|\+)=[ \t]*([^\n]{0,500})$/gm;
const INCLUDE = /^[ \t]*[-s]?include[ \t]+([^\n#]{1,1000})/gm;
const MOST_FILES = 64;

interface ReadMakefiles {
  readonly text: string;
  readonly files: readonly string[];
  readonly missing: readonly string[];
  /** What is included is put together while make runs. */
  readonly isOpen: boolean;
}

function readAll(makefile: string, folders: readonly string[], project: string): ReadMakefiles {
  const files = new Set([makefile]);
  const missing = new Set<string>();
  let whole = '';
  let isOpen = false;
  for (const file of files) {
    const text = scriptText(file, project).replace(/\\\r?\n/g, ' ');
    whole += `${text}\n`;
    const variables = variablesIn(whole);
    for (const [, names = ''] of text.matchAll(INCLUDE))
      for (const name of expanded(expanded(names, variables), variables)
        .split(/\s+/)
        .filter((each) => each !== '')) {
        if (name.includes('$')) isOpen = true;
        const paths = pathsIncluded(name, folders, project);
        for (const path of paths.slice(0, MOST_FILES - files.size)) (isFile(path) ? files : missing).add(path);
      }
  }
  return { text: whole, files: [...files], missing: [...missing], isOpen };
}

/** In the first folder that has it; a missing file would be taken from any. */
function pathsIncluded(name: string, folders: readonly string[], project: string): readonly string[] {
  if (isPattern(name)) return folders.flatMap((base) => filesMatching(name, { base, project }));
  return folders.map((folder) => resolve(folder, name));
}

/** The folders that `-I` names. */
const includeFolders = (words: readonly string[], folder: string): readonly string[] =>
  words.flatMap((word, index) => {
    const named =
      word === '-I' || word === '--include-dir' ? words[index + 1] : /^(?:-I|--include-dir=)(.+)$/s.exec(word)?.[1];
    return named === undefined ? [] : [resolve(folder, named)];
  });

const variablesIn = (text: string): ReadonlyMap<string, string> =>
  new Map<string, string>([
    ['MAKE', 'make'],
    ...[...text.matchAll(ASSIGNMENT)].map(([, name = '', value = '']) => [name, value.trim()] as const),
  ]);

const expanded = (text: string, variables: ReadonlyMap<string, string>): string =>
  text
    .replace(/\$[({]([\w.-]+)[)}]/g, (whole, name: string) => variables.get(name) ?? whole)
    .replace(/\$\(wildcard[ \t]+([^()\n]*)\)/g, '$1')
    .replace(
      /\$\(add(prefix|suffix)[ \t]+([^(),\n]*),([^(),\n]*)\)/g,
      (_, kind: string, added: string, names: string) =>
        names
          .trim()
          .split(/[ \t]+/)
          .map((name) => (kind === 'prefix' ? `${added}${name}` : `${name}${added}`))
          .join(' '),
    );

interface Rule {
  readonly needs: readonly string[];
  readonly recipe: readonly string[];
}

function rulesIn(text: string): ReadonlyMap<string, Rule> {
  const rules = new Map<string, { needs: string[]; recipe: string[] }>();
  let current: readonly { needs: string[]; recipe: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.recipe.push(line.slice(1));
      continue;
    }
    const [, targets, needs = '', inline = ''] =
      /^([^\s:=#][^:=#]*?)[ \t]*::?(?!=)[ \t]*([^;=#]*)(?:;(.*))?$/.exec(line) ?? [];
    if (targets === undefined) continue;
    current = targets.split(/\s+/).map((name) => {
      const rule = rules.get(name) ?? { needs: [], recipe: [] };
      rule.needs.push(...needs.split(/\s+/).filter((each) => each !== '' && each !== '|'));
      if (inline !== '') rule.recipe.push(inline);
      rules.set(name, rule);
      return rule;
    });
  }
  return rules;
}

/** The recipes of targets and of all their prerequisites, as shell text; null when one of the targets has no rule. */
function recipesOf(asked: readonly string[], rules: ReadonlyMap<string, Rule>): string | null {
  if (asked.some((name) => !rules.has(name))) return null;
  // What a target needs may be made by any rule for a pattern.
  const wanted = new Set([...asked, ...[...rules.keys()].filter((name) => name.includes('%'))]);
  const lines: string[] = [];
  for (const name of wanted) {
    const rule = rules.get(name);
    for (const need of rule?.needs ?? []) wanted.add(need);
    const told = withAutomatic(name, rule?.needs ?? []);
    for (const line of rule?.recipe ?? []) lines.push(told(line.replace(/^[@+-]+/, '')).replaceAll('$$', '$'));
  }
  return lines.join('\n');
}

/** Puts in what make does for `$<`, `$^`, `$+`, `$?` and `$@`; the open part of a pattern is one of a shell's. */
function withAutomatic(target: string, needs: readonly string[]): (line: string) => string {
  const words = needs.join(' ').replaceAll('%', '*');
  const values: Readonly<Record<string, string>> = { '@': target.replaceAll('%', '*'), '*': '*' };
  return (line) =>
    line.replace(
      AUTOMATIC,
      (_, before: string, bare?: string, braced?: string) => before + (values[bare ?? braced ?? ''] ?? words),
    );
}

/** The makefile that `-f` names; null when none is named. */
export function namedMakefile(words: readonly string[], folder: string): string | null {
  const at = words.findIndex((word) => /^(?:-f|--file|--makefile)$/.test(word));
  const attached = words
    .map((word) => /^(?:-f|--file=|--makefile=)(.+)$/s.exec(word)?.[1])
    .find((each) => each !== undefined);
  const name = at >= 0 ? words[at + 1] : attached;
  return name === undefined ? null : join(folder, name);
}
