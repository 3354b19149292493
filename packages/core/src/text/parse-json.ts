import type { Json } from '../model/index.ts';

/**
 * A text read as JSON. `readings` holds more than one value when a key is doubled: the usual one (the last value
 * counts) first, then one for each value that the doubling hides, so that a caller can notice what that is.
 */
export type ParsedJson =
  | { readonly ok: true; readonly readings: readonly [Json, ...Json[]] }
  | {
      readonly ok: false;
      readonly why: 'not JSON' | 'nested too deeply' | 'doubled too often';
      readonly detail: string;
    };

const MAX_READINGS = 256;
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Reads strict JSON of bounded depth; never throws, whatever the text. */
export function parseJson(text: string, maxDepth = 64): ParsedJson {
  if (depthOf(text, maxDepth) > maxDepth) {
    return { ok: false, why: 'nested too deeply', detail: `more than ${maxDepth} levels` };
  }
  try {
    const usual = JSON.parse(text) as Json;
    const hidden = hiddenReadings(text);
    if (hidden === null) return { ok: false, why: 'doubled too often', detail: 'keys occur too often' };
    return { ok: true, readings: [usual, ...hidden] };
  } catch (error) {
    return { ok: false, why: 'not JSON', detail: error instanceof Error ? error.message : String(error) };
  }
}

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;

/** Depth of brackets outside strings; stops counting once the limit is passed. */
function depthOf(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= limit; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at) - 1;
    else if (character === OPEN_OBJECT || character === OPEN_ARRAY) deepest = Math.max(deepest, ++depth);
    else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) depth--;
  }
  return deepest;
}

/** The offset behind a string's closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** A value with every value of a doubled key kept. */
type Node =
  | { readonly leaf: Json }
  | { readonly items: readonly Node[] }
  | { readonly members: ReadonlyMap<string, readonly Node[]> };

/** One reading for each value that a doubled key hides; null when they are too many, or too long, to be told. */
function hiddenReadings(text: string): readonly Json[] | null {
  const scan = { text, at: 0, hidden: 0 };
  const node = readNode(scan);
  // Each reading is the whole text once more.
  if (scan.hidden > MAX_READINGS || scan.hidden * text.length > MAX_CHARACTERS) return null;
  return scan.hidden === 0 ? [] : readingsOf(node);
}

/** Null when values hidden inside others make more readings than there are doubled keys. */
function readingsOf(node: Node): readonly Json[] | null {
  const readings: Json[] = [];
  for (const reading of variants(node)) if (readings.push(reading) > MAX_READINGS) return null;
  return readings;
}

interface Scan {
  /** Known to be valid JSON. */
  readonly text: string;
  at: number;
  /** Values that a doubled key hides. */
  hidden: number;
}

function readNode(scan: Scan): Node {
  skipSpace(scan);
  const character = scan.text.charCodeAt(scan.at);
  if (character === OPEN_OBJECT) return readObject(scan);
  if (character === OPEN_ARRAY) return readArray(scan);
  if (character === QUOTE) return { leaf: readString(scan) };
  const start = scan.at;
  while (scan.at < scan.text.length && !',]} \t\n\r'.includes(scan.text.charAt(scan.at))) scan.at++;
  return { leaf: JSON.parse(scan.text.slice(start, scan.at)) as Json };
}

function readObject(scan: Scan): Node {
  const members = new Map<string, Node[]>();
  scan.at++;
  for (skipSpace(scan); scan.text.charCodeAt(scan.at) !== CLOSE_OBJECT; skipSeparator(scan)) {
    const key = readString(scan);
    skipSpace(scan);
    scan.at++; // the colon
    const node = readNode(scan);
    const known = members.get(key);
    if (known === undefined) members.set(key, [node]);
    else {
      known.push(node);
      scan.hidden += 1;
    }
  }
  scan.at++;
  return { members };
}

function readArray(scan: Scan): Node {
  const items: Node[] = [];
  scan.at++;
  for (skipSpace(scan); scan.text.charCodeAt(scan.at) !== CLOSE_ARRAY; skipSeparator(scan)) items.push(readNode(scan));
  scan.at++;
  return { items };
}

function readString(scan: Scan): string {
  const start = scan.at;
  scan.at = endOfString(scan.text, start);
  return JSON.parse(scan.text.slice(start, scan.at)) as string;
}

function skipSpace(scan: Scan): void {
  while (scan.at < scan.text.length && ' \t\n\r'.includes(scan.text.charAt(scan.at))) scan.at++;
}

function skipSeparator(scan: Scan): void {
  skipSpace(scan);
  if (scan.text.charAt(scan.at) === ',') scan.at++;
  skipSpace(scan);
}

/** The value as JSON.parse would give it: of a doubled key the last value. */
function usualOf(node: Node): Json {
  if ('leaf' in node) return node.leaf;
  if ('items' in node) return node.items.map(usualOf);
  return objectOf(node.members, null, null);
}

/** Every reading in which one hidden value comes to light. */
function* variants(node: Node): Generator<Json, void> {
  if ('leaf' in node) return;
  if ('items' in node) {
    for (const [index, item] of node.items.entries()) {
      for (const variant of variants(item))
        yield node.items.map((other, at) => (at === index ? variant : usualOf(other)));
    }
    return;
  }
  for (const [key, values] of node.members) {
    for (const [index, value] of values.entries()) {
      if (index < values.length - 1) yield objectOf(node.members, key, usualOf(value));
      for (const variant of variants(value)) yield objectOf(node.members, key, variant);
    }
  }
}

function objectOf(members: ReadonlyMap<string, readonly Node[]>, chosenKey: string | null, chosen: Json): Json {
  const object: Record<string, Json> = {};
  for (const [key, values] of members) {
    const last = values.at(-1);
    const value = key === chosenKey || last === undefined ? chosen : usualOf(last);
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}
