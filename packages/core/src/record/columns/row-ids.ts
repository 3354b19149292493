import { hashOf } from './dictionary.ts';

const ID_LENGTH = 26;

/** Room that grew for one file and serves for the next. */
let spare: Uint8Array<ArrayBuffer> | null = null;

/** The ids of the rows of a block: those of the usual length as bytes, one after another, the others as texts. */
export class RowIds {
  #bytes = new Uint8Array(0);
  readonly #others = new Map<number, string | null>();
  #byHash: Map<number, number> | null = null;
  size = 0;

  /** The id of the next row; null: it has none. */
  add(bytes: Uint8Array | null, from = 0, to = bytes?.length ?? 0): void {
    const row = this.size++;
    if (this.#bytes.length < this.size * ID_LENGTH) this.#grow(row);
    if (bytes === null) {
      this.#others.set(row, null);
      return;
    }
    if (to - from === ID_LENGTH) this.#copy(row, bytes, from);
    else this.#others.set(row, textOf(bytes, from, to));
    this.#byHash?.set(hashOf(bytes, from, to), row);
  }

  /** Byte by byte: a view of so few bytes costs more than they do. */
  #copy(row: number, bytes: Uint8Array, from: number): void {
    const [own, first] = [this.#bytes, row * ID_LENGTH];
    for (let at = 0; at < ID_LENGTH; at += 1) own[first + at] = bytes[from + at] ?? 0;
  }

  /** The row with this id; -1: there is none. */
  find(bytes: Uint8Array, from = 0, to = bytes.length): number {
    // The end of a decision mostly follows its start.
    if (this.size > 0 && this.#isOf(this.size - 1, bytes, from, to)) return this.size - 1;
    const row = this.#hashes().get(hashOf(bytes, from, to)) ?? -1;
    if (row < 0 || this.#isOf(row, bytes, from, to)) return row;
    // Two ids with one hash: hardly ever.
    for (let each = this.size - 1; each >= 0; each -= 1) if (this.#isOf(each, bytes, from, to)) return each;
    return -1;
  }

  /** The same without a table of all ids, for a block in which little is looked for. */
  search(bytes: Uint8Array): number {
    for (let each = this.size - 1; each >= 0; each -= 1) if (this.#isOf(each, bytes, 0, bytes.length)) return each;
    return -1;
  }

  /** Null: the row has none. */
  of(row: number): string | null {
    const other = this.#others.get(row);
    if (other !== undefined) return other;
    const { buffer, byteOffset } = this.#bytes;
    return Buffer.from(buffer, byteOffset + row * ID_LENGTH, ID_LENGTH).toString();
  }

  /** Gives back the room that is needed only while rows come. */
  trim(): void {
    if (this.#bytes.length > this.size * ID_LENGTH) spare = this.#bytes;
    this.#resize(this.size);
    this.#byHash = null;
  }

  /** As they are kept on disk. */
  packed(): { readonly bytes: Uint8Array; readonly others: readonly (readonly [number, string | null])[] } {
    return { bytes: this.#bytes.subarray(0, this.size * ID_LENGTH), others: [...this.#others] };
  }

  /** Takes bytes that `packed` gave, where they stand. */
  unpack(bytes: Uint8Array<ArrayBuffer>, others: readonly (readonly [number, string | null])[]): void {
    this.size = bytes.length / ID_LENGTH;
    this.#bytes = bytes;
    for (const [row, id] of others) this.#others.set(row, id);
  }

  #hashes(): Map<number, number> {
    if (this.#byHash !== null) return this.#byHash;
    this.#byHash = new Map();
    for (let row = 0; row < this.size; row += 1) {
      const other = this.#others.get(row);
      const bytes = typeof other === 'string' ? Buffer.from(other) : this.#bytes;
      const from = bytes === this.#bytes ? row * ID_LENGTH : 0;
      const to = bytes === this.#bytes ? from + ID_LENGTH : bytes.length;
      if (other !== null) this.#byHash.set(hashOf(bytes, from, to), row);
    }
    return this.#byHash;
  }

  #isOf(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    const other = this.#others.get(row);
    if (other !== undefined) return other === textOf(bytes, from, to);
    if (to - from !== ID_LENGTH) return false;
    // From the end: ids of one time begin alike.
    for (let at = ID_LENGTH - 1; at >= 0; at -= 1)
      if (this.#bytes[row * ID_LENGTH + at] !== bytes[from + at]) return false;
    return true;
  }

  #grow(row: number): void {
    if (row > 0 || spare === null) this.#resize(Math.max(64, row * 2));
    else [this.#bytes, spare] = [spare, null];
  }

  #resize(rows: number): void {
    if (this.#bytes.length === rows * ID_LENGTH) return;
    const resized = new Uint8Array(rows * ID_LENGTH);
    resized.set(this.#bytes.subarray(0, resized.length));
    this.#bytes = resized;
  }
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString();
