import { dirname, join } from 'node:path';
import { insideProject } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { aroundOf, namedText, namesGiven, onceForEach } from './data-names.ts';
import type { NamedText } from './data-names.ts';
import type { Mention } from './dependency.ts';
import { nameFilter, partsOf, pathsNamed } from './named-paths.ts';
import type { NamingPlace } from './named-paths.ts';
import { packageOf } from './packages.ts';
import type { Passage } from './passage.ts';

const STRING = /("""|'''|['"`])((?:(?!\1)[^\\\n]|\\.){1,300}?)\1/g;
/** So many strings are asked whether the text looks for what they name and is not there. */
const MOST_ASKED = 2_000;
const MOST_FOLDERS = 8;
const COST_OF_A_USE = 20;

/**
 * The paths that strings of a text name, whatever the text does with them, unless it is seen to compare or to show
 * them only. Most are covered; the others are told to people.
 */
export function mentionedInStrings(passage: Passage): readonly Mention[] {
  if (packageOf(passage.file) !== null) return [];
  const text = passage.text.replace(/^[ \t]*(?:#|\/\/|\*).*$/gm, '');
  const whole = wholeOf(passage, text);
  const strings = [...text.matchAll(STRING)].map(({ 0: quoted, 2: word = '', index }) => ({
    word,
    use: () => {
      charge('steps', COST_OF_A_USE, passage.file);
      return useOf(whole, index, quoted.length);
    },
  }));
  const own = { project: passage.project, bases: [...new Set([dirname(passage.file), ...passage.bases])] };
  const couldNameThere = nameFilter(own);
  const named = strings.filter(({ word }) => couldNameThere(word)).flatMap(({ word }) => pathsNamed(word, own).folders);
  // What is joined to the name of a folder stands in that folder.
  const place = { ...own, bases: [...new Set([...own.bases, ...[...new Set(named)].slice(0, MOST_FOLDERS)])] };
  const couldName = nameFilter(place);
  return strings.flatMap(({ word, use }, index) => {
    if (couldName(word)) return mentionsOf(word, use, place, whole);
    return index < MOST_ASKED ? askedFor(word, use, whole) : [];
  });
}

/** A passage, with what is asked of all of its text: once, since a text may be long and have many strings. */
interface WholePassage extends Passage {
  /** Its text without comments. */
  readonly code: NamedText;
  /** Whether it asks at all whether something is there. */
  readonly asks: boolean;
  /** Whether it lists folders: any name of one may be such a folder then. */
  readonly lists: boolean;
  /** The strings that are all that a call is given. */
  readonly givenAlone: ReadonlySet<string>;
  /** What becomes of the value of a name. */
  readonly usesOfName: (name: string) => readonly StringUse[];
}

function wholeOf(passage: Passage, code: string): WholePassage {
  const { text } = passage;
  const named = namedText(code);
  const asks = ASKS.test(text);
  return {
    ...passage,
    code: named,
    asks,
    lists: LISTS.test(text),
    givenAlone: new Set(asks ? [...text.matchAll(GIVEN_ALONE)].map(([, , word = '']) => word) : []),
    usesOfName: onceForEach((name) => usesOfName(named, name)),
  };
}

const LISTS = /\b(?:i?glob\w*|rglob|listdir|scandir|iterdir|walk\w*|readdir\w*|opendir\w*|addsitedir|Dir|scandir)\b/;
const ASKS = /exists|access|[sS]tat|is_?(?:file|dir)|\s-[efsrx]\s/;
const GIVEN_ALONE = /\((['"`])([\w@+-]{1,80})\1\)/g;

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

function mentionsOf(word: string, use: () => StringUse, place: NamingPlace, passage: WholePassage): readonly Mention[] {
  const found = [...partsOf(word), ...modulePaths(word, passage)].map((part) => ({ part, ...pathsNamed(part, place) }));
  const files = found.flatMap((each) => each.files);
  const folders = found.flatMap((each) =>
    each.folders.map((path) => ({ path, isBare: !each.part.includes('/'), isOpen: each.isOpen })),
  );
  if (files.length === 0 && folders.length === 0) return askedFor(word, use, passage);
  const how = use();
  if (how === 'shows') return [];
  if (how === 'looks') return files.map((path) => ({ path, how: 'exists' }));
  const taken = folders.filter(({ isBare }) => !isBare || how === 'takes');
  return [
    ...files.filter((path) => path !== passage.file).map((path) => ({ path, how: 'names' as const })),
    ...taken.map(({ path, isOpen }) => ({
      path,
      how: isOpen || passage.lists ? ('takes' as const) : ('names' as const),
    })),
  ];
}

/** What a text asks for by a string that names nothing yet. */
function askedFor(word: string, use: () => StringUse, passage: WholePassage): readonly Mention[] {
  const missing = missingIn(word, passage);
  return missing.length > 0 && use() === 'looks' ? missing : [];
}

/** What a python text may mean by `a.b`. */
const modulePaths = (word: string, { file }: Passage): readonly string[] =>
  /^\w+(?:\.\w+)+$/.test(word) && !/\.[cm]?[jt]s$/.test(file) ? [`${word.replaceAll('.', '/')}.py`] : [];

const LIKE_A_PATH = /^(?!\/)[\w.@+-]{1,80}(?:\/[\w.@+-]{1,80}){0,8}$/;

/** A path that is asked for and is not there yet. */
function missingIn(word: string, { asks, givenAlone, project, starts = [project] }: WholePassage): readonly Mention[] {
  if (!asks || !LIKE_A_PATH.test(word)) return [];
  // A plain word is one only where it is asked for itself.
  if (!/[./]/.test(word) && !givenAlone.has(word)) return [];
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

function useOf({ code, usesOfName: usesFor }: WholePassage, index: number, length: number): StringUse {
  const { statement, after } = aroundOf(code.text, index, length);
  if (LOOKS_BEFORE.test(statement) || LOOKS_AFTER.test(after)) return 'looks';
  if (BEFORE_SHOWN.test(statement) || AFTER_SHOWN.test(after)) return 'shows';
  const names = namesGiven({ within: code, statement, after });
  const uses = names.flatMap(usesFor);
  if (uses.length > 0 && uses.every((use) => use === 'shows')) return 'shows';
  if (uses.length > 0 && uses.every((use) => use !== 'unclear')) return 'looks';
  return PLAIN_BEFORE.test(statement) || PLAIN_AFTER.test(after) ? 'unclear' : 'takes';
}

const MOST_USES = 40;

/** What becomes of the value of a name, at each place but those that give it its value. */
function usesOfName({ text, placesOf }: NamedText, name: string): readonly StringUse[] {
  const places = placesOf(name).slice(0, MOST_USES);
  return places.flatMap((index): readonly StringUse[] => {
    const { statement, after } = aroundOf(text, index, name.length);
    if (GIVEN_BEFORE.test(statement) || GIVEN_AFTER.test(after)) return [];
    if (LOOKS_BEFORE.test(statement) || LOOKS_AFTER.test(after)) return ['looks'];
    return [SEARCHED.test(after) || BEFORE_SHOWN.test(statement) || AFTER_SHOWN.test(after) ? 'shows' : 'unclear'];
  });
}

/** A loop gives the name its value, or a function is defined with it. */
const GIVEN_BEFORE = /\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s{1,4})?$|\b(?:def|function)\b[^;\n]{0,120}$/;
const GIVEN_AFTER = /^\s{0,4}(?::[^=\n]{1,40})?=(?![=>])|^[^;\n()]{0,60}\)?\s{0,4}=>/;
const SEARCHED =
  /^\s{0,4}\.\s{0,4}(?:some|every|includes|has|find|filter|indexOf|startswith|endswith|startsWith|endsWith|map|forEach)\b/;
