import { dirname, join } from 'node:path';
import { insideProject } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { aroundOf, isTakenApart, namesGiven, parameterIn } from './data-names.ts';
import type { Mention } from './dependency.ts';
import { nameFilter, partsOf, pathsNamed } from './named-paths.ts';
import type { NamingPlace } from './named-paths.ts';
import { packageOf } from './packages.ts';
import type { Passage } from './passage.ts';
import { oncePerText, placesOf, searchedOnce } from './per-text.ts';

const STRING = /("""|'''|['"`])((?:(?!\1)[^\\\n]|\\.){1,300}?)\1/g;
/** So many strings are asked whether the text looks for what they name and is not there. */
const MOST_ASKED = 2_000;
/** So many strings that could name something are followed to what becomes of them. */
const MOST_FOLLOWED = 2_000;
const MOST_FOLDERS = 8;
const COST_OF_A_USE = 20;

/**
 * The paths that strings of a text name, whatever the text does with them, unless it is seen to compare or to show
 * them only. Most are covered; the others are told to people.
 */
export function mentionedInStrings(passage: Passage): readonly Mention[] {
  if (packageOf(passage.file) !== null) return [];
  const text = passage.text.replace(/^[ \t]*(?:#|\/\/|\*).*$/gm, '');
  const found = [...text.matchAll(STRING), ...longStrings(text, passage.file)];
  const strings = found.map(({ 0: whole, 2: word = '', index }) => ({
    word,
    use: (isMissing: boolean) => {
      charge('steps', COST_OF_A_USE, passage.file);
      return useOf({ text, index, whole, word }, isMissing);
    },
  }));
  const own = { project: passage.project, bases: [...new Set([dirname(passage.file), ...passage.bases])] };
  const words = [...new Set(strings.map(({ word }) => word))];
  const named = words.filter(nameFilter(own)).flatMap((word) => pathsNamed(word, own).folders);
  // What is joined to the name of a folder stands in that folder.
  const place = { ...own, bases: [...new Set([...own.bases, ...[...new Set(named)].slice(0, MOST_FOLDERS)])] };
  const naming = new Set(words.filter(nameFilter(place)));
  const followed = strings.filter(({ word }) => naming.has(word)).slice(0, MOST_FOLLOWED);
  const asked = strings.slice(0, MOST_ASKED).filter(({ word }) => !naming.has(word));
  return [
    ...followed.flatMap(({ word, use }) => mentionsOf(word, use, place, passage)),
    ...asked.flatMap(({ word, use }) => askedFor(word, use, passage)),
    ...ownFolderListed(passage),
  ];
}

/** The folder of the project, where a text lists it and starts something by a name. */
const ownFolderListed = ({ text, project }: Passage): readonly Mention[] =>
  LISTS_ALL.test(text) && STARTS_BY_NAME.test(text) ? [{ path: project, how: 'takes' }] : [];

const LISTS_ALL =
  /\b(?:listdir|scandir|walk|readdir\w*|opendir\w*|i?glob\w*)\(\s{0,4}(?:\)|(['"`])(?:\.?\/?|\*[^'"`\n]{0,80})\1|(?:os\.getcwd|process\.cwd|Path\.cwd)\(\))|\bPath(?:\.cwd)?\((?:['"]\.['"])?\)\s{0,4}\.\s{0,4}(?:r?glob|iterdir)\(/;
const STARTS_BY_NAME =
  /['"`](?:(?:ba|z|k|da)?sh|python[\d.]*|node|perl|ruby|source)['"`\s]|\b(?:exec|eval|import|require)\s{0,4}\(/;

/** Strings of several lines, such as a script for a shell, but for those that only describe what stands below them. */
function longStrings(text: string, file: string): readonly RegExpExecArray[] {
  if (!text.includes('\n')) return [];
  const pattern = /\.[cm]?[jt]sx?$/.test(file) ? LONG_TEMPLATE : LONG_STRING;
  return [...text.matchAll(pattern)].filter(
    ({ 0: whole, index }) => whole.includes('\n') && /[^\s][ \t]*[rbfu]{0,2}$/i.test(lineBefore(text, index)),
  );
}

const LONG_STRING = /("""|''')((?:(?!\1)[^\\]|\\[^]){1,4000}?)\1/g;
const LONG_TEMPLATE = /(`)((?:[^`\\]|\\[^]){1,4000}?)`/g;

const lineBefore = (text: string, index: number): string =>
  text.slice(Math.max(0, index - 200), index).replace(/^[^]*\n/, '');

/** The files that a text names in any way, also without quotes, as `qx{sh lib/x}` or a file of settings does. */
export function mentionedAnywhere({ text, file, project, bases }: Passage): readonly Mention[] {
  const place = { project, bases: [...new Set([dirname(file), ...bases])] };
  const words = new Set(text.match(BARE)?.slice(0, MOST_WORDS) ?? []);
  const files = [...words].flatMap((word) => pathsNamed(word, place).files);
  return files.filter((path) => path !== file).map((path) => ({ path, how: 'names' }));
}

const BARE = /[\w.@+~-]{0,80}(?:\/[\w.@+~-]{1,80}){1,12}/g;
const MOST_WORDS = 2_000;

/** What a text does with a string. */
type StringUse = 'shows' | 'looks' | 'takes' | 'unclear';

function mentionsOf(
  word: string,
  use: (isMissing: boolean) => StringUse,
  place: NamingPlace,
  passage: Passage,
): readonly Mention[] {
  const parts = isSentence(word) ? [word] : partsOf(word);
  const found = [...parts, ...modulePaths(word, passage)].map((part) => ({ part, ...pathsNamed(part, place) }));
  const files = found.flatMap((each) => each.files);
  const folders = found.flatMap((each) =>
    each.folders.map((path) => ({ path, isBare: !each.part.includes('/'), isOpen: each.isOpen })),
  );
  if (files.length === 0 && folders.length === 0) return askedFor(word, use, passage);
  const how = use(false);
  if (how === 'shows') return [];
  if (how === 'looks') return files.map((path) => ({ path, how: 'exists' }));
  const taken = folders.filter(({ isBare }) => !isBare || how === 'takes');
  return [
    ...files.filter((path) => path !== passage.file).map((path) => ({ path, how: 'names' as const })),
    ...taken.map(({ path, isOpen }) => ({
      path,
      how: isOpen || listsFolders(passage.text, '') ? ('takes' as const) : ('names' as const),
    })),
  ];
}

/** What a text asks for by a string that names nothing yet. */
function askedFor(word: string, use: (isMissing: boolean) => StringUse, passage: Passage): readonly Mention[] {
  const missing = missingIn(word, passage);
  return missing.length > 0 && use(true) === 'looks' ? missing : [];
}

/** `Use scripts/x instead`: no line for a shell. */
const isSentence = (word: string): boolean => /^\s*[A-Z][a-z']*[:,]?\s+\S/.test(word) && !/^\s*Rscript\b/.test(word);

/** What a python text may mean by `a.b`. */
const modulePaths = (word: string, { file }: Passage): readonly string[] =>
  /^\w+(?:\.\w+)+$/.test(word) && !/\.[cm]?[jt]s$/.test(file) ? [`${word.replaceAll('.', '/')}.py`] : [];

/** Where a text lists folders, any name of one may be such a folder. */
const LISTS = /\b(?:i?glob\w*|rglob|listdir|scandir|iterdir|walk\w*|readdir\w*|opendir\w*|addsitedir|Dir|scandir)\b/;
/** Whether a text asks at all whether something is there. */
const ASKS = /exists|access|[sS]tat|is_?(?:file|dir)|\s-[efsrx]\s/;
const listsFolders = searchedOnce((text) => LISTS.test(text));
const asksForFiles = searchedOnce((text) => ASKS.test(text));
/** The plain words that are all that a call is given. */
const givenAlone = searchedOnce(
  (text): ReadonlySet<string> => new Set([...text.matchAll(GIVEN_ALONE)].map(([, , word = '']) => word)),
);
const GIVEN_ALONE = /\((['"`])([\w@+-]{1,80})\1\)/g;
const LIKE_A_PATH = /^(?!\/)[\w.@+-]{1,80}(?:\/[\w.@+-]{1,80}){0,8}$/;

/** A path that is asked for and is not there yet. */
function missingIn(word: string, { text, project, starts = [project] }: Passage): readonly Mention[] {
  if (!LIKE_A_PATH.test(word) || !asksForFiles(text, '')) return [];
  // A plain word is one only where it is asked for itself.
  if (!/[./]/.test(word) && !givenAlone(text, '').has(word)) return [];
  const path = insideProject(project, join(starts[0] ?? project, word));
  return path === null || /(?:^|\/)node_modules(?:\/|$)/.test(path) ? [] : [{ path, how: 'exists' }];
}

const COMPARES = String.raw`endswith|startswith|endsWith|startsWith|includes|has|indexOf|lastIndexOf|match|fullmatch|fnmatch\w*|minimatch|count|index|rfind|equals|eq|search|findall|compile|RegExp|test`;
const SHOWS = String.raw`print\w*|puts|echo|warn\w*|error|info|debug|log|deny|block|reject|refuse|fail|die|exit|write|Error|Exception|raise|reason|message`;
const BEFORE_SHOWN = new RegExp(
  String.raw`(?:[=!]==?|\b(?:not\s+)?in|\bcase|\b(?:eq|ne))\s{0,4}[rbfu]{0,2}$|\b(?:${COMPARES})\s{0,4}\(\s{0,4}[(\[]?[^;()\n]{0,200}$|\b(?:${SHOWS})\s{0,4}\([^;()\n]{0,200}$`,
  'i',
);
const AFTER_SHOWN = /^\s{0,4}(?:[=!]==?|(?:not\s+)?in\b)/;
const LOOKS_BEFORE =
  /\b(?:exists|lexists|isfile|isdir|is_file|is_dir|existsSync|accessSync|access|statSync|lstatSync|file_exists)\s{0,4}\([^;\n]{0,160}$|(?:^|\s)-[efsrx]\s{1,4}$/;
const LOOKS_AFTER =
  /^[\s)]{0,8}\.\s{0,4}(?:exists|is_file|is_dir)\b|^[^;\n]{0,20}\)\s{0,4}\.\s{0,4}(?:exists|is_file|is_dir)\(/;
/** A name that is no path there, even if a folder has it: what is looked up, and the words of a command. */
const PLAIN_BEFORE =
  /(?:\[|\.get\(|getenv\(|\bgetattr\([^;\n()]{0,40},)\s{0,4}$|\b(?:run|call|check_\w+|[pP]open|spawn\w*|exec\w*|system)\s{0,4}\((?![^;\n]*\bcwd\b)[^;\n]{0,160}$/;
const PLAIN_AFTER = /^\s{0,4}(?:\]|:|=>)/;

/** A string in its text. */
interface PlacedString {
  readonly text: string;
  readonly index: number;
  /** With its quotes. */
  readonly whole: string;
  readonly word: string;
}

function useOf({ text, index, whole, word }: PlacedString, isMissing: boolean): StringUse {
  const { statement, after } = aroundOf(text, index, whole.length);
  if (LOOKS_BEFORE.test(statement) || LOOKS_AFTER.test(after)) return 'looks';
  // What a function of the text itself does with a path is not said by its name.
  const isGivenToOwn = !/\s/.test(word) && parameterIn(text, statement) !== undefined;
  if (isShown(statement, after) && !isGivenToOwn) return 'shows';
  const names = namesGiven({ text, statement, after });
  const uses = names.flatMap((name) => usesOfName(text, name));
  if (isMissing && uses.includes('looks')) return 'looks';
  if (uses.length > 0 && uses.every((use) => use === 'shows')) return 'shows';
  if (uses.length > 0 && uses.every((use) => use !== 'unclear')) return 'looks';
  return PLAIN_BEFORE.test(statement) || PLAIN_AFTER.test(after) ? 'unclear' : 'takes';
}

const isShown = (statement: string, after: string): boolean =>
  (BEFORE_SHOWN.test(statement) && !LOOPS.test(statement)) || AFTER_SHOWN.test(after);

/** `for a, b in `: no comparison. */
const LOOPS = /\bfor\b[^;\n]{1,100}\bin\s{0,4}$/;

const MOST_USES = 40;

/** What becomes of the value of a name, at each place but those that give it its value. */
const usesOfParameter = oncePerText((text, name) => findUses(text, name, true));
const usesOfName = oncePerText((text, name) => findUses(text, name));

function findUses(text: string, name: string, isHandedOn = false): readonly StringUse[] {
  const places = placesOf(text, name).slice(0, MOST_USES);
  return places.flatMap((index): readonly StringUse[] => {
    const { statement, after } = aroundOf(text, index, name.length);
    if (GIVEN_BEFORE.test(statement) || GIVEN_AFTER.test(after) || isTakenApart(statement)) return [];
    if (LOOKS_BEFORE.test(statement) || LOOKS_AFTER.test(after)) return ['looks'];
    const parameter = isHandedOn || !isShown(statement, after) ? undefined : parameterIn(text, statement);
    if (parameter !== undefined) return usesOfParameter(text, parameter);
    return [SEARCHED.test(after) || isShown(statement, after) ? 'shows' : 'unclear'];
  });
}

/** A loop gives the name its value, or a function is defined with it. */
const GIVEN_BEFORE = /\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s{1,4})?$|\b(?:def|function)\b[^;\n]{0,120}$/;
const GIVEN_AFTER = /^\s{0,4}(?::[^=\n]{1,40})?=(?![=>])|^[^;\n()]{0,60}\)?\s{0,4}=>/;
const SEARCHED =
  /^\s{0,4}\.\s{0,4}(?:some|every|includes|has|find|filter|indexOf|startswith|endswith|startsWith|endsWith|map|forEach)\b/;
