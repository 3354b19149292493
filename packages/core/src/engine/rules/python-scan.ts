/** The state of parsing a Python pattern. After `fail` the position is at the end, so that every loop over it ends. */
export interface RegexScan {
  readonly characters: readonly string[];
  at: number;
  failure: Failure | null;
  readonly ignoresCase: boolean;
  depth: number;
  readonly groups: RegexGroup[];
  /** The branches around the position, outermost first. */
  readonly branches: number[];
  branchesSeen: number;
  /** How many groups had begun before the look-behind; null outside of one. */
  groupsBefore: number | null;
}

export interface Failure {
  readonly why: string;
  readonly hint: string | null;
  /** The pattern is valid, but exceeds the limits. */
  readonly isCostly?: true;
}

/** A capturing group; `branch` is the one that contains it, null while it is open or when it may be skipped. */
export interface RegexGroup {
  readonly name: string | null;
  branch: number | null;
  width: number | null;
}

/** Flags that apply to a part of the pattern. */
export interface Mode {
  readonly ascii: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  readonly verbose: boolean;
  /** The texts stand within a longer one: no start or end of a text is in them. */
  readonly within: boolean;
}

/** A translated piece: one JavaScript term, and its length in characters when that is fixed. */
export interface RegexPiece {
  readonly source: string;
  readonly width: number | null;
  readonly repeats: 'may' | 'never' | 'already';
  /** The capturing groups that the piece is or contains. */
  readonly groups?: readonly RegexGroup[];
}

export const NOTHING: RegexPiece = { source: '', width: 0, repeats: 'never' };

/** Gives up; the first reason counts. */
export function fail(scan: RegexScan, why: string, hint: string | null = null): RegexPiece {
  scan.failure ??= { why: `${why} (at position ${scan.at})`, hint };
  scan.at = scan.characters.length;
  return NOTHING;
}

/** Gives up on a valid pattern that would take too long. */
export function giveUp(scan: RegexScan, why: string): RegexPiece {
  scan.failure ??= { why: `${why} (at position ${scan.at})`, hint: null, isCostly: true };
  return fail(scan, why);
}

export const peek = (scan: RegexScan): string => scan.characters[scan.at] ?? '';

/** If the text comes next, moves past it and returns true. */
export function takes(scan: RegexScan, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (scan.characters[scan.at + index] !== text[index]) return false;
  }
  scan.at += text.length;
  return true;
}

/** The longest run of at most `most` characters of a kind. */
export function takeWhile(scan: RegexScan, kind: RegExp, most = Infinity): string {
  let taken = '';
  while (taken.length < most && kind.test(peek(scan))) {
    taken += peek(scan);
    scan.at += 1;
  }
  return taken;
}
