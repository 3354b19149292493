import type { Json } from '../model/index.ts';

/**
 * Reads the plainest YAML: keys, dashes and one-line values without escapes. Null for anything else, valid or not: that
 * is the library's to read. It spares most files the library, whose loading takes longer than all the rest of a load.
 */
export function readPlainYaml(text: string): Json | null {
  const lines: Line[] = [];
  for (const written of text.split('\n')) {
    if (/^ *(?:#.*)?$/.test(written)) continue;
    const line = readLine(written);
    if (line === null) return null;
    lines.push(line);
  }
  const cursor = { lines, at: 0 };
  const value = lines[0]?.indent === 0 ? readBlock(cursor, 0) : null;
  return cursor.at === lines.length ? value : null;
}

/** `- key: value`, each part of which may be missing. */
interface Line {
  readonly indent: number;
  readonly isItem: boolean;
  readonly key: string | null;
  /** Null for one that is not plain. */
  readonly value: Json | undefined;
}

interface Cursor {
  readonly lines: Line[];
  at: number;
}

const LINE = /^( *)(- )?(?:([A-Za-z_][\w-]*):(?: +|$))?(.*)$/;

function readLine(written: string): Line | null {
  const [, spaces = '', dash, key, rest = ''] = LINE.exec(withoutBlanksBehind(written)) ?? [];
  if (key !== undefined && (key === '__proto__' || Object.hasOwn(WORDS, key.toLowerCase()))) return null;
  const value = rest === '' ? undefined : readScalar(rest);
  return { indent: spaces.length, isItem: dash !== undefined, key: key ?? null, value };
}

// By hand: an expression for blanks at the end starts anew at every blank inside.
function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ' ') end -= 1;
  return text.slice(0, end);
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const INSIDE = '\\x20\\x21\\x23-\\x26\\x28-\\x5b\\x5d-\\x7e\\u00a1-\\u1fff\\u3000-\\ud7ff';
const DOUBLE_QUOTED = new RegExp(`^"[${INSIDE}']*"$`);
const SINGLE_QUOTED = new RegExp(`^'[${INSIDE}"\\\\]*'$`);
const TEXTS = new RegExp(`^\\["[${INSIDE}']*"(?:, *"[${INSIDE}']*")*\\]$`);
const COMMENT_AFTER_QUOTE = /^("[^"]*"|'[^']*') +#.*$/;
const PLAIN = /^(?:[A-Za-z\u00a1-\u1fff\u3000-\ud7ff/]|[.~]\/)[\w\u00a1-\u1fff\u3000-\ud7ff ./,()|=+*?$^\\@%!;<>~'-]*$/;

/** Null for what is not plain, the word `null` included. */
function readScalar(written: string): Json {
  const text = COMMENT_AFTER_QUOTE.exec(written)?.[1] ?? written;
  if (DOUBLE_QUOTED.test(text) || SINGLE_QUOTED.test(text)) return text.slice(1, -1);
  if (TEXTS.test(text)) return JSON.parse(text) as Json;
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (Object.hasOwn(WORDS, text.toLowerCase())) return WORDS[text] ?? null;
  return PLAIN.test(text) ? text : null;
}

/** Reads lines of one indentation into an object or a list; null when they do not fit together. */
function readBlock(cursor: Cursor, indent: number): Json | null {
  return cursor.lines[cursor.at]?.isItem === true ? readItems(cursor, indent) : readKeys(cursor, indent);
}

function readKeys(cursor: Cursor, indent: number): Json | null {
  const object: Record<string, Json> = {};
  for (
    let line = cursor.lines[cursor.at];
    line !== undefined && line.indent >= indent;
    line = cursor.lines[cursor.at]
  ) {
    if (line.isItem || line.indent !== indent || line.key === null || Object.hasOwn(object, line.key)) return null;
    cursor.at += 1;
    const value = line.value === undefined ? readInner(cursor, indent) : line.value;
    if (value === null) return null;
    object[line.key] = value;
  }
  return object;
}

/** What stands below a key without a value: deeper lines, or items that are as deep as the key itself. */
function readInner(cursor: Cursor, indent: number): Json | null {
  const next = cursor.lines[cursor.at];
  const isInner = next !== undefined && (next.indent > indent || (next.isItem && next.indent === indent));
  return isInner ? readBlock(cursor, next.indent) : null;
}

function readItems(cursor: Cursor, indent: number): Json | null {
  const items: Json[] = [];
  for (
    let line = cursor.lines[cursor.at];
    line !== undefined && line.indent >= indent;
    line = cursor.lines[cursor.at]
  ) {
    if (line.indent !== indent) return null;
    if (!line.isItem) break;
    // The key behind a dash is the first of an object that begins where the key does.
    if (line.key !== null) cursor.lines[cursor.at] = { ...line, isItem: false, indent: indent + 2 };
    else cursor.at += 1;
    const item = line.key === null ? (line.value ?? null) : readKeys(cursor, indent + 2);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}
