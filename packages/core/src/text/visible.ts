/**
 * The text in a form that is safe to show: complete terminal sequences are removed, every other control and every
 * invisible character is escaped, lone surrogates are replaced. Line breaks and tabs stay. Linear and idempotent.
 */
export function forTerminal(text: string): string {
  const shown = new Pieces();
  let done = 0;
  for (let found = nextSuspect(text, 0); found !== null; found = nextSuspect(text, Math.max(done, found.end))) {
    if (isPartOfEmoji(text, done, found.start)) continue;
    const end = endOfSequence(text, found.start);
    shown.add(text.slice(done, found.start));
    if (end === found.start) shown.add(spelled(text, found.start));
    done = Math.max(end, found.end);
  }
  return done === 0 ? text : shown.joined() + text.slice(done);
}

/** Joins a megabyte of escaped characters without a list of a million texts. */
class Pieces {
  readonly #blocks: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    if (piece !== '') this.#pieces.push(piece);
    if (this.#pieces.length >= PIECES_IN_BLOCK) this.#close();
  }

  joined(): string {
    this.#close();
    return this.#blocks.join('');
  }

  #close(): void {
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

const PIECES_IN_BLOCK = 4096;

// All controls but tab and line feed, line and paragraph separators, and what Unicode defines as invisible.
const SUSPECT =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}]/gu;

function nextSuspect(text: string, from: number): { readonly start: number; readonly end: number } | null {
  SUSPECT.lastIndex = from;
  if (!SUSPECT.test(text)) return null;
  const end = SUSPECT.lastIndex;
  const isPair = end - 2 >= from && (text.codePointAt(end - 2) ?? 0) > 0xffff;
  return { start: end - (isPair ? 2 : 1), end };
}

const VARIATION_16 = 0xfe0f;
const ZERO_WIDTH_JOINER = 0x200d;

/** True for a joiner inside an emoji, as long as the character before it has itself been shown as it is. */
function isPartOfEmoji(text: string, done: number, at: number): boolean {
  const glue = text.charCodeAt(at);
  if (glue !== VARIATION_16 && glue !== ZERO_WIDTH_JOINER) return false;
  const before = text.slice(Math.max(done, at - 2), at);
  if (glue === VARIATION_16) return /\p{Emoji}$/u.test(before);
  return GLUED.test(before) && PICTOGRAPH.test(text.slice(at + 1, at + 3));
}

// Not one class: Node 26 does not match a character beyond U+FFFF by a class before `$`.
const GLUED = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

const ESCAPE = 0x1b;
const BELL = 0x07;
const STRING_TERMINATOR = 0x9c;

/** Where a complete sequence that starts here ends; `start` itself when there is none. */
function endOfSequence(text: string, start: number): number {
  const first = text.charCodeAt(start);
  const isEscape = first === ESCAPE;
  if (!isEscape && !isC1(first)) return start;
  // A C1 control is the short form of ESC and the letter 0x40 below it.
  const kind = isEscape ? text.charAt(start + 1) : String.fromCharCode(first - 0x40);
  const body = start + (isEscape ? 2 : 1);
  if (kind === '[') return endOfControl(text, body) ?? start;
  if (kind !== '' && ']PX^_'.includes(kind)) return endOfString(text, body, kind === ']') ?? start;
  return isEscape ? (endOfShort(text, start + 1) ?? start) : start;
}

/** CSI: parameters, intermediates, one final character. */
function endOfControl(text: string, body: number): number | null {
  const final = skip(text, skip(text, body, 0x30, 0x3f), 0x20, 0x2f);
  return isWithin(text.charCodeAt(final), 0x40, 0x7e) ? final + 1 : null;
}

/** OSC, DCS, APC, PM, SOS: anything up to the terminator; like a terminal, gives up where another sequence starts. */
function endOfString(text: string, body: number, mayEndWithBell: boolean): number | null {
  for (let at = body; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === STRING_TERMINATOR || (mayEndWithBell && code === BELL)) return at + 1;
    if (code === ESCAPE) return text.charAt(at + 1) === '\\' ? at + 2 : null;
    if (isC1(code) || code === 0x18 || code === 0x1a) return null;
  }
  return null;
}

/** ESC and one character, with intermediates between them or not. */
function endOfShort(text: string, body: number): number | null {
  const final = skip(text, body, 0x20, 0x2f);
  return isWithin(text.charCodeAt(final), 0x30, 0x7e) ? final + 1 : null;
}

function skip(text: string, start: number, low: number, high: number): number {
  let at = start;
  while (isWithin(text.charCodeAt(at), low, high)) at++;
  return at;
}

function spelled(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code === 0x0d) return text.charAt(at + 1) === '\n' ? '' : '\\r'; // the line feed of a CRLF is shown by itself
  if (code === 0x08) return '\\b';
  if (isWithin(code, 0xd800, 0xdfff)) return '\ufffd';
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code > 0xff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`;
}

const isC1 = (code: number): boolean => isWithin(code, 0x80, 0x9f);

// NaN, which stands for the end of the text, is within nothing.
const isWithin = (code: number, low: number, high: number): boolean => code >= low && code <= high;
