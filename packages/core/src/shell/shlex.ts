export type SplitLine =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Splits a command line into words exactly as Python's `shlex.split(line)` does; nothing is expanded. */
export function splitWords(line: string): SplitLine {
  const words: string[] = [];
  let word: string | null = null; // null: between words; '' is a word too, if it was quoted
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (BLANKS.has(character)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const piece = readPiece(line, at);
    if (!piece.ok) return piece;
    word = (word ?? '') + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  return { ok: true, words };
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);

type QuotedPiece =
  | { readonly ok: true; readonly text: string; readonly end: number }
  | { readonly ok: false; readonly why: string };

/** Reads one quoted part, one escaped character or one run of plain ones. */
function readPiece(line: string, start: number): QuotedPiece {
  const first = line.charAt(start);
  if (first === "'") return readSingleQuoted(line, start);
  if (first === '"') return readDoubleQuoted(line, start);
  if (first === '\\') return readEscaped(line, start);
  PLAIN.lastIndex = start;
  const text = PLAIN.exec(line)?.[0] ?? first;
  return { ok: true, text, end: start + text.length };
}

const PLAIN = /[^ \t\r\n'"\\]+/y;

function readSingleQuoted(line: string, start: number): QuotedPiece {
  const end = line.indexOf("'", start + 1);
  if (end === -1) return unclosed("'", start);
  return { ok: true, text: line.slice(start + 1, end), end: end + 1 };
}

function readDoubleQuoted(line: string, start: number): QuotedPiece {
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"') return { ok: true, text, end: at + 1 };
    if (character !== '\\') {
      text += character;
      continue;
    }
    at += 1;
    if (at === line.length) return danglingBackslash();
    const escaped = line.charAt(at);
    text += escaped === '"' || escaped === '\\' ? escaped : `\\${escaped}`;
  }
  return unclosed('"', start);
}

function readEscaped(line: string, start: number): QuotedPiece {
  if (start + 1 === line.length) return danglingBackslash();
  return { ok: true, text: line.charAt(start + 1), end: start + 2 };
}

function unclosed(quote: string, start: number): QuotedPiece {
  return { ok: false, why: `the quote ${quote} at character ${start + 1} of the command line is never closed` };
}

function danglingBackslash(): QuotedPiece {
  return { ok: false, why: 'the command line ends with a backslash that escapes nothing' };
}
