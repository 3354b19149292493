import { type Mode, peek, type RegexScan, takeWhile } from './python-scan.ts';

/** One character in a form that JavaScript reads the same everywhere. */
export const characterSource = (code: number): string => `\\u{${code.toString(16)}}`;

/**
 * Whether Python treats a character of this range as an i where case is ignored: it also does so with I, İ and ı,
 * JavaScript does not.
 */
export const isLikeI = ({ ignoresCase }: RegexScan, { ascii }: Mode, first: number, last = first): boolean =>
  ignoresCase && !ascii && LIKE_I.some((code) => first <= code && code <= last);

const LIKE_I: readonly number[] = [0x49, 0x69, 0x130, 0x131];
/** All of them, as members of a set. */
export const I_MEMBERS = 'iI\\u{130}\\u{131}';

/** One character with Python's meaning outside brackets. */
export const literalSource = (scan: RegexScan, mode: Mode, code: number): string =>
  isLikeI(scan, mode, code) ? `[${I_MEMBERS}]` : characterSource(code);

/** `\d`, `\w`, `\s` and their opposites with Python's meaning, in brackets; null for other letters. */
export function categorySource(letter: string, mode: Mode): string | null {
  const members = (mode.ascii ? ASCII : UNICODE)[letter.toLowerCase()];
  if (members === undefined) return null;
  return letter === letter.toLowerCase() ? `[${members}]` : `[^${members}]`;
}

const UNICODE: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: '\\p{L}\\p{N}_',
  s: '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
};

const ASCII: Readonly<Record<string, string>> = { d: '0-9', w: 'a-zA-Z0-9_', s: '\\t-\\r\\x20' };

/** The code of an escaped character whose backslash was read; null when Python has no such escape. */
export function readCharacterEscape(scan: RegexScan, place: 'outside' | 'in-brackets'): number | null {
  const letter = peek(scan);
  if (letter === '0' || (place === 'in-brackets' && /^[0-7]$/.test(letter))) return readOctal(scan);
  scan.at += 1;
  if (letter === 'b' && place === 'in-brackets') return 0x08;
  const control = CONTROLS[letter];
  if (control !== undefined) return control;
  const digits = HEX_DIGITS[letter];
  if (digits !== undefined) return readHex(scan, digits);
  return letter === '' || /^[a-zA-Z0-9]$/.test(letter) ? null : (letter.codePointAt(0) ?? null);
}

const CONTROLS: Readonly<Record<string, number>> = { a: 0x07, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readHex(scan: RegexScan, digits: number): number | null {
  const hex = takeWhile(scan, /^[0-9a-fA-F]$/, digits);
  const code = Number.parseInt(hex, 16);
  return hex.length === digits && code <= 0x10ffff ? code : null;
}

function readOctal(scan: RegexScan): number | null {
  const code = Number.parseInt(takeWhile(scan, /^[0-7]$/, 3), 8);
  return code <= 0o377 ? code : null;
}
