import { LINEAR_CLASSES, letterOf, readClass, readProperty } from './linear-class.ts';
import { type LinearScan, LinearSyntaxError, readHex, take } from './linear-scan.ts';

/** An expression for the built-in engine, with the flag v, that accepts the same texts; or why the pattern is wrong. */
export type TranslatedLinear = { readonly source: string } | { readonly why: string };

/**
 * Translates a pattern in the syntax of engines that take linear time. They have no look-around and no
 * back-references, and read every escaped letter as something of its own: what they refuse is refused.
 */
export function translateLinear(pattern: string): TranslatedLinear {
  const scan: LinearScan = { text: Array.from(pattern), at: 0, flags: new Set(), depth: 0 };
  try {
    const source = readBranches(scan);
    return scan.at < scan.text.length ? { why: 'a group is closed that was not opened' } : { source };
  } catch (error) {
    if (error instanceof LinearSyntaxError) return { why: error.message };
    throw error;
  }
}

const MOST_GROUPS = 200;

/** Alternatives up to the end of the group; flags that are set inside end with it. */
function readBranches(scan: LinearScan): string {
  const branches: string[] = [];
  const outer = scan.flags;
  do branches.push(readBranch(scan));
  while (take(scan, '|'));
  scan.flags = outer;
  return branches.join('|');
}

function readBranch(scan: LinearScan): string {
  const parts: string[] = [];
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || character === '|' || character === ')') return parts.join('');
    if (isSkipped(scan, character)) continue;
    if (REPEATS.has(character)) parts.push(`(?:${operandOf(parts)}${readRepeat(scan)})`);
    else {
      const part = readPart(scan);
      if (part !== null) parts.push(part);
    }
  }
}

const REPEATS: ReadonlySet<string> = new Set(['*', '+', '?', '{']);

/** Under the flag x spaces and comments mean nothing. */
function isSkipped(scan: LinearScan, character: string): boolean {
  if (!scan.flags.has('x') || !/[\s#]/.test(character)) return false;
  if (character === '#') while (scan.at < scan.text.length && scan.text[scan.at] !== '\n') scan.at += 1;
  else scan.at += 1;
  return true;
}

function operandOf(parts: string[]): string {
  const last = parts.pop();
  if (last === undefined) throw new LinearSyntaxError('there is nothing to repeat');
  return last;
}

/** The sign as the built-in engine has it; how much is taken first does not matter for a search. */
function readRepeat(scan: LinearScan): string {
  const sign = scan.text[scan.at] ?? '';
  scan.at += 1;
  const repeat = sign === '{' ? `{${readCounts(scan)}}` : sign;
  take(scan, '?');
  return repeat;
}

function readCounts(scan: LinearScan): string {
  const end = scan.text.indexOf('}', scan.at);
  const inside = end === -1 ? '' : scan.text.slice(scan.at, end).join('');
  const counts = /^\s*(\d{1,4})\s*(,)?\s*(\d{1,4})?\s*$/.exec(inside);
  if (counts === null) throw new LinearSyntaxError('a count of repetitions is not closed, or not a number');
  const [, least = '', comma = '', most = ''] = counts;
  if (comma === '' && most !== '') throw new LinearSyntaxError('a count of repetitions is not a number');
  if (most !== '' && Number(most) < Number(least)) throw new LinearSyntaxError('a range of repetitions is reversed');
  scan.at = end + 1;
  return `${least}${comma}${most}`;
}

/** One part, or null for flags that hold from here on. */
function readPart(scan: LinearScan): string | null {
  const character = scan.text[scan.at] ?? '';
  scan.at += 1;
  switch (character) {
    case '(':
      return readGroup(scan);
    case '[':
      return readClass(scan);
    case '\\':
      return readEscape(scan);
    case '.':
      return scan.flags.has('s') ? String.raw`[\s\S]` : String.raw`[^\n]`;
    case '^':
      return scan.flags.has('m') ? String.raw`(?:^|(?<=\n))` : '(?:^)';
    case '$':
      return scan.flags.has('m') ? String.raw`(?=\n|$)` : '(?:$)';
    default:
      return letterOf(character, scan.flags);
  }
}

function readGroup(scan: LinearScan): string | null {
  scan.depth += 1;
  if (scan.depth > MOST_GROUPS) throw new LinearSyntaxError('its groups are nested too deeply');
  const outer = scan.flags;
  if (take(scan, '?') && !readName(scan)) {
    scan.flags = readFlags(scan);
    if (take(scan, ')')) {
      scan.depth -= 1;
      return null;
    }
    if (!take(scan, ':')) throw new LinearSyntaxError('a flag of a group is not known');
  }
  const inside = readBranches(scan);
  if (!take(scan, ')')) throw new LinearSyntaxError('a group is not closed');
  scan.flags = outer;
  scan.depth -= 1;
  return `(?:${inside})`;
}

/** Whether the group has a name, which does not matter for a search; throws on a look-around. */
function readName(scan: LinearScan): boolean {
  const rest = scan.text.slice(scan.at, scan.at + 100).join('');
  if (/^(?:[=!]|<[=!])/.test(rest)) throw new LinearSyntaxError('look-around is not supported');
  const name = /^P?<([A-Za-z_][\w.[\]]*)>/.exec(rest);
  if (name === null) return false;
  scan.at += name[0].length;
  return true;
}

const FLAGS = 'imsxUuR';

function readFlags(scan: LinearScan): Set<string> {
  const flags = new Set(scan.flags);
  let isOn = true;
  const start = scan.at;
  for (;;) {
    const character = scan.text[scan.at] ?? '';
    if (character === '-' && isOn) isOn = false;
    else if (character !== '' && FLAGS.includes(character)) {
      if (isOn) flags.add(character);
      else flags.delete(character);
    } else break;
    scan.at += 1;
  }
  if (scan.at === start && scan.text[scan.at] === ')')
    throw new LinearSyntaxError('a group has neither flags nor text');
  return flags;
}

function readEscape(scan: LinearScan): string {
  const character = scan.text[scan.at];
  if (character === undefined) throw new LinearSyntaxError('it ends with a backslash');
  scan.at += 1;
  if (/\d/.test(character)) throw new LinearSyntaxError('back-references are not supported');
  if (character === 'b' && take(scan, '{')) return readBoundary(scan);
  const known = BOUNDARIES[character] ?? LINEAR_CLASSES[character];
  if (known !== undefined) return known;
  if (character === 'p' || character === 'P') return readProperty(scan, character);
  return letterOf(readHex(scan, character), scan.flags);
}

function readBoundary(scan: LinearScan): string {
  const end = scan.text.indexOf('}', scan.at);
  const name = end === -1 ? '' : scan.text.slice(scan.at, end).join('');
  const known = NAMED_BOUNDARIES[name];
  if (known === undefined) throw new LinearSyntaxError('a word boundary of this kind is not known');
  scan.at = end + 1;
  return known;
}

const WORD = LINEAR_CLASSES['w'] ?? '';

const BOUNDARIES: Readonly<Record<string, string>> = {
  A: '(?:^)',
  z: '(?:$)',
  b: String.raw`(?:\b)`,
  B: String.raw`(?:\B)`,
  '<': `(?<!${WORD})(?=${WORD})`,
  '>': `(?<=${WORD})(?!${WORD})`,
};

const NAMED_BOUNDARIES: Readonly<Record<string, string>> = {
  start: `(?<!${WORD})(?=${WORD})`,
  end: `(?<=${WORD})(?!${WORD})`,
  'start-half': `(?<!${WORD})`,
  'end-half': `(?!${WORD})`,
};
