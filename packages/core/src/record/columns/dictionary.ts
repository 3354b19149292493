import { hashAt, viewOf } from './byte-words.ts';

const FIRST_ROOM = 1_024;
const FIRST_SLOTS = 256;

/** Texts by number, from the bytes in which JSON writes them; 0 stands for none. */
export class Dictionary<Value> {
  readonly #read: (json: string) => Value;
  readonly #values: (Value | null)[] = [null];
  /** All that is written, one after another: where each begins, and where the last one ends. */
  #written: DataView<ArrayBuffer> = viewOf(new Uint8Array(FIRST_ROOM));
  readonly #starts: number[] = [0, 0];
  /** Numbers by their hashes, each at the first free place from there on; at least half of the places are free. */
  #slots = new Int32Array(FIRST_SLOTS);

  /** `read` makes a value of bytes that were not seen before. */
  constructor(read: (json: string) => Value) {
    this.#read = read;
  }

  get size(): number {
    return this.#values.length;
  }

  /** The number of what is written there. */
  numberOf(bytes: DataView, from: number, to: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashAt(bytes, from, to) & mask;
    for (let known = slots[slot] ?? 0; known !== 0; known = slots[slot] ?? 0) {
      if (this.lengthOf(known) === to - from && this.isAt(known, bytes, from)) return known;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, from, to);
  }

  /** The same for JSON that was made here. */
  numberOfJson(json: string): number {
    const bytes = Buffer.from(json);
    return this.numberOf(viewOf(bytes), 0, bytes.length);
  }

  value(number: number): Value | null {
    return this.#values[number] ?? null;
  }

  /** As it is written. */
  written(number: number): string {
    const from = this.#starts[number] ?? 0;
    const { buffer, byteOffset } = this.#written;
    return Buffer.from(buffer, byteOffset + from, (this.#starts[number + 1] ?? from) - from).toString();
  }

  /** How many bytes it is written in. */
  lengthOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0);
  }

  /** Whether it stands there. */
  isAt(number: number, bytes: DataView, from: number): boolean {
    const [written, start] = [this.#written, this.#starts[number] ?? 0];
    const length = this.lengthOf(number);
    if (from + length > bytes.byteLength) return false;
    let at = 0;
    for (; at <= length - 4; at += 4)
      if (bytes.getInt32(from + at, true) !== written.getInt32(start + at, true)) return false;
    for (; at < length; at += 1) if (bytes.getUint8(from + at) !== written.getUint8(start + at)) return false;
    return true;
  }

  /** All values, by their numbers; null for none. */
  values(): readonly (Value | null)[] {
    return this.#values;
  }

  #add(bytes: DataView, from: number, to: number): number {
    const written = new Uint8Array(bytes.buffer, bytes.byteOffset + from, to - from);
    const number = this.#values.push(this.#read(Buffer.from(written).toString())) - 1;
    const start = this.#starts[number] ?? 0;
    const end = start + to - from;
    if (end > this.#written.byteLength) this.#widen(end);
    new Uint8Array(this.#written.buffer).set(written, start);
    this.#starts.push(end);
    if (this.size * 2 <= this.#slots.length) this.#place(number);
    else {
      this.#slots = new Int32Array(this.#slots.length * 2);
      for (let each = 1; each < this.size; each += 1) this.#place(each);
    }
    return number;
  }

  #widen(needed: number): void {
    const wider = new Uint8Array(needed * 2);
    wider.set(new Uint8Array(this.#written.buffer));
    this.#written = viewOf(wider);
  }

  #place(number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashAt(this.#written, this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number;
  }
}

/** What stays the same in all runs of a hook. */
export interface IndexedHook {
  readonly id: string;
  readonly name: string;
  readonly dialect: string;
  readonly handler: string;
}

const PLACES = 256;
/** Ids of hooks differ at their ends. */
const LAST_BYTES = 24;

/** Finds hooks by the bytes of their ids, without a look at the rest before it is compared; of two at one place one. */
export class KnownHooks {
  readonly #hooks: Dictionary<IndexedHook>;
  readonly #places = new Int32Array(PLACES);

  constructor(hooks: Dictionary<IndexedHook>) {
    this.#hooks = hooks;
  }

  /** The number of the hook that stands there, whose id ends at `idTo`; 0: it is not known. */
  numberAt(bytes: DataView, from: number, idTo: number): number {
    const number = this.#places[placeOf(bytes, from, idTo)] ?? 0;
    return number > 0 && this.#hooks.isAt(number, bytes, from) ? number : 0;
  }

  lengthOf(number: number): number {
    return this.#hooks.lengthOf(number);
  }

  /** The same where it is not known, all of it, and keeps it. */
  add(bytes: DataView, { from, to }: { readonly from: number; readonly to: number }, idTo: number): number {
    const number = this.#hooks.numberOf(bytes, from, to);
    this.#places[placeOf(bytes, from, idTo)] = number;
    return number;
  }
}

const placeOf = (bytes: DataView, from: number, idTo: number): number =>
  hashAt(bytes, Math.max(from, idTo - LAST_BYTES), idTo) & (PLACES - 1);

/** The texts that the blocks of one index share. */
export interface Dictionaries {
  readonly knownHooks: KnownHooks;
  readonly texts: Dictionary<string>;
  readonly hooks: Dictionary<IndexedHook>;
}

export function createDictionaries(): Dictionaries {
  const hooks = new Dictionary((json) => {
    const { id, name, dialect, handler } = JSON.parse(`{${json}}`) as IndexedHook;
    return { id, name, dialect, handler };
  });
  return {
    texts: new Dictionary((json) => JSON.parse(`"${json}"`) as string),
    hooks,
    knownHooks: new KnownHooks(hooks),
  };
}

/** A text as a dictionary knows it: JSON without the quotes, or braces, around it. */
export const bare = (value: unknown): string => JSON.stringify(value).slice(1, -1);
