/** A pattern that is being read. */
export interface LinearScan {
  /** Its characters. */
  readonly text: readonly string[];
  at: number;
  flags: ReadonlySet<string>;
  depth: number;
}

/** What a pattern must not have, as the end of a sentence. */
export class LinearSyntaxError extends Error {}

/** Whether this character comes next; then it is read. */
export function take(scan: LinearScan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false;
  scan.at += 1;
  return true;
}

/** The character that an escape stands for: a control character, one by its number, or itself. */
export function readHex(scan: LinearScan, escaped: string): string {
  const control = CONTROLS[escaped];
  if (control !== undefined) return control;
  const digits = DIGITS[escaped];
  if (digits !== undefined) return readNumber(scan, digits);
  if (/[\dA-Za-z]/.test(escaped) || !/^[\x20-\x7e\s]$/.test(escaped))
    throw new LinearSyntaxError(`the escape \\${escaped} is not known`);
  return escaped;
}

const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  f: '\f',
  t: '\t',
  n: '\n',
  r: '\r',
  v: '\v',
};

const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readNumber(scan: LinearScan, digits: number): string {
  const isOpen = take(scan, '{');
  const end = isOpen ? scan.text.indexOf('}', scan.at) : scan.at + digits;
  const hex = end === -1 ? '' : scan.text.slice(scan.at, end).join('');
  const isWhole = /^[\dA-Fa-f]{1,8}$/.test(hex) && (isOpen || hex.length === digits);
  const code = isWhole ? Number.parseInt(hex, 16) : NaN;
  if (!(code <= 0x10_ff_ff) || (code >= 0xd8_00 && code <= 0xdf_ff))
    throw new LinearSyntaxError('a character is not given by a hexadecimal number');
  scan.at = end + (isOpen ? 1 : 0);
  return String.fromCodePoint(code);
}
