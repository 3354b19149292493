import { type GlobClass, readGlobClass } from './glob-class.ts';
import type { Program, ProgramStep } from '../linear/program.ts';

/**
 * `segments`: `/` separates segments, only `**` crosses it; braces are ordinary characters; a backslash escapes any
 * character.
 * `free`: `*` matches anything; `{a,b}` are alternatives; a backslash escapes the next special character.
 */
export type GlobSyntax = 'segments' | 'free';

/**
 * A compiled glob, or what is wrong with it. In the free syntax nothing is wrong: unmatched brackets are ordinary
 * characters.
 */
export function compileGlob(
  text: string,
  syntax: GlobSyntax,
): { readonly program: Program } | { readonly why: string } {
  if (text.length > LONGEST_GLOB) return { why: GLOB_TOO_LONG };
  const reading = readingOf(text, syntax, []);
  readUpTo(reading, reading.characters.length);
  return reading.failure === null ? { program: reading.steps } : { why: reading.failure };
}

/** A program for texts that match any of the globs, in the free syntax. */
export function compileFreeGlobs(texts: readonly string[]): Program {
  const steps: ProgramStep[] = [];
  const readers = texts.map((text) => (): void => {
    const reading = readingOf(text, 'free', steps);
    readUpTo(reading, reading.characters.length);
  });
  addAlternatives(steps, readers);
  return steps;
}

/** Maximum length of a glob, because parsing brackets takes quadratic time. */
export const LONGEST_GLOB = 4096;
/** Why a longer one is rejected. */
export const GLOB_TOO_LONG = `it is longer than ${LONGEST_GLOB} characters`;

const readingOf = (text: string, syntax: GlobSyntax, steps: ProgramStep[]): GlobReading => {
  const characters = Array.from(text);
  const classes = new Map<number, GlobClass>();
  const lists = syntax === 'free' ? listsIn({ characters, classes }) : NO_LISTS;
  return { characters, classes, lists, at: 0, syntax, steps, failure: null, depth: 0 };
};

const NO_LISTS: ReadonlyMap<number, readonly number[]> = new Map();

interface GlobReading {
  readonly characters: readonly string[];
  /** The result for each bracket that was parsed. */
  readonly classes: Map<number, GlobClass>;
  /** The ends of the alternatives that begin at a brace. */
  readonly lists: ReadonlyMap<number, readonly number[]>;
  at: number;
  readonly syntax: GlobSyntax;
  readonly steps: ProgramStep[];
  failure: string | null;
  depth: number;
}

function readUpTo(reading: GlobReading, end: number): void {
  while (reading.at < end && reading.failure === null) readTerm(reading);
}

function readTerm(reading: GlobReading): void {
  const character = reading.characters[reading.at] ?? '';
  if (character === '*') return readStars(reading);
  if (character === '[' && readBrackets(reading)) return;
  if (character === '{' && reading.syntax === 'free' && readBraces(reading)) return;
  reading.at += 1;
  if (character === '?') return addTaker(reading, () => true);
  const escaped = reading.characters[reading.at] ?? '';
  const isEscape =
    character === '\\' && escaped !== '' && (reading.syntax === 'segments' || ESCAPABLE.includes(escaped));
  if (isEscape) reading.at += 1;
  addLiteral(reading, isEscape ? escaped : character);
}

const ESCAPABLE = '*?[]{},\\';
const SLASH = 0x2f;

function addLiteral(reading: GlobReading, character: string): void {
  const wanted = character.codePointAt(0);
  reading.steps.push({ takes: (code) => code === wanted });
}

/** A wildcard for one character; a segment never contains a slash. */
function addTaker(reading: GlobReading, takes: (code: number) => boolean): void {
  reading.steps.push({ takes: reading.syntax === 'segments' ? (code) => code !== SLASH && takes(code) : takes });
}

function readStars(reading: GlobReading): void {
  const { steps, characters } = reading;
  const start = reading.at;
  while (characters[reading.at] === '*') reading.at += 1;
  const isDouble = reading.at - start > 1;
  const isWholeSegment = isDouble && characters[reading.at] === '/' && startsSegment(reading, start);
  const takes = isDouble || reading.syntax === 'free' ? () => true : (code: number) => code !== SLASH;
  const first = steps.length;
  if (isWholeSegment) {
    // "**/" matches any number of leading segments, including none.
    reading.at += 1;
    steps.push({ goesOn: [first + 1, first + 5] });
    addLoop(steps, takes);
    addLiteral(reading, '/');
  } else addLoop(steps, takes);
}

function startsSegment({ characters, depth }: GlobReading, at: number): boolean {
  const before = characters[at - 1];
  return before === undefined || before === '/' || (depth > 0 && (before === '{' || before === ','));
}

/** Three steps: take or skip, take, repeat. */
function addLoop(steps: ProgramStep[], takes: (code: number) => boolean): void {
  const first = steps.length;
  steps.push({ goesOn: [first + 1, first + 3] }, { takes }, { goesOn: [first] });
}

/** False when there is no set here and the bracket is an ordinary character. */
function readBrackets(reading: GlobReading): boolean {
  const { characters, classes, syntax, at } = reading;
  const found = syntax === 'free' ? classAt(characters, classes, at) : readGlobClass(characters, at, true);
  if ('why' in found) {
    if (syntax === 'segments') reading.failure ??= found.why;
    return false;
  }
  reading.at = found.end;
  addTaker(reading, found.takes);
  return true;
}

/** False when there are no alternatives here and the brace is an ordinary character. */
function readBraces(reading: GlobReading): boolean {
  const ends = reading.lists.get(reading.at);
  if (ends === undefined || reading.depth === DEEPEST) return false;
  reading.depth += 1;
  const readers = ends.map((end) => (): void => {
    reading.at += 1;
    readUpTo(reading, end);
  });
  addAlternatives(reading.steps, readers);
  reading.depth -= 1;
  reading.at += 1;
  return true;
}

/** A fork to what each reader adds; all branches continue at the same place. */
function addAlternatives(steps: ProgramStep[], readers: readonly (() => void)[]): void {
  const fork = steps.length;
  const starts: number[] = [];
  const jumps: number[] = [];
  steps.push({ goesOn: starts });
  for (const read of readers) {
    starts.push(steps.length);
    read();
    jumps.push(steps.length);
    steps.push({ goesOn: [fork] });
  }
  for (const jump of jumps) steps[jump] = { goesOn: [steps.length] };
}

const DEEPEST = 20;

/** For each brace that opens a list of alternatives, where its commas and its closing brace are; found in one pass. */
function listsIn({
  characters,
  classes,
}: Pick<GlobReading, 'characters' | 'classes'>): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, readonly number[]>();
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index];
    if (character === '\\') index += 1;
    if (character === '[') index = setEnd(characters, classes, index);
    if (character === '{') open.push({ start: index, commas: [] });
    if (character === ',') open.at(-1)?.commas.push(index);
    if (character !== '}') continue;
    const list = open.pop();
    if (list !== undefined && list.commas.length > 0) lists.set(list.start, [...list.commas, index]);
  }
  return lists;
}

/** The last character of the set that begins here, or the bracket itself when none does. */
function setEnd(characters: readonly string[], classes: GlobReading['classes'], at: number): number {
  const found = classAt(characters, classes, at);
  return 'end' in found ? found.end - 1 : at;
}

/** Each bracket is read once. */
function classAt(characters: readonly string[], classes: GlobReading['classes'], at: number): GlobClass {
  const known = classes.get(at) ?? readGlobClass(characters, at, false);
  classes.set(at, known);
  return known;
}
