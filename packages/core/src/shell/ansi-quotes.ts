/** A text in `$'…'`, whose escapes bash reads, from behind its opening quote; `end` is behind the closing one. */
export function ansiQuoted(text: string, start: number): { readonly text: string; readonly end: number } {
  BODY.lastIndex = start;
  const body = BODY.exec(text)?.[0] ?? '';
  return { text: body.replace(ESCAPE, unescaped), end: Math.min(text.length, start + body.length) + 1 };
}

const BODY = /(?:[^'\\]|\\.)*\\?/sy;
const ESCAPE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|c(.)|(.))/gis;

function unescaped(whole: string, ...[hex, short, long, octal, control, letter]: (string | undefined)[]): string {
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) & 0xff);
  if (control !== undefined) return String.fromCodePoint((control.codePointAt(0) ?? 0) & 0x1f);
  if (letter !== undefined) return LETTERS[letter] ?? whole;
  const code = Number.parseInt(hex ?? short ?? long ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

// prettier-ignore
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
};
