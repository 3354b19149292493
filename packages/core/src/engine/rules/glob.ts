import { readGlobClass } from './glob-class.ts';
import type { GlobProgram, GlobStep } from './glob-program.ts';

/**
 * `segments`: `/` parts the text, only `**` crosses it; braces and backslashes are ordinary characters.
 * `free`: `*` takes anything; `{a,b}` are alternatives; a backslash makes the next special character ordinary.
 */
export type GlobSyntax = 'segments' | 'free';

/** What a glob says, ready to run, or what is wrong with it. In the free syntax nothing is wrong: odd brackets are ordinary characters. */
export function compileGlob(
  text: string,
  syntax: GlobSyntax,
): { readonly program: GlobProgram } | { readonly why: string } {
  const reading: Reading = { characters: Array.from(text), at: 0, syntax, steps: [], failure: null, depth: 0 };
  readUpTo(reading, reading.characters.length);
  return reading.failure === null ? { program: reading.steps } : { why: reading.failure };
}

/** A program for texts that fit any of the globs, in the free syntax. */
export function compileFreeGlobs(texts: readonly string[]): GlobProgram {
  const steps: GlobStep[] = [];
  const readers = texts.map((text) => (): void => {
    const reading: Reading = { characters: Array.from(text), at: 0, syntax: 'free', steps, failure: null, depth: 0 };
    readUpTo(reading, reading.characters.length);
  });
  addAlternatives(steps, readers);
  return steps;
}

interface Reading {
  readonly characters: readonly string[];
  at: number;
  readonly syntax: GlobSyntax;
  readonly steps: GlobStep[];
  failure: string | null;
  depth: number;
}

function readUpTo(reading: Reading, end: number): void {
  while (reading.at < end) readTerm(reading);
}

function readTerm(reading: Reading): void {
  const character = reading.characters[reading.at] ?? '';
  if (character === '*') return readStars(reading);
  if (character === '[' && readBrackets(reading)) return;
  if (character === '{' && reading.syntax === 'free' && readBraces(reading)) return;
  reading.at += 1;
  if (character === '?') return addTaker(reading, () => true);
  const escaped = reading.characters[reading.at] ?? '';
  const isEscape = character === '\\' && reading.syntax === 'free' && '*?[]{},\\'.includes(escaped) && escaped !== '';
  if (isEscape) reading.at += 1;
  addLiteral(reading, isEscape ? escaped : character);
}

const SLASH = 0x2f;

function addLiteral(reading: Reading, character: string): void {
  const wanted = character.codePointAt(0);
  reading.steps.push({ takes: (code) => code === wanted });
}

/** A wildcard for one character; a segment never holds a slash. */
function addTaker(reading: Reading, takes: (code: number) => boolean): void {
  reading.steps.push({ takes: reading.syntax === 'segments' ? (code) => code !== SLASH && takes(code) : takes });
}

function readStars(reading: Reading): void {
  const { steps, characters } = reading;
  const start = reading.at;
  while (characters[reading.at] === '*') reading.at += 1;
  const isDouble = reading.at - start > 1;
  const isWholeSegment = isDouble && characters[reading.at] === '/' && startsSegment(reading, start);
  const takes = isDouble || reading.syntax === 'free' ? () => true : (code: number) => code !== SLASH;
  const first = steps.length;
  if (isWholeSegment) {
    // "**/" stands for any number of leading segments, none included.
    reading.at += 1;
    steps.push({ goesOn: [first + 1, first + 5] });
    addLoop(steps, takes);
    addLiteral(reading, '/');
  } else addLoop(steps, takes);
}

function startsSegment({ characters, depth }: Reading, at: number): boolean {
  const before = characters[at - 1];
  return before === undefined || before === '/' || (depth > 0 && (before === '{' || before === ','));
}

/** Three steps: take or leave, take, again. */
function addLoop(steps: GlobStep[], takes: (code: number) => boolean): void {
  const first = steps.length;
  steps.push({ goesOn: [first + 1, first + 3] }, { takes }, { goesOn: [first] });
}

/** False when there is no set here and the bracket is an ordinary character. */
function readBrackets(reading: Reading): boolean {
  const found = readGlobClass(reading.characters, reading.at, reading.syntax === 'free');
  if ('why' in found) {
    if (reading.syntax === 'segments') reading.failure ??= found.why;
    return false;
  }
  reading.at = found.end;
  addTaker(reading, found.takes);
  return true;
}

/** False when no alternatives stand here and the brace is an ordinary character. */
function readBraces(reading: Reading): boolean {
  const ends = alternativeEnds(reading);
  if (ends === null || reading.depth === DEEPEST) return false;
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

/** A fork to what each reader adds, all of which go on at the same place. */
function addAlternatives(steps: GlobStep[], readers: readonly (() => void)[]): void {
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
const LONGEST_LIST = 4096;

/** Where the commas and the closing brace of these alternatives are; null when it is not such a list. */
function alternativeEnds({ characters, at }: Reading): readonly number[] | null {
  const ends: number[] = [];
  let depth = 0;
  for (let index = at; index < Math.min(characters.length, at + LONGEST_LIST); index += 1) {
    const character = characters[index];
    if (character === '\\') index += 1;
    if (character === '[') index = setEnd(characters, index);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return ends.length === 0 ? null : [...ends, index];
    if (character === ',' && depth === 1) ends.push(index);
  }
  return null;
}

/** The last character of the set that begins here, or the bracket itself when none does. */
function setEnd(characters: readonly string[], at: number): number {
  const found = readGlobClass(characters, at, true);
  return 'end' in found ? found.end - 1 : at;
}
