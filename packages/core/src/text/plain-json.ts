import { endOfString } from './loose-values.ts';

/**
 * Whether JSON.parse and JSON.stringify lose nothing of a text that is known to be JSON: no duplicate key, and every
 * number and key written as JavaScript writes it. Most texts are so, and this check costs less than parsing them.
 */
export function isPlainJson(text: string): boolean {
  return skimValue({ text, at: 0 });
}

interface Skim {
  readonly text: string;
  at: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

function skimValue(skim: Skim): boolean {
  skim.at = endOfSpace(skim.text, skim.at);
  const character = skim.text.charCodeAt(skim.at);
  if (character === OPEN_OBJECT) return skimObject(skim);
  if (character === OPEN_ARRAY) return skimArray(skim);
  const start = skim.at;
  if (character === QUOTE) {
    skim.at = endOfString(skim.text, start);
    return true;
  }
  skim.at = endOfWord(skim.text, start);
  return !isOddNumber(skim.text.slice(start, skim.at));
}

function skimObject(skim: Skim): boolean {
  const keys = new Set<string>();
  let count = 0;
  skim.at = endOfSpace(skim.text, skim.at + 1);
  for (; skim.text.charCodeAt(skim.at) !== CLOSE_OBJECT; skipComma(skim)) {
    const key = keyAt(skim);
    keys.add(key);
    count += 1;
    if (keys.size < count || looksLikeIndex(key)) return false;
    skim.at = endOfSpace(skim.text, skim.at) + 1; // after the colon
    if (!skimValue(skim)) return false;
  }
  skim.at += 1;
  return true;
}

function skimArray(skim: Skim): boolean {
  skim.at = endOfSpace(skim.text, skim.at + 1);
  for (; skim.text.charCodeAt(skim.at) !== CLOSE_ARRAY; skipComma(skim)) if (!skimValue(skim)) return false;
  skim.at += 1;
  return true;
}

function keyAt(skim: Skim): string {
  const start = skim.at;
  skim.at = endOfString(skim.text, start);
  const written = skim.text.slice(start + 1, skim.at - 1);
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}

function skipComma(skim: Skim): void {
  skim.at = endOfSpace(skim.text, skim.at);
  if (skim.text.charCodeAt(skim.at) === COMMA) skim.at = endOfSpace(skim.text, skim.at + 1);
}

/** The offset of the next character that is not JSON white space. */
export function endOfSpace(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;)
    code = text.charCodeAt((at += 1));
  return at;
}

/** The offset after a number or a word such as true. */
export function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !ENDS_WORD.has(text.charCodeAt(at))) at += 1;
  return at;
}

const ENDS_WORD: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09, COMMA, CLOSE_OBJECT, CLOSE_ARRAY]);

/** Words that are written the same everywhere: integers that are not too long, and those that are not numbers. */
const PLAIN_WORD = /^(?:0|-?[1-9]\d{0,14}|true|false|null)$/;

/** Whether a number is written differently from how JavaScript writes it. */
export const isOddNumber = (word: string): boolean => !PLAIN_WORD.test(word) && String(Number(word)) !== word;

/** Whether a key is an integer, which JavaScript puts before all others, in numeric order. */
export const looksLikeIndex = (key: string): boolean => LOOKS_LIKE_INDEX.test(key);

const LOOKS_LIKE_INDEX = /^(?:0|[1-9]\d{0,9})$/;
