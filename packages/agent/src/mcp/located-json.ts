import type { Json } from '@hookline/core';

/** A JSON text as read: its value, and the positions of the members of its objects. */
export type LocatedJson =
  | { readonly ok: true; readonly value: Json; readonly offsetOf: (path: readonly string[]) => number }
  | { readonly ok: false; readonly offset: number; readonly expected: string };

/** Reads JSON as `JSON.parse` does, but says where the first mistake is; a duplicate key is one. */
export function readLocatedJson(text: string): LocatedJson {
  const reader = new Reader(text);
  try {
    const value = reader.document();
    return { ok: true, value, offsetOf: (path) => reader.offsets.get(keyOf(path)) ?? 0 };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return { ok: false, offset: error.offset, expected: error.message };
  }
}

/** Line and column, both counted from 1. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

class JsonMistake extends Error {
  readonly offset: number;

  constructor(offset: number, expected: string) {
    super(expected);
    this.offset = offset;
  }
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const DEEPEST = 100;

class Reader {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value([]);
    if (this.#next() !== '') throw new JsonMistake(this.#at, 'the end of the file');
    return value;
  }

  #value(path: readonly string[]): Json {
    const sign = this.#next();
    if (path.length > DEEPEST) throw new JsonMistake(this.#at, `at most ${DEEPEST} levels`);
    if (sign === '{') return this.#object(path);
    if (sign === '[') return this.#list(path);
    const word = this.#take(sign === '"' ? TEXT : SCALAR);
    if (word === null) throw new JsonMistake(this.#at, sign === '"' ? 'a complete string' : 'a value');
    return JSON.parse(word) as Json;
  }

  #object(path: readonly string[]): Json {
    const members = new Map<string, Json>();
    this.#members('}', () => {
      const start = this.#at;
      const word = this.#take(TEXT);
      if (word === null) throw new JsonMistake(start, 'a key in double quotes');
      const key = JSON.parse(word) as string;
      if (members.has(key)) throw new JsonMistake(start, `a key that is not yet there, but ${word} comes twice`);
      this.offsets.set(keyOf([...path, key]), start);
      if (this.#next() !== ':') throw new JsonMistake(this.#at, '":"');
      this.#at += 1;
      members.set(key, this.#value([...path, key]));
    });
    return Object.fromEntries(members);
  }

  #list(path: readonly string[]): Json {
    const items: Json[] = [];
    this.#members(']', () => {
      const own = [...path, String(items.length)];
      this.offsets.set(keyOf(own), this.#at);
      items.push(this.#value(own));
    });
    return items;
  }

  #members(end: '}' | ']', readMember: () => void): void {
    this.#at += 1;
    if (this.#next() === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#next();
      readMember();
      const sign = this.#next();
      if (sign !== ',' && sign !== end) throw new JsonMistake(this.#at, `"," or "${end}"`);
      this.#at += 1;
      if (sign === end) return;
    }
  }

  /** Skips whitespace; returns the next character, empty at the end. */
  #next(): string {
    this.#take(SPACE);
    return this.#text.charAt(this.#at);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += word?.length ?? 0;
    return word;
  }
}
