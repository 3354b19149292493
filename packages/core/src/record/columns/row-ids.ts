import { hashAt, viewOf } from './byte-words.ts';

const ID_LENGTH = 26;
const LAST_FOUR = ID_LENGTH - 4;
/** The end of a decision mostly follows its start; where several decisions run at once, soon. */
const NEAR_ROWS = 16;

/** Room that grew for one file and serves for the next. */
let spare: Uint8Array<ArrayBuffer> | null = null;

/** The ids of the rows of a block: those of the usual length as bytes, one after another, the others as texts. */
export class RowIds {
  #bytes = viewOf(new Uint8Array(0));
  readonly #others = new Map<number, string | null>();
  #byHash: Map<number, number> | null = null;
  /** Of the first rows, so many: the one with the greatest id of the usual length; -1: there is none. */
  #greatest = { of: 0, row: -1 };
  size = 0;

  /** The id of the next row; null: it has none. */
  add(bytes: DataView | null, from = 0, to = bytes?.byteLength ?? 0): void {
    const row = this.size++;
    if (this.#bytes.byteLength < this.size * ID_LENGTH) this.#grow(row);
    if (bytes === null) {
      this.#others.set(row, null);
      return;
    }
    if (to - from === ID_LENGTH) this.#copy(row, bytes, from);
    else this.#others.set(row, textOf(bytes, from, to));
    this.#byHash?.set(hashAt(bytes, from, to), row);
  }

  /** Few at a time: a view of so few bytes costs more than they do. */
  #copy(row: number, bytes: DataView, from: number): void {
    const [own, first] = [this.#bytes, row * ID_LENGTH];
    for (let at = 0; at < LAST_FOUR; at += 4) own.setInt32(first + at, bytes.getInt32(from + at));
    own.setInt32(first + LAST_FOUR, bytes.getInt32(from + LAST_FOUR));
  }

  /** The row with this id; -1: there is none. */
  find(bytes: DataView, from = 0, to = bytes.byteLength): number {
    if (this.size === 0 || this.#isOf(this.size - 1, bytes, from, to)) return this.size - 1;
    if (this.#isGreater(bytes, from, to)) return -1;
    const near = Math.max(0, this.size - NEAR_ROWS);
    for (let row = this.size - 2; row >= near; row -= 1) if (this.#isOf(row, bytes, from, to)) return row;
    const row = this.#hashes().get(hashAt(bytes, from, to)) ?? -1;
    if (row < 0 || this.#isOf(row, bytes, from, to)) return row;
    // Two ids with one hash: hardly ever.
    return this.search(bytes, from, to);
  }

  /** The same without a table of all ids, for a block in which little is looked for. */
  search(bytes: DataView, from = 0, to = bytes.byteLength): number {
    for (let each = this.size - 1; each >= 0; each -= 1) if (this.#isOf(each, bytes, from, to)) return each;
    return -1;
  }

  /** Null: the row has none. */
  of(row: number): string | null {
    const other = this.#others.get(row);
    return other === undefined ? textOf(this.#bytes, row * ID_LENGTH, (row + 1) * ID_LENGTH) : other;
  }

  /** Gives back the room that is needed only while rows come. */
  trim(): void {
    if (this.#bytes.byteLength > this.size * ID_LENGTH) spare = bytesOf(this.#bytes);
    this.#resize(this.size);
    this.#byHash = null;
  }

  /** As they are kept on disk. */
  packed(): { readonly bytes: Uint8Array; readonly others: readonly (readonly [number, string | null])[] } {
    return { bytes: bytesOf(this.#bytes).subarray(0, this.size * ID_LENGTH), others: [...this.#others] };
  }

  /** Takes bytes that `packed` gave, where they stand. */
  unpack(bytes: Uint8Array<ArrayBuffer>, others: readonly (readonly [number, string | null])[]): void {
    this.size = bytes.length / ID_LENGTH;
    this.#bytes = viewOf(bytes);
    for (const [row, id] of others) this.#others.set(row, id);
  }

  /** Ids begin with their time: most that come are greater than all that are there. */
  #isGreater(bytes: DataView, from: number, to: number): boolean {
    if (to - from !== ID_LENGTH) return false;
    const greatest = this.#greatest;
    for (; greatest.of < this.size; greatest.of += 1) {
      const at = greatest.of * ID_LENGTH;
      if (this.#others.size > 0 && this.#others.has(greatest.of)) continue;
      if (this.#compare(greatest.row, this.#bytes, at) < 0) greatest.row = greatest.of;
    }
    return this.#compare(greatest.row, bytes, from) < 0;
  }

  /** Less than 0: the id of the row is less than the one that stands there. */
  #compare(row: number, bytes: DataView, from: number): number {
    if (row < 0) return -1;
    const own = row * ID_LENGTH;
    for (let at = 0; at < LAST_FOUR; at += 4) {
      const difference = this.#bytes.getUint32(own + at) - bytes.getUint32(from + at);
      if (difference !== 0) return difference;
    }
    return this.#bytes.getUint32(own + LAST_FOUR) - bytes.getUint32(from + LAST_FOUR);
  }

  #hashes(): Map<number, number> {
    if (this.#byHash !== null) return this.#byHash;
    this.#byHash = new Map();
    for (let row = 0; row < this.size; row += 1) {
      const other = this.#others.get(row);
      const bytes = typeof other === 'string' ? viewOf(Buffer.from(other)) : this.#bytes;
      const from = bytes === this.#bytes ? row * ID_LENGTH : 0;
      const to = bytes === this.#bytes ? from + ID_LENGTH : bytes.byteLength;
      if (other !== null) this.#byHash.set(hashAt(bytes, from, to), row);
    }
    return this.#byHash;
  }

  #isOf(row: number, bytes: DataView, from: number, to: number): boolean {
    const other = this.#others.size === 0 ? undefined : this.#others.get(row);
    if (other !== undefined) return other === textOf(bytes, from, to);
    if (to - from !== ID_LENGTH) return false;
    // The end first: ids of one time begin alike.
    const own = row * ID_LENGTH;
    const isEndSame = this.#bytes.getInt32(own + LAST_FOUR) === bytes.getInt32(from + LAST_FOUR);
    return isEndSame && this.#compare(row, bytes, from) === 0;
  }

  #grow(row: number): void {
    if (row > 0 || spare === null) this.#resize(Math.max(64, row * 2));
    else [this.#bytes, spare] = [viewOf(spare), null];
  }

  #resize(rows: number): void {
    if (this.#bytes.byteLength === rows * ID_LENGTH) return;
    const resized = new Uint8Array(rows * ID_LENGTH);
    resized.set(bytesOf(this.#bytes).subarray(0, resized.length));
    this.#bytes = viewOf(resized);
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: DataView<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer, byteOffset, byteLength);

const textOf = ({ buffer, byteOffset }: DataView, from: number, to: number): string =>
  Buffer.from(buffer as ArrayBuffer, byteOffset + from, to - from).toString();
