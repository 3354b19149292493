type ColumnKind = 'u8' | 'u32' | 'f64';
type ColumnArray = Uint8Array | Uint32Array | Float64Array;

const KINDS = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

/** Room that grew for one file and serves for the next: files are about as long as each other. */
const SPARE = new WeakMap<object, { readonly columns: object; readonly room: number }>();

/** Columns of numbers that grow together. */
export class Table<Names extends string> {
  readonly #kinds: Readonly<Record<Names, ColumnKind>>;
  columns: Readonly<Record<Names, ColumnArray>>;
  size = 0;
  #room = 0;

  constructor(kinds: Readonly<Record<Names, ColumnKind>>) {
    this.#kinds = kinds;
    this.columns = this.#made(0);
  }

  /** Adds a row of zeros. */
  add(): number {
    if (this.size === this.#room) this.#grow();
    return this.size++;
  }

  get(name: Names, row: number): number {
    return this.columns[name][row] ?? 0;
  }

  set(name: Names, row: number, value: number): void {
    this.columns[name][row] = value;
  }

  /** Gives back the room that no row uses, to the next table with the same columns. */
  trim(): void {
    if (this.size === this.#room) return;
    SPARE.set(this.#kinds, { columns: this.columns, room: this.#room });
    this.#resize(this.size);
  }

  /** The bytes of all columns, one after another, each from a multiple of eight on. */
  bytes(): readonly Uint8Array[] {
    return this.#names().flatMap((name) => {
      const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.columns[name];
      const length = this.size * BYTES_PER_ELEMENT;
      return [new Uint8Array(buffer, byteOffset, length), new Uint8Array(paddingOf(length))];
    });
  }

  /**
   * Takes rows from bytes that `bytes` gave, where they stand, from a multiple of eight on; returns where they end.
   * Throws when there are too few.
   */
  take(size: number, buffer: ArrayBuffer, from: number): number {
    let at = from;
    const columns: Record<Names, ColumnArray> = { ...this.columns };
    for (const name of this.#names()) {
      const length = size * this.columns[name].BYTES_PER_ELEMENT;
      if (at + length > buffer.byteLength) throw new RangeError('the columns are cut short');
      columns[name] = new KINDS[this.#kinds[name]](buffer, at, size);
      at += length + paddingOf(length);
    }
    this.columns = columns;
    this.size = this.#room = size;
    return at;
  }

  #names(): readonly Names[] {
    return Object.keys(this.#kinds) as Names[];
  }

  #made(room: number): Record<Names, ColumnArray> {
    return Object.fromEntries(this.#names().map((name) => [name, new KINDS[this.#kinds[name]](room)])) as Record<
      Names,
      ColumnArray
    >;
  }

  #grow(): void {
    const spare = this.#room === 0 ? SPARE.get(this.#kinds) : undefined;
    if (spare === undefined) {
      this.#resize(Math.max(64, this.#room * 2));
      return;
    }
    SPARE.delete(this.#kinds);
    this.columns = spare.columns as Record<Names, ColumnArray>;
    this.#room = spare.room;
    for (const name of this.#names()) this.columns[name].fill(0);
  }

  #resize(room: number): void {
    if (room === this.#room) return;
    const grown = this.#made(room);
    for (const name of this.#names()) grown[name].set(this.columns[name].subarray(0, Math.min(room, this.size)));
    this.columns = grown;
    this.#room = room;
  }
}

const paddingOf = (length: number): number => (8 - (length % 8)) % 8;
