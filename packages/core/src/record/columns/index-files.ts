import { fstatSync, statSync } from 'node:fs';
import type { PlacedLine } from '../tail.ts';
import { ColumnBlock, HAS_END, HAS_START, IS_HIDDEN, IS_ODD, IS_TORN } from './block.ts';
import type { Dictionaries } from './dictionary.ts';
import { type IndexedFile, indexedFile, LineReader, type RowRef } from './indexed-file.ts';
import { Parts, refill } from './parts.ts';
import { stateOf } from './row-tests.ts';

/** Text without a line break has been torn when nothing was added to it for this long. */
const TORN_MS = 2_000;

/** The files of one record, each with its block, and what they hold of each other's decisions. */
export class IndexFiles {
  readonly folder: string;
  readonly #dictionaries: Dictionaries;
  readonly #parts = new Parts();
  /** Oldest first. */
  #files: readonly IndexedFile[] = [];
  /** Lines of files that are not read yet. */
  readonly #early = new Map<number, PlacedLine[]>();
  readonly #running = new Map<string, RowRef>();

  constructor(folder: string, dictionaries: Dictionaries) {
    this.folder = folder;
    this.#dictionaries = dictionaries;
  }

  all(): readonly IndexedFile[] {
    return this.#files;
  }

  /** Lines of this file wait until it is read. */
  expect(inode: number): void {
    this.#early.set(inode, []);
  }

  /** A file that is older than all that were read. */
  addOlder(file: IndexedFile): readonly RowRef[] {
    return this.#reading((reader) => {
      this.#files = [file, ...this.#files];
      this.#parts.addOlder(file, reader);
      for (let row = 0; row < file.block.rows.size; row += 1)
        if (!file.block.has(row, HAS_END)) this.#watch({ file, row });
      return this.addLines(this.takeEarly(file.inode));
    });
  }

  /** The lines that waited for a file; those that come next do not. */
  takeEarly(inode: number): readonly PlacedLine[] {
    const lines = this.#early.get(inode) ?? [];
    this.#early.delete(inode);
    return lines;
  }

  /** Adds lines that have come; returns the rows that are new or have changed. */
  addLines(lines: readonly PlacedLine[]): readonly RowRef[] {
    return this.#reading((reader) => {
      const changed = new Map<string, RowRef>();
      for (const line of lines) {
        const early = this.#early.get(line.inode);
        if (early !== undefined) early.push(line);
        else this.#addLine(line, reader, (ref) => changed.set(keyOf(ref), ref));
      }
      for (const ref of changed.values()) this.#watch(ref);
      return [...changed.values()];
    });
  }

  /** Looks for what no line tells: files that are gone, ends that are torn, processes that have ended. */
  look(): { readonly changed: readonly RowRef[]; readonly isShorter: boolean } {
    return this.#reading((reader) => {
      let isShorter = false;
      for (const file of this.#files) {
        const descriptor = reader.descriptorOf(file);
        if (descriptor === null) this.#drop(file, reader);
        // By the open file: another one may have its path by now.
        else isShorter ||= fstatSync(descriptor).size < file.end;
      }
      const ended = [...this.#running.values()].filter(({ file, row }) => stateOf(file.block, row) !== 'running');
      for (const ref of ended) this.#running.delete(keyOf(ref));
      return { changed: [...ended, ...this.#tornEnd(reader)], isShorter };
    });
  }

  #reading<Result>(work: (reader: LineReader) => Result): Result {
    const reader = new LineReader(this.folder);
    try {
      return work(reader);
    } finally {
      reader.close();
    }
  }

  #addLine(line: PlacedLine, reader: LineReader, onChanged: (ref: RowRef) => void): void {
    const file = this.#fileOf(line, reader);
    const { block, rest } = file;
    file.end = Math.max(file.end, line.end);
    if (rest?.offset === line.offset) {
      file.rest = null;
      if (rest.bytes === line.bytes) return; // only its line break was missing
      block.mark(rest.row, IS_HIDDEN);
    }
    this.#addBytes(file, Buffer.concat([line.raw, LINE_BREAK]), line.offset, { reader, onChanged });
  }

  #addBytes(
    file: IndexedFile,
    bytes: Buffer,
    offset: number,
    { reader, onChanged }: { readonly reader: LineReader; readonly onChanged: (ref: RowRef) => void },
  ): number {
    const { block } = file;
    const known = block.rows.size;
    const row = block.add(bytes, 0, bytes.length - 1, offset);
    if (row < 0) return row;
    const ref = { file, row };
    const isNew = row === known;
    if (block.has(row, IS_ODD)) refill(ref, reader);
    const older = this.#files.slice(0, this.#files.indexOf(file));
    const standIn = isNew ? this.#parts.addNew(ref, older, reader) : (file.standIns.get(row) ?? ref);
    if (!isNew && (standIn !== ref || file.parts.has(row))) refill(standIn, reader);
    onChanged(standIn);
    return row;
  }

  /** The number of a file may be used again once the file is gone. */
  #fileOf({ inode, first, path, offset }: PlacedLine, reader: LineReader): IndexedFile {
    const known = this.#files.find((file) => file.inode === inode);
    if (known !== undefined && (first === known.first || first === '' || known.first === '')) return known;
    if (known !== undefined) this.#drop(known, reader);
    const file = indexedFile(path, { inode, first, end: offset }, new ColumnBlock(this.#dictionaries));
    this.#files.at(-1)?.block.trim();
    this.#files = [...this.#files, file];
    return file;
  }

  #drop(file: IndexedFile, reader: LineReader): void {
    this.#files = this.#files.filter((each) => each !== file);
    for (const [key, ref] of this.#running) if (ref.file === file) this.#running.delete(key);
    this.#parts.drop(file, reader);
  }

  #watch(ref: RowRef): void {
    const { block } = ref.file;
    const isOpen = block.has(ref.row, HAS_START) && !block.has(ref.row, HAS_END | IS_TORN | IS_HIDDEN);
    if (isOpen && stateOf(block, ref.row) === 'running') this.#running.set(keyOf(ref), ref);
    else this.#running.delete(keyOf(ref));
  }

  /** A writer that was interrupted leaves text without a line break at the end of the newest file. */
  #tornEnd(reader: LineReader): readonly RowRef[] {
    const file = this.#files.at(-1);
    const stats = file === undefined ? undefined : statSync(file.path, { throwIfNoEntry: false });
    if (file === undefined || stats === undefined || file.rest !== null) return [];
    const bytes = stats.size - file.end;
    if (bytes <= 0 || Date.now() - stats.mtimeMs < TORN_MS) return [];
    const raw = reader.read(file, { offset: file.end, bytes });
    if (raw === null || raw.includes(LINE_BREAK)) return []; // more has come, and is about to be read
    const changed: RowRef[] = [];
    const onChanged = (ref: RowRef): void => void changed.push(ref);
    const row = this.#addBytes(file, Buffer.concat([raw, LINE_BREAK]), file.end, { reader, onChanged });
    file.rest = { offset: file.end, bytes, row };
    return changed;
  }
}

const LINE_BREAK = Buffer.from('\n');

const keyOf = ({ file, row }: RowRef): string => `${file.inode}:${file.first}:${row}`;
