/** Texts by number, from the bytes in which JSON writes them; 0 stands for none. */
export class Dictionary<Value> {
  readonly #read: (json: string) => Value;
  readonly #written: Uint8Array[] = [new Uint8Array()];
  readonly #values: (Value | null)[] = [null];
  readonly #byHash = new Map<number, number>();

  /** `read` makes a value of bytes that were not seen before. */
  constructor(read: (json: string) => Value) {
    this.#read = read;
  }

  get size(): number {
    return this.#written.length;
  }

  /** The number of what is written there. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    // Of a long text some bytes are enough: what has the same hash is compared in full.
    let hash = hashOf(bytes, from, to, 1 + ((to - from) >> 5));
    for (;;) {
      const known = this.#byHash.get(hash);
      if (known === undefined) break;
      if (isSame(this.#written[known] ?? NOTHING, bytes, from, to)) return known;
      hash = (hash + 1) | 0;
    }
    const written = Uint8Array.prototype.slice.call(bytes, from, to);
    const number = this.#written.length;
    this.#values.push(this.#read(Buffer.from(written.buffer, written.byteOffset, written.length).toString()));
    this.#written.push(written);
    this.#byHash.set(hash, number);
    return number;
  }

  /** The same for JSON that was made here. */
  numberOfJson(json: string): number {
    const bytes = Buffer.from(json);
    return this.numberOf(bytes, 0, bytes.length);
  }

  value(number: number): Value | null {
    return this.#values[number] ?? null;
  }

  /** As it is written. */
  written(number: number): Uint8Array {
    return this.#written[number] ?? NOTHING;
  }

  /** All values, by their numbers; null for none. */
  values(): readonly (Value | null)[] {
    return this.#values;
  }
}

const NOTHING = new Uint8Array();

/** FNV-1a, of each byte or only of some. */
export function hashOf(bytes: Uint8Array, from: number, to: number, step = 1): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = from; at < to; at += step) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}

function isSame(written: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (written.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (written[at - from] !== bytes[at]) return false;
  return true;
}

/** What stays the same in all runs of a hook. */
export interface IndexedHook {
  readonly id: string;
  readonly name: string;
  readonly dialect: string;
  readonly handler: string;
}

/** The texts that the blocks of one index share. */
export interface Dictionaries {
  readonly texts: Dictionary<string>;
  readonly hooks: Dictionary<IndexedHook>;
}

export const createDictionaries = (): Dictionaries => ({
  texts: new Dictionary((json) => JSON.parse(`"${json}"`) as string),
  hooks: new Dictionary((json) => {
    const { id, name, dialect, handler } = JSON.parse(`{${json}}`) as IndexedHook;
    return { id, name, dialect, handler };
  }),
});

/** A text as a dictionary knows it: JSON without the quotes, or braces, around it. */
export const bare = (value: unknown): string => JSON.stringify(value).slice(1, -1);
