import type { Json } from '../model/index.ts';
import { endOfString } from './loose-values.ts';
import { endOfSpace, endOfWord, isOddNumber, isPlainJson, looksLikeIndex } from './plain-json.ts';
import { noteWritten } from './written-json.ts';

/**
 * A text parsed as JSON; how its numbers and keys were written is kept (written-json.ts). `readings` has more than one
 * value when a key is duplicated: the usual one (the last value counts) first, then one for each value that the
 * duplicate hides, so that a caller can see it.
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

/** How deep an event may be nested: far deeper than any tool input, far shallower than the limit of JSON.stringify. */
export const EVENT_DEPTH = 500;
/** How deep an answer may be nested: a hook may return the input of its event, two levels deeper. */
const ANSWER_DEPTH = EVENT_DEPTH + 2;

/** Parses strict JSON of bounded depth; never throws, whatever the text. */
export function parseJson(text: string, maxDepth = ANSWER_DEPTH): ParsedJson {
  if (depthOf(text, maxDepth) > maxDepth) {
    return { ok: false, why: 'nested too deeply', detail: `more than ${maxDepth} levels` };
  }
  try {
    const usual = JSON.parse(text) as Json;
    if (isPlainJson(text)) return { ok: true, readings: [usual] };
    const scan: NodeScan = { text, at: 0, hidden: 0, hasOddSpelling: false };
    const node = readNode(scan);
    const hidden = hiddenReadings(scan, node);
    if (hidden === null) return { ok: false, why: 'doubled too often', detail: 'keys occur too often' };
    return { ok: true, readings: [scan.hasOddSpelling ? usualOf(node) : usual, ...hidden] };
  } catch (error) {
    return { ok: false, why: 'not JSON', detail: error instanceof Error ? error.message : String(error) };
  }
}

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

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

/** A value with every value of a duplicate key kept. */
type JsonNode =
  /** `written` is the text of a number that JavaScript would write differently. */
  | { readonly leaf: Json; readonly written?: string }
  | { readonly items: readonly JsonNode[] }
  | { readonly members: ReadonlyMap<string, readonly JsonNode[]> };

/** One reading for each value that a duplicate key hides; null when they are too many, or too long. */
function hiddenReadings({ hidden, text }: NodeScan, node: JsonNode): readonly Json[] | null {
  // Each reading is a copy of the whole text.
  if (hidden > MAX_READINGS || hidden * text.length > MAX_CHARACTERS) return null;
  return hidden === 0 ? [] : readingsOf(node);
}

/** Null when nested hidden values make more readings than there are duplicate keys. */
function readingsOf(node: JsonNode): readonly Json[] | null {
  const readings: Json[] = [];
  for (const reading of variants(node)) if (readings.push(reading) > MAX_READINGS) return null;
  return readings;
}

interface NodeScan {
  /** Known to be valid JSON. */
  readonly text: string;
  at: number;
  /** Values that a duplicate key hides. */
  hidden: number;
  /** Whether a number or a key was written differently from how JavaScript writes it. */
  hasOddSpelling: boolean;
}

function readNode(scan: NodeScan): JsonNode {
  skipSpace(scan);
  const character = scan.text.charCodeAt(scan.at);
  if (character === OPEN_OBJECT) return readObject(scan);
  if (character === OPEN_ARRAY) return readArray(scan);
  if (character === QUOTE) return { leaf: readString(scan) };
  const start = scan.at;
  scan.at = endOfWord(scan.text, start);
  return wordNode(scan, scan.text.slice(start, scan.at));
}

function wordNode(scan: NodeScan, word: string): JsonNode {
  const leaf = JSON.parse(word) as Json;
  if (!isOddNumber(word)) return { leaf };
  scan.hasOddSpelling = true;
  return { leaf, written: word };
}

function readObject(scan: NodeScan): JsonNode {
  const members = new Map<string, JsonNode[]>();
  scan.at++;
  for (skipSpace(scan); scan.text.charCodeAt(scan.at) !== CLOSE_OBJECT; skipSeparator(scan)) {
    const key = readString(scan);
    skipSpace(scan);
    scan.at++; // the colon
    const node = readNode(scan);
    if (looksLikeIndex(key)) scan.hasOddSpelling = true;
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

function readArray(scan: NodeScan): JsonNode {
  const items: JsonNode[] = [];
  scan.at++;
  for (skipSpace(scan); scan.text.charCodeAt(scan.at) !== CLOSE_ARRAY; skipSeparator(scan)) items.push(readNode(scan));
  scan.at++;
  return { items };
}

function readString(scan: NodeScan): string {
  const start = scan.at;
  scan.at = endOfString(scan.text, start);
  return JSON.parse(scan.text.slice(start, scan.at)) as string;
}

function skipSpace(scan: NodeScan): void {
  scan.at = endOfSpace(scan.text, scan.at);
}

function skipSeparator(scan: NodeScan): void {
  skipSpace(scan);
  if (scan.text.charAt(scan.at) === ',') scan.at++;
  skipSpace(scan);
}

/** The value as JSON.parse would give it: for a duplicate key the last value. */
function usualOf(node: JsonNode): Json {
  if ('leaf' in node) return node.leaf;
  if ('items' in node) return listOf(node.items);
  return objectOf(node.members, null, null);
}

function listOf(items: readonly JsonNode[]): Json {
  const list = items.map(usualOf);
  noteWritten(list, new Map(items.flatMap((item, index) => writtenOf(String(index), item))), null);
  return list;
}

const writtenOf = (key: string, node: JsonNode | undefined): readonly (readonly [string, string])[] =>
  node !== undefined && 'written' in node && node.written !== undefined ? [[key, node.written]] : [];

/** Every reading with one hidden value made visible. */
function* variants(node: JsonNode): Generator<Json, void> {
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

function objectOf(members: ReadonlyMap<string, readonly JsonNode[]>, chosenKey: string | null, chosen: Json): Json {
  const object: Record<string, Json> = {};
  const numbers = new Map<string, string>();
  for (const [key, values] of members) {
    const last = values.at(-1);
    const isChosen = key === chosenKey || last === undefined;
    const value = isChosen ? chosen : usualOf(last);
    for (const [name, text] of isChosen ? [] : writtenOf(key, last)) numbers.set(name, text);
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    else object[key] = value;
  }
  noteWritten(object, numbers, orderOf(members, object));
  return object;
}

/** The order of the keys as written; null where it is JavaScript's own. */
function orderOf(members: ReadonlyMap<string, unknown>, object: object): readonly string[] | null {
  const written = [...members.keys()];
  return Object.keys(object).some((key, index) => key !== written[index]) ? written : null;
}
