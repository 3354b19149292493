/** How numbers are kept: `whole` are whole numbers of any size; these and `u32` take as few bytes as they need once no more come. */
type ColumnKind = 'u8' | 'u32' | 'f64' | 'whole';
type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The width of a number in bytes; as long as numbers come, they have room for the largest. */
const WIDEST = { u8: 1, u32: 4, f64: 8, whole: 8 } as const;
const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;
type Width = keyof typeof ARRAYS;
const MOST: Readonly<Record<Width, number>> = { 1: 0xff, 2: 0xffff, 4: 0xffff_ffff, 8: Number.MAX_VALUE };

/** Room that grew for one file and serves for the next: files are about as long as each other. */
const SPARE = new WeakMap<object, { readonly columns: object; readonly room: number }>();

/** Columns of numbers that grow together. */
export class Table<Names extends string> {
  readonly #kinds: Readonly<Record<Names, ColumnKind>>;
  columns: Readonly<Record<Names, ColumnArray>>;
  size = 0;
  #room = 0;
  /** Columns may be too narrow for numbers that come. */
  #isNarrow = false;

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
    if (this.#isNarrow && value > MOST[widthOf(this.columns[name])]) this.#widen([name]);
    this.columns[name][row] = value;
  }

  /** Makes room for any number in all columns, before they are written to directly. */
  widen(): void {
    if (!this.#isNarrow) return;
    this.#widen(this.#names());
    this.#isNarrow = false;
  }

  /** Puts other numbers in the place of those of a column. The same one mostly comes several times in a row. */
  renumber(name: Names, of: (number: number) => number): void {
    let column = this.columns[name];
    let [last, number] = [0, of(0)];
    for (let row = 0; row < this.size; row += 1) {
      const own = column[row] ?? 0;
      if (own !== last) [last, number] = [own, of(own)];
      if (number > MOST[widthOf(column)]) {
        this.#widen([name]);
        column = this.columns[name];
      }
      column[row] = number;
    }
  }

  /** Gives back the room that no row uses, to the next table with the same columns, and what no number needs. */
  trim(): void {
    if (this.size < this.#room) SPARE.set(this.#kinds, { columns: this.columns, room: this.#room });
    const trimmed: Record<Names, ColumnArray> = { ...this.columns };
    for (const name of this.#names()) {
      const column = this.columns[name];
      const width = KEPT_AS_THEY_ARE.has(this.#kinds[name]) ? widthOf(column) : neededFor(column, this.size);
      trimmed[name] = arrayOf(width, this.size);
      trimmed[name].set(column.subarray(0, this.size));
    }
    this.columns = trimmed;
    this.#room = this.size;
    this.#isNarrow = true;
  }

  /** The bytes of all columns, one after another, each from a multiple of eight on. */
  bytes(): readonly Uint8Array[] {
    return this.#names().flatMap((name) => {
      const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.columns[name];
      const length = this.size * BYTES_PER_ELEMENT;
      return [new Uint8Array(buffer, byteOffset, length), new Uint8Array(paddingOf(length))];
    });
  }

  /** The widths of the columns in `bytes`. */
  widths(): readonly number[] {
    return this.#names().map((name) => widthOf(this.columns[name]));
  }

  /**
   * Takes rows from bytes that `bytes` gave, where they stand, from a multiple of eight on; returns where they end.
   * Throws when there are too few, or the widths are none of such columns.
   */
  take(size: number, widths: readonly number[], buffer: ArrayBuffer, from: number): number {
    let at = from;
    const columns: Record<Names, ColumnArray> = { ...this.columns };
    for (const [index, name] of this.#names().entries()) {
      const width = widths[index] ?? 0;
      if (!isWidth(width) || !fits(width, this.#kinds[name])) throw new RangeError('a column has another width');
      if (at + size * width > buffer.byteLength) throw new RangeError('the columns are cut short');
      columns[name] = new ARRAYS[width](buffer, at, size);
      at += size * width + paddingOf(size * width);
    }
    this.columns = columns;
    this.size = this.#room = size;
    this.#isNarrow = true;
    return at;
  }

  #names(): readonly Names[] {
    return Object.keys(this.#kinds) as Names[];
  }

  #made(room: number): Record<Names, ColumnArray> {
    return Object.fromEntries(this.#names().map((name) => [name, arrayOf(WIDEST[this.#kinds[name]], room)])) as Record<
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
    const grown = this.#made(room);
    for (const name of this.#names()) grown[name].set(this.columns[name].subarray(0, Math.min(room, this.size)));
    this.columns = grown;
    this.#room = room;
    this.#isNarrow = false;
  }

  #widen(names: readonly Names[]): void {
    const columns: Record<Names, ColumnArray> = { ...this.columns };
    for (const name of names) {
      columns[name] = arrayOf(WIDEST[this.#kinds[name]], this.#room);
      columns[name].set(this.columns[name]);
    }
    this.columns = columns;
  }
}

/** Numbers with a fraction need all their bytes. */
const KEPT_AS_THEY_ARE: ReadonlySet<ColumnKind> = new Set(['f64', 'u8']);

const arrayOf = (width: Width, size: number): ColumnArray => new ARRAYS[width](size);
const widthOf = (column: ColumnArray): Width => column.BYTES_PER_ELEMENT as Width;
const fits = (width: Width, kind: ColumnKind): boolean =>
  KEPT_AS_THEY_ARE.has(kind) ? width === WIDEST[kind] : width <= WIDEST[kind];
const isWidth = (width: number): width is Width => Object.hasOwn(ARRAYS, width);

function neededFor(column: ColumnArray, size: number): Width {
  let most = 0;
  for (let row = 0; row < size; row += 1) most = Math.max(most, column[row] ?? 0);
  return most <= MOST[1] ? 1 : most <= MOST[2] ? 2 : most <= MOST[4] ? 4 : 8;
}

const paddingOf = (length: number): number => (8 - (length % 8)) % 8;
