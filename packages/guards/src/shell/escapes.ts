/** Resolves the backslash sequences of `echo -e` and `printf`. */
export const resolveEscapes = (text: string): string => text.replace(SEQUENCE, resolved);

function resolved(whole: string, ...[hex, wide, octal, letter]: readonly (string | undefined)[]): string {
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  if (wide !== undefined) return fromCode(Number.parseInt(wide, 16), whole);
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) % 256);
  return LETTERS[letter ?? ''] ?? whole;
}

/** What `printf` prints; a format is used again until no argument is left. */
export function formatted(format: string, args: readonly string[]): string {
  const rest = [...args];
  let text = '';
  do {
    const before = rest.length;
    text += resolveEscapes(format).replace(DIRECTIVE, (whole, kind: string) => filledIn(whole, kind, rest));
    if (rest.length === before) break;
  } while (rest.length > 0 && text.length < LONGEST);
  return text;
}

function filledIn(whole: string, kind: string, rest: string[]): string {
  if (kind === '%') return '%';
  const value = rest.shift() ?? '';
  if (kind === 'b') return resolveEscapes(value);
  return kind === 's' || kind === 'q' || /^-?\d+$/.test(value) ? value : whole;
}

const fromCode = (code: number, otherwise: string): string =>
  code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;

const SEQUENCE = /\\(?:x([0-9a-fA-F]{1,2})|[uU]([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/gs;
const DIRECTIVE = /%[-+ 0#]*\d*(?:\.\d+)?([sbqdiux%c])/g;
const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '',
  b: '',
  e: '\u001B',
  c: '',
};
/** More than the text that is followed. */
const LONGEST = 200_000;
