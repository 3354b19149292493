import { closeSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { currentFile, openToRead, readAt, rotatedNames } from '../reader.ts';
import type { ColumnBlock, LineRange } from './block.ts';

/** A row of one of the files. */
export interface RowRef {
  readonly file: IndexedFile;
  readonly row: number;
}

/** A file of the record with its block. */
export interface IndexedFile {
  path: string;
  readonly inode: number;
  readonly first: string;
  readonly block: ColumnBlock;
  /** Up to where it was read. */
  end: number;
  /** Rows of newer files that belong to a row of this one, oldest first. */
  readonly parts: Map<number, readonly RowRef[]>;
  /** The rows of older files that stand for rows of this one. */
  readonly standIns: Map<number, RowRef>;
  /** Text at the end that had no line break when it was looked at. */
  rest: { readonly offset: number; readonly bytes: number; readonly row: number } | null;
}

export const indexedFile = (
  path: string,
  { inode, first, end }: Pick<IndexedFile, 'inode' | 'first' | 'end'>,
  block: ColumnBlock,
): IndexedFile => ({ path, inode, first, block, end, parts: new Map(), standIns: new Map(), rest: null });

/** The id of a row; a stretch that is no entry has its place for one. */
export const idOf = ({ file: { block, inode }, row }: RowRef): string =>
  block.ids.of(row) ?? `torn-${inode}-${block.rows.get('startOffset', row)}`;

/** Reads lines of files that may be renamed meanwhile; each file is opened once. */
export class LineReader {
  readonly #folder: string;
  readonly #open = new Map<IndexedFile, number | null>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes of a line; null: the file is gone. */
  read(file: IndexedFile, { offset, bytes }: LineRange): Buffer | null {
    const known = this.#open.get(file);
    const descriptor = known === undefined ? this.#opened(file) : known;
    return descriptor === null ? null : readAt(descriptor, offset, bytes);
  }

  /** The bytes of some lines; none where the file is gone. The start and the end of a decision mostly follow each other. */
  readAll(file: IndexedFile, lines: readonly LineRange[]): readonly Buffer[] {
    const [first, second] = lines;
    if (first === undefined || second === undefined || lines.length > 2 || second.offset !== endOf(first) + 1)
      return lines.flatMap((line) => this.read(file, line) ?? []);
    const both = this.read(file, { offset: first.offset, bytes: first.bytes + 1 + second.bytes });
    return both === null ? [] : [both.subarray(0, first.bytes), both.subarray(first.bytes + 1)];
  }

  descriptorOf(file: IndexedFile): number | null {
    return this.#open.get(file) ?? this.#opened(file);
  }

  close(): void {
    for (const descriptor of this.#open.values()) if (descriptor !== null) closeSync(descriptor);
    this.#open.clear();
  }

  #opened(file: IndexedFile): number | null {
    const descriptor = openAs(file) ?? (this.#findAgain(file) ? openAs(file) : null);
    this.#open.set(file, descriptor);
    return descriptor;
  }

  /** It was put aside, and has another name now. */
  #findAgain(file: IndexedFile): boolean {
    const paths = [currentFile(this.#folder), ...rotatedNames(this.#folder).map((name) => join(this.#folder, name))];
    const path = paths.find((each) => statSync(each, { throwIfNoEntry: false })?.ino === file.inode);
    if (path === undefined) return false;
    file.path = path;
    return true;
  }
}

const endOf = ({ offset, bytes }: LineRange): number => offset + bytes;

function openAs({ path, inode }: IndexedFile): number | null {
  const open = openToRead(path);
  if (open === null) return null;
  if (open.inode === inode) return open.descriptor;
  closeSync(open.descriptor);
  return null;
}

/** Where a line stands, in words. */
export const placeOf = ({ path }: IndexedFile, { offset }: LineRange): string => `${basename(path)}, byte ${offset}`;
