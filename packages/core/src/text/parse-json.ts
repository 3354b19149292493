import type { Json } from '../model/index.ts';

/**
 * A text read as JSON. `readings` holds more than one value when a key is doubled: one for each choice among its
 * values, the usual one (the last value counts) first, so that a caller can notice what the doubling hides.
 */
export type ParsedJson =
  | { readonly ok: true; readonly readings: readonly [Json, ...Json[]] }
  | { readonly ok: false; readonly why: 'not JSON' | 'nested too deeply'; readonly detail: string };

const MAX_READINGS = 8;

/** Reads strict JSON of bounded depth; never throws, whatever the text. */
export function parseJson(text: string, maxDepth = 64): ParsedJson {
  if (depthOf(text, maxDepth) > maxDepth) {
    return { ok: false, why: 'nested too deeply', detail: `more than ${maxDepth} levels` };
  }
  try {
    const usual = JSON.parse(text) as Json;
    const most = new Reading(text, 0).mostValues();
    return { ok: true, readings: [usual, ...otherReadings(text, most)] };
  } catch (error) {
    return { ok: false, why: 'not JSON', detail: error instanceof Error ? error.message : String(error) };
  }
}

function otherReadings(text: string, most: number): Json[] {
  const others: Json[] = [];
  for (let pick = 0; pick < Math.min(most, MAX_READINGS) && most > 1; pick++)
    others.push(new Reading(text, pick).value());
  return others;
}

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

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;

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

/** Walks a text that is known to be JSON, taking the n-th value of a doubled key. */
class Reading {
  readonly #text: string;
  readonly #pick: number;
  #at = 0;
  #most = 1;

  constructor(text: string, pick: number) {
    this.#text = text;
    this.#pick = pick;
  }

  value(): Json {
    this.#at = 0;
    return this.#value();
  }

  /** The largest number of values that one key has in one object. */
  mostValues(): number {
    this.value();
    return this.#most;
  }

  #value(): Json {
    this.#skipSpace();
    const character = this.#text.charCodeAt(this.#at);
    if (character === OPEN_OBJECT) return this.#object();
    if (character === OPEN_ARRAY) return this.#array();
    if (character === QUOTE) return this.#string();
    const start = this.#at;
    while (this.#at < this.#text.length && !',]} \t\n\r'.includes(this.#text.charAt(this.#at))) this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at)) as Json;
  }

  #object(): Json {
    const values = new Map<string, Json[]>();
    this.#at++;
    for (this.#skipSpace(); this.#text.charCodeAt(this.#at) !== CLOSE_OBJECT; this.#skipSeparator()) {
      this.#skipSpace();
      const key = this.#string();
      this.#skipSpace();
      this.#at++;
      const known = values.get(key) ?? [];
      values.set(key, [...known, this.#value()]);
    }
    this.#at++;
    const object: Record<string, Json> = {};
    for (const [key, list] of values) {
      this.#most = Math.max(this.#most, list.length);
      const value = list[Math.min(this.#pick, list.length - 1)] ?? null;
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  }

  #array(): Json {
    const items: Json[] = [];
    this.#at++;
    for (this.#skipSpace(); this.#text.charCodeAt(this.#at) !== CLOSE_ARRAY; this.#skipSeparator())
      items.push(this.#value());
    this.#at++;
    return items;
  }

  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #skipSpace(): void {
    while (' \t\n\r'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }

  #skipSeparator(): void {
    this.#skipSpace();
    if (this.#text.charAt(this.#at) === ',') this.#at++;
    this.#skipSpace();
  }
}
