import { literalSource } from './python-character.ts';
import { translateClass } from './python-class.ts';
import { endSource } from './python-ends.ts';
import { translateEscape } from './python-escape.ts';
import { translateGroup } from './python-group.ts';
import { quantify } from './python-quantifier.ts';
import {
  fail,
  type Failure,
  type Mode,
  peek,
  type RegexPiece,
  type RegexScan,
  takes,
  takeWhile,
} from './python-scan.ts';

export type Translated = { readonly source: string; readonly ignoresCase: boolean } | Failure;

/**
 * The pattern in JavaScript's syntax, for the flag `v`; what JavaScript cannot express is a failure. `within`: as it is
 * found in texts that stand within a longer one.
 */
export function translatePython(pattern: string, { within = false }: { readonly within?: boolean } = {}): Translated {
  const characters = Array.from(pattern);
  const { flags, length } = leadingFlags(pattern);
  if (flags.includes('L')) return { why: 'the flag L is for bytes only', hint: 'leave the flag out' };
  if (flags.includes('a') && flags.includes('u'))
    return { why: 'the flags a and u contradict each other', hint: 'leave one of them out' };
  const scan: RegexScan = {
    characters,
    at: length,
    failure: null,
    ignoresCase: flags.includes('i'),
    depth: 0,
    groups: [],
    branches: [],
    branchesSeen: 0,
    groupsBefore: null,
  };
  const mode: Mode = {
    ascii: flags.includes('a'),
    dotAll: flags.includes('s'),
    multiline: flags.includes('m'),
    verbose: flags.includes('x'),
    within,
  };
  const { source } = translateBranches(scan, mode);
  if (scan.at < characters.length) fail(scan, 'a ) closes nothing');
  return scan.failure ?? { source, ignoresCase: scan.ignoresCase };
}

const LEADING = /^(?:\(\?#[^)]*\)|\(\?[aiLmsux]+\))*/;

/** Flags for the whole pattern are at its start. */
function leadingFlags(pattern: string): { readonly flags: string; readonly length: number } {
  const written = LEADING.exec(pattern)?.[0] ?? '';
  const flags = written.replace(/\(\?#[^)]*\)|[(?)]/g, '');
  return { flags, length: Array.from(written).length };
}

/** Everything up to the end of the group or pattern. */
function translateBranches(scan: RegexScan, mode: Mode): RegexPiece {
  const branches: RegexPiece[] = [];
  let last: number | undefined;
  do {
    scan.branches.push((scan.branchesSeen += 1));
    branches.push(translateBranch(scan, mode));
    last = scan.branches.pop();
  } while (takes(scan, '|'));
  if (branches.length === 1) liftGroups(scan, last);
  const widths = new Set(branches.map((branch) => branch.width));
  const [width = null] = widths.size === 1 ? widths : [];
  return { source: branches.map((branch) => branch.source).join('|'), width, repeats: 'may' };
}

/** What is in the only branch of a group takes part whenever the group does. */
function liftGroups(scan: RegexScan, branch: number | undefined): void {
  for (const group of scan.groups) if (group.branch === branch) group.branch = scan.branches.at(-1) ?? null;
}

function translateBranch(scan: RegexScan, mode: Mode): RegexPiece {
  const pieces: RegexPiece[] = [];
  while (scan.at < scan.characters.length && !'|)'.includes(peek(scan))) {
    if (mode.verbose && skipsSpace(scan)) continue;
    if (skipsComment(scan)) continue;
    const last = pieces.pop();
    const repeated = quantify(scan, last);
    if (repeated !== null) {
      pieces.push(repeated);
      continue;
    }
    if (last !== undefined) pieces.push(last);
    pieces.push(translateTerm(scan, mode));
  }
  const widths = pieces.map((piece) => piece.width);
  const width = widths.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
  return { source: pieces.map((piece) => piece.source).join(''), width, repeats: 'may' };
}

const skipsSpace = (scan: RegexScan): boolean =>
  takeWhile(scan, /^[ \t\n\r\v\f]$/) !== '' || (peek(scan) === '#' && takeWhile(scan, /^[^\n]$/) !== '');

function skipsComment(scan: RegexScan): boolean {
  if (!takes(scan, '(?#')) return false;
  takeWhile(scan, /^[^)]$/);
  if (!takes(scan, ')')) fail(scan, 'a comment is not closed');
  return true;
}

function translateTerm(scan: RegexScan, mode: Mode): RegexPiece {
  const character = peek(scan);
  scan.at += 1;
  if (character === '(') return translateGroup(scan, mode, translateBranches);
  if (character === '[') return translateClass(scan, mode);
  if (character === '\\') return translateEscape(scan, mode);
  if (character === '.') return { source: mode.dotAll ? '[\\s\\S]' : '[^\\n]', width: 1, repeats: 'may' };
  if (character === '^' || character === '$') return { source: endSource(character, mode), width: 0, repeats: 'never' };
  const source = LIKE_I.test(character) ? literalSource(scan, mode, character.codePointAt(0) ?? 0) : escaped(character);
  return { source, width: 1, repeats: 'may' };
}

const LIKE_I = /^[iIİı]$/;

const escaped = (character: string): string => character.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&');
