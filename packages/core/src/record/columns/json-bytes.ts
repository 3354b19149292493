import { type ByteWord, byteWord, specialIn, viewOf } from './byte-words.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const TRUE = byteWord('true');
const FALSE = byteWord('false');
const NULL = byteWord('null');
const UNICODE = 0x75;
/** What bytes may follow a backslash by themselves. */
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const MAX_DEPTH = 64;
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const MOST_DIGITS = 15;

/**
 * Reads JSON without spaces byte by byte and makes no values of it. What it accepts `JSON.parse` accepts too; what it
 * does not accept may still be JSON. A line break ends everything, so the bytes must have one after the text.
 */
export class JsonBytes {
  bytes: Uint8Array = new Uint8Array(0);
  /** The same bytes, some at a time. */
  view: DataView = viewOf(this.bytes);
  at = 0;
  /** The text of the last string, as it is written. */
  from = 0;
  to = 0;
  /** It has escapes. */
  isEscaped = false;
  /** The last number. */
  number = 0;

  /** Reads from there on. */
  begin(bytes: Uint8Array, at: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = viewOf(bytes);
    }
    this.at = at;
  }

  /** The exact bytes that come next. */
  take({ length, fours, bytes: word }: ByteWord): boolean {
    const { view, at } = this;
    const end = at + length;
    if (end > view.byteLength) return false;
    let from = at;
    for (let index = 0; index < fours.length; index += 1, from += 4)
      if (view.getInt32(from, true) !== fours[index]) return false;
    for (; from < end; from += 1) if (view.getUint8(from) !== word[from - at]) return false;
    this.at = end;
    return true;
  }

  takeString(): boolean {
    const { bytes, view } = this;
    if (bytes[this.at] !== QUOTE) return false;
    let at = this.at + 1;
    this.from = at;
    this.isEscaped = false;
    for (;;) {
      at = specialIn(view, at);
      if (bytes[at] === QUOTE) break;
      const length = bytes[at] === BACKSLASH ? escapeLength(bytes, at + 1) : 0;
      if (length === 0) return false;
      at += 1 + length;
      this.isEscaped = true;
    }
    this.to = at;
    this.at = at + 1;
    return true;
  }

  /** So many bytes of a string that stand for themselves. */
  takePlain(length: number): boolean {
    if (specialIn(this.view, this.at) < this.at + length) return false;
    this.at += length;
    return true;
  }

  takeNumber(): boolean {
    const { bytes, at: from } = this;
    let at = bytes[from] === MINUS ? from + 1 : from;
    const first = at;
    let value = 0;
    for (let byte = bytes[at] ?? 0; isDigit(byte); byte = bytes[++at] ?? 0) value = value * 10 + (byte - ZERO);
    let digits = at - first;
    if (digits === 0 || (digits > 1 && bytes[first] === ZERO)) return false;
    if (bytes[at] === DOT) {
      const point = ++at;
      for (let byte = bytes[at] ?? 0; isDigit(byte); byte = bytes[++at] ?? 0) value = value * 10 + (byte - ZERO);
      if (at === point) return false;
      digits += at - point;
      value /= POWERS[at - point] ?? Number.NaN; // of so few digits the quotient is the number that JSON.parse gives
    }
    // Exponents and long numbers are rare, and `JSON.parse` reads them.
    if (digits > MOST_DIGITS || ((bytes[at] ?? 0) | 0x20) === 0x65) return false;
    this.number = bytes[from] === MINUS ? -value : value;
    this.at = at;
    return true;
  }

  /** Any value. */
  takeAny(depth = 0): boolean {
    const byte = this.bytes[this.at];
    if (byte === QUOTE) return this.takeString();
    if (byte === OPEN_OBJECT) return depth < MAX_DEPTH && this.#skipInside(depth + 1, CLOSE_OBJECT);
    if (byte === OPEN_LIST) return depth < MAX_DEPTH && this.#skipInside(depth + 1, CLOSE_LIST);
    return this.takeNumber() || this.take(TRUE) || this.take(FALSE) || this.take(NULL);
  }

  #skipInside(depth: number, close: number): boolean {
    const { bytes } = this;
    this.at += 1;
    if (bytes[this.at] === close) return this.#step();
    for (;;) {
      if (close === CLOSE_OBJECT && (!this.takeString() || bytes[this.at++] !== COLON)) return false;
      if (!this.takeAny(depth)) return false;
      if (bytes[this.at] !== COMMA) break;
      this.at += 1;
    }
    return bytes[this.at] === close && this.#step();
  }

  /** An object: `member` takes each value, and finds the key in `from` and `to`. */
  takeMembers(member: () => boolean): boolean {
    const { bytes } = this;
    if (bytes[this.at++] !== OPEN_OBJECT) return false;
    if (bytes[this.at] === CLOSE_OBJECT) return this.#step();
    for (;;) {
      if (!this.takeString() || bytes[this.at++] !== COLON || !member()) return false;
      if (bytes[this.at] !== COMMA) break;
      this.at += 1;
    }
    return bytes[this.at] === CLOSE_OBJECT && this.#step();
  }

  /** A list: `item` takes each item. */
  takeItems(item: () => boolean): boolean {
    const { bytes } = this;
    if (bytes[this.at++] !== OPEN_LIST) return false;
    if (bytes[this.at] === CLOSE_LIST) return this.#step();
    for (;;) {
      if (!item()) return false;
      if (bytes[this.at] !== COMMA) break;
      this.at += 1;
    }
    return bytes[this.at] === CLOSE_LIST && this.#step();
  }

  takeTextOrNull(): boolean {
    return this.take(NULL) || this.takeString();
  }

  /** A list of strings. */
  takeStrings(): boolean {
    const { bytes } = this;
    if (bytes[this.at++] !== OPEN_LIST) return false;
    if (bytes[this.at] === CLOSE_LIST) return this.#step();
    while (this.takeString()) {
      if (bytes[this.at] !== COMMA) return bytes[this.at] === CLOSE_LIST && this.#step();
      this.at += 1;
    }
    return false;
  }

  /** Whether the last string is this one, as it is written. */
  isText({ length, bytes: word }: ByteWord): boolean {
    const { bytes, from, to } = this;
    if (to - from !== length) return false;
    for (let index = 0; index < length; index += 1) if (bytes[from + index] !== word[index]) return false;
    return true;
  }

  /** Which of these the last string is; -1: none. */
  textAmong(all: readonly ByteWord[]): number {
    let index = all.length - 1;
    for (let word = all[index]; word !== undefined && !this.isText(word); word = all[index]) index -= 1;
    return index;
  }

  #step(): true {
    this.at += 1;
    return true;
  }
}

/** A stretch of the bytes; from = -1: there is none. */
export interface Stretch {
  from: number;
  to: number;
}

/** Where the last string stands. */
export function put(stretch: Stretch, { from, to }: JsonBytes): void {
  stretch.from = from;
  stretch.to = to;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

const isHex = (byte: number): boolean => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

/** How long an escape is behind its backslash; 0: it is none. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (ESCAPED[byte] === 1) return 1;
  if (byte !== UNICODE) return 0;
  for (let step = 1; step <= 4; step += 1) if (!isHex(bytes[at + step] ?? 0)) return 0;
  return 5;
}
