import { dirname, relative, sep } from 'node:path';
import { basesIn, leadsOfCommands } from './command-dependencies.ts';
import type { CommandLeads, Lead } from './command-dependencies.ts';
import { importsOfJavaScript, importsOfPython, packagesOf } from './imports.ts';
import { hasDataExtension, isToBeStarted } from './kinds-of-file.ts';
import type { Ground } from './locate.ts';
import { looking, noteAgain } from '../looks.ts';
import type { Look } from '../looks.ts';
import { mentionsIn } from './mentions.ts';
import { isBelow, isFile } from '../paths.ts';
import { isTooLong, languageOf, scriptText } from './script-text.ts';
import { MAX_FILES_OF_HOOK, onceFor, spend, TooMuch } from '../scan-budget.ts';
import { commandsIn } from './words.ts';
import type { KnownValues } from './words.ts';

/** Where scripts lead by themselves. */
export interface Leads {
  /** The scripts, and the helpers that they load or run. */
  readonly files: readonly string[];
  /** For a script, files that it also loads or runs and that are no helpers of it: changing them is the project's everyday work. */
  readonly beyond: ReadonlyMap<string, readonly string[]>;
  /** For a script, commands that start what cannot be followed. */
  readonly unfollowed: ReadonlyMap<string, readonly string[]>;
}

/** What leads are looked for with. */
export interface Search {
  readonly ground: Ground;
  readonly values: KnownValues;
  /** Whether all that is loaded counts, wherever it stands: code that is called, not started. */
  readonly isCalled: boolean;
}

/** Follows scripts to their helpers: what stands beside or below them, or in the same configuration folder. */
export function followLeads(scripts: readonly string[], search: Search): Leads {
  const { project } = search.ground;
  // Each with the script that led to it first: helpers of a helper are looked for around that one too.
  const origins = new Map(scripts.map((script) => [script, script]));
  const beyond = new Map<string, readonly string[]>();
  const unfollowed = new Map<string, readonly string[]>();
  for (const [file, origin] of origins) {
    if (origins.size > MAX_FILES_OF_HOOK) throw new TooMuch(`more than ${MAX_FILES_OF_HOOK} scripts, at ${file}`);
    const found = leadsOf(file, search);
    const leads = found.leads.filter(({ path }) => !origins.has(path) && isFile(path));
    const isNear = (lead: Lead): boolean =>
      (search.isCalled && (lead.how === 'loads' || isToBeStarted(lead.path))) ||
      isHelper(file, lead, project) ||
      isHelper(origin, lead, project);
    for (const { path } of leads.filter(isNear)) origins.set(path, origin);
    const far = leads
      .filter((lead) => (lead.how !== 'names' || isToBeStarted(lead.path)) && !isNear(lead))
      .map(({ path }) => path);
    if (far.length > 0) beyond.set(file, [...new Set(far)]);
    if (found.unfollowed.length > 0) unfollowed.set(file, found.unfollowed);
  }
  return { files: [...origins.keys()], beyond, unfollowed };
}

/** What a script leads to, found once for all hooks that share it. */
function leadsOf(file: string, search: Search): CommandLeads {
  const { result, looks } = leadsOnce([file, ...search.ground.bases].join('\0'), () =>
    looking(() => readLeads(file, search)),
  );
  noteAgain(looks);
  return result;
}

const leadsOnce = onceFor<{ readonly result: CommandLeads; readonly looks: readonly Look[] }>();

const NOTHING: CommandLeads = { leads: [], unfollowed: [] };

function readLeads(file: string, search: Search): CommandLeads {
  const { project, bases } = search.ground;
  if (hasDataExtension(file) && !file.endsWith('.txt')) return NOTHING;
  const text = scriptText(file, project);
  if (text === '')
    return isTooLong(file) ? { leads: [], unfollowed: ['it is too long to be looked through'] } : NOTHING;
  spend('characters', text.length, file);
  const place = { file, text, project, bases: [...new Set([dirname(file), ...bases])] };
  switch (languageOf(file, text)) {
    case 'shell':
      return leadsOfShell(place, search);
    case 'python':
      return leadsOfPython(place);
    case 'javascript':
      return leadsOfJavaScript(place);
    case 'other': {
      const shell = leadsOfShell(place, search);
      const others = mentionsIn({ ...place, text: `${text}\n${perlModules(text)}` }).files;
      return { leads: [...shell.leads, ...named(others)], unfollowed: text.startsWith('#!') ? [] : shell.unfollowed };
    }
  }
}

type Place = Parameters<typeof mentionsIn>[0];

const named = (paths: readonly string[], how: Lead['how'] = 'names'): readonly Lead[] =>
  paths.map((path) => ({ path, how }));

function leadsOfShell({ file, text, project, bases }: Place, { values }: Search): CommandLeads {
  const lines = telling(text);
  spend('shell', lines.length, file);
  const commands = commandsIn(lines, values);
  const ground: Ground = { project, bases: basesIn(commands, bases, project) };
  const { leads, unfollowed } = leadsOfCommands(commands, ground);
  // A text for python may stand between the lines.
  const inner = /\bpython/.test(lines) ? importsOfPython({ text, file, project }, ground.bases) : [];
  return { leads: [...leads, ...named(inner)], unfollowed };
}

function leadsOfPython(place: Place): CommandLeads {
  const { files, folders } = mentionsIn(place);
  const added = /\bpath\b|PYTHONPATH|addsitedir/.test(place.text) ? folders.slice(0, MOST_FOLDERS) : [];
  const loaded = importsOfPython(place, [...new Set([...place.bases.slice(0, 1), ...added, ...place.bases])]);
  const unfollowed = [...place.text.matchAll(DYNAMIC_PYTHON)].map(([call]) => call);
  return { leads: [...named(loaded, 'loads'), ...named(files)], unfollowed: [...new Set(unfollowed)].slice(0, 5) };
}

const MOST_FOLDERS = 16;
const DYNAMIC_PYTHON =
  /\b(?:__import__|import_module|run_path|run_module|spec_from_file_location|exec)\((?![\s]{0,10}['"])[^()\n]{1,60}\)?/g;

function leadsOfJavaScript(place: Place): CommandLeads {
  const loaded = importsOfJavaScript(place);
  const dynamic = [...place.text.matchAll(DYNAMIC_JAVASCRIPT)].map(([call]) => call);
  const packages = packagesOf(place).map((name) => `the package ${name}`);
  const unfollowed = [...new Set([...dynamic.slice(0, 5), ...packages])];
  return { leads: [...named(loaded, 'loads'), ...named(mentionsIn(place).files)], unfollowed };
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

function isHelper(file: string, { path, how }: Lead, project: string): boolean {
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
