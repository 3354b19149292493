import { type LinearScan, LinearSyntaxError, readHex, take } from './linear-scan.ts';

/** Classes by one letter, in the syntax of the flag v: as Unicode has them. */
export const LINEAR_CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`\p{White_Space}`,
  S: String.raw`\P{White_Space}`,
  w: String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]`,
  W: String.raw`[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]`,
};

/** One character, with its other case where case does not count. */
export function letterOf(character: string, flags: ReadonlySet<string>): string {
  const cases = flags.has('i') ? casesOf(character) : [character];
  return cases.length === 1 ? quoted(character) : `[${cases.map(quoted).join('')}]`;
}

const casesOf = (character: string): readonly string[] =>
  [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter(
    (each) => Array.from(each).length === 1,
  );

/** By its number wherever it could mean something, inside a class and outside. */
const quoted = (character: string): string =>
  /^[\dA-Za-z]$/.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const ASCII_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: '0-9',
  graph: String.raw`\x21-\x7e`,
  lower: 'a-z',
  print: String.raw`\x20-\x7e`,
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\t\n\v\f\r\x20`,
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** A class behind its opening bracket; it may hold further ones, and be cut with others by && and --. */
export function readClass(scan: LinearScan): string {
  scan.depth += 1;
  if (scan.depth > MOST_NESTED) throw new LinearSyntaxError('its classes are nested too deeply');
  const start = take(scan, '^') ? '[^' : '[';
  const operands: string[] = [];
  let operator = '';
  let items: string[] = [];
  const close = (): void => {
    const operand = `[${items.join('')}]`;
    operands.push(operands.length === 0 ? operand : `${operator}${operand}`);
    items = [];
  };
  for (let isFirst = true; ; isFirst = false) {
    const character = scan.text[scan.at];
    if (character === undefined) throw new LinearSyntaxError('a class is not closed');
    if (character === ']' && !isFirst) break;
    const between = operatorAt(scan);
    if (between !== null && !isFirst) {
      close();
      // One class has one operator: a class of what was read so far takes the place of its left side.
      if (operands.length > 1) operands.splice(0, operands.length, `[${operands.join('')}]`);
      operator = between;
    } else items.push(readItem(scan));
  }
  scan.at += 1;
  close();
  scan.depth -= 1;
  return `${start}${operands.join('')}]`;
}

const MOST_NESTED = 200;

function operatorAt(scan: LinearScan): string | null {
  const two = scan.text.slice(scan.at, scan.at + 2).join('');
  if (two === '~~') throw new LinearSyntaxError('the difference of two classes by ~~ is not supported');
  if (two !== '&&' && two !== '--') return null;
  scan.at += 2;
  return two;
}

/** A character, a range, or a class in a class. */
function readItem(scan: LinearScan): string {
  const whole = readWholeClass(scan);
  if (whole !== null) return whole;
  const first = readCharacter(scan);
  const isRange = scan.text[scan.at] === '-' && scan.text[scan.at + 1] !== ']' && scan.text[scan.at + 1] !== '-';
  if (!isRange) return insensitive(scan, first, first);
  scan.at += 1;
  if (scan.text[scan.at] === undefined) throw new LinearSyntaxError('a class is not closed');
  const last = readCharacter(scan);
  if ((last.codePointAt(0) ?? 0) < (first.codePointAt(0) ?? 0))
    throw new LinearSyntaxError('a range of characters is reversed');
  return insensitive(scan, first, last);
}

function readWholeClass(scan: LinearScan): string | null {
  if (scan.text[scan.at] === '[') {
    const named = namedClass(scan);
    if (named !== null) return named;
    scan.at += 1;
    return readClass(scan);
  }
  const escaped = scan.text[scan.at] === '\\' ? (scan.text[scan.at + 1] ?? '') : '';
  const known = LINEAR_CLASSES[escaped];
  if (known === undefined && escaped !== 'p' && escaped !== 'P') return null;
  scan.at += 2;
  return known ?? readProperty(scan, escaped);
}

function namedClass(scan: LinearScan): string | null {
  const named = /^\[:(\^?)([a-z]+):\]/.exec(scan.text.slice(scan.at, scan.at + 14).join(''));
  if (named === null) return null;
  const [whole, not = '', name = ''] = named;
  const known = ASCII_CLASSES[name];
  if (known === undefined) throw new LinearSyntaxError(`the class [:${name}:] is not known`);
  scan.at += whole.length;
  return `[${not}${scan.flags.has('i') && /^(?:lower|upper)$/.test(name) ? 'A-Za-z' : known}]`;
}

function readCharacter(scan: LinearScan): string {
  const character = scan.text[scan.at] ?? '';
  scan.at += 1;
  if (character !== '\\') return character;
  const escaped = scan.text[scan.at];
  if (escaped === undefined) throw new LinearSyntaxError('it ends with a backslash');
  scan.at += 1;
  return readHex(scan, escaped);
}

/** A range, and where case does not count also its letters in the other case. */
function insensitive({ flags }: LinearScan, first: string, last: string): string {
  const range = rangeOf(first, last);
  if (!flags.has('i')) return range;
  if (first === last) return casesOf(first).map(quoted).join('');
  const cut = (from: string, to: string, shift: number): string => {
    const least = Math.max(first.codePointAt(0) ?? 0, from.codePointAt(0) ?? 0);
    const most = Math.min(last.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0);
    return least > most ? '' : rangeOf(String.fromCodePoint(least + shift), String.fromCodePoint(most + shift));
  };
  return `${range}${cut('a', 'z', -CASE)}${cut('A', 'Z', CASE)}`;
}

const CASE = 32;

const rangeOf = (first: string, last: string): string =>
  first === last ? quoted(first) : `${quoted(first)}-${quoted(last)}`;

/** A class by a property of Unicode: `\pL`, `\p{Greek}`, `\p{sc=Greek}`, `\P{…}`, `\p{^…}`. */
export function readProperty(scan: LinearScan, letter: string): string {
  const isOpen = take(scan, '{');
  const end = isOpen ? scan.text.indexOf('}', scan.at) : scan.at + 1;
  const written = end === -1 ? '' : scan.text.slice(scan.at, end).join('');
  const isNot = written.startsWith('^') !== (letter === 'P');
  const name = written.replace(/^\^/, '').replace(':', '=');
  const known = [name, `Script=${name}`, `Script=${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`].find(
    (each) => isProperty(each),
  );
  if (known === undefined) throw new LinearSyntaxError('a property of Unicode is not known');
  scan.at = end + (isOpen ? 1 : 0);
  return `\\${isNot ? 'P' : 'p'}{${known}}`;
}

function isProperty(name: string): boolean {
  if (!/^\w+(?:=\w+)?$/.test(name)) return false;
  try {
    void new RegExp(`\\p{${name}}`, 'v');
    return true;
  } catch {
    return false;
  }
}
