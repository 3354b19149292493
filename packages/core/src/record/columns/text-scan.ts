import { readSync } from 'node:fs';
import { jsonLine } from '../../text/json-line.ts';
import type { IndexedFile, LineReader } from './indexed-file.ts';

/** Small enough that the text of it goes with the young garbage: larger ones get room of their own, beside the index. */
const CHUNK_BYTES = 64 * 1024;
const MOST_TEXTS = 4;
const LINE_BREAK = '\n';
const CHAIN = ',"chain":{"seen":';

/** What a text was found in: the rows of a file up to an offset. */
interface FileHits {
  readonly end: number;
  readonly rows: Uint8Array;
}

/**
 * Which rows hold a text in one of their lines, as JSON writes it, whether its letters from a to z are large or small.
 * What was found is remembered for the texts that were asked for last.
 */
export class TextScans {
  readonly #found = new Map<string, WeakMap<IndexedFile, FileHits>>();

  /** A test of the rows of a file; files must be asked for newest first. */
  rowsWith(text: string, file: IndexedFile, reader: LineReader): (row: number) => boolean {
    const known = this.#of(text);
    let hits = known.get(file);
    if (hits === undefined || hits.end !== file.end) {
      hits = { end: file.end, rows: scanFile(patternOf(text), file, reader) };
      known.set(file, hits);
    }
    const { rows } = hits;
    return (row) =>
      rows[row] === 1 || (file.parts.get(row)?.some((part) => known.get(part.file)?.rows[part.row] === 1) ?? false);
  }

  #of(text: string): WeakMap<IndexedFile, FileHits> {
    const known = this.#found.get(text) ?? new WeakMap<IndexedFile, FileHits>();
    this.#found.delete(text);
    this.#found.set(text, known);
    for (const [oldest] of this.#found) if (this.#found.size > MOST_TEXTS) this.#found.delete(oldest);
    return known;
  }
}

/** For the bytes of lines, each as one character. */
function patternOf(text: string): RegExp {
  const written = Buffer.from(jsonLine(text).slice(1, -'"\n'.length)).toString('latin1');
  const source = written.replace(/[^]/g, (character) => {
    if (/[a-z]/i.test(character)) return `[${character.toLowerCase()}${character.toUpperCase()}]`;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return new RegExp(source, 'g');
}

/** Bytes that are searched, for all searches: one piece of memory for each would be garbage for longer than it is used. */
const shared = Buffer.allocUnsafeSlow(CHUNK_BYTES);

function scanFile(pattern: RegExp, file: IndexedFile, reader: LineReader): Uint8Array {
  const hits = new Uint8Array(file.block.rows.size);
  const descriptor = reader.descriptorOf(file);
  const rowAt = rowFinder(file);
  let [base, buffer] = [0, shared];
  while (descriptor !== null && base < file.end) {
    const wanted = Math.min(buffer.length, file.end - base);
    const count = readSync(descriptor, buffer, 0, wanted, base);
    if (count === 0) break;
    const isLast = base + count >= file.end;
    const used = isLast ? count : buffer.subarray(0, count).lastIndexOf(LINE_BREAK) + 1;
    for (const offset of linesWith(pattern, buffer.toString('latin1', 0, used))) {
      const row = rowAt(base + offset);
      if (row !== undefined) hits[row] = 1;
    }
    base += used;
    // A line that is longer than a chunk needs more room, for itself only.
    if (used > 0) buffer = shared;
    else if (count === wanted) buffer = Buffer.allocUnsafeSlow(buffer.length * 2);
  }
  return hits;
}

/** Where the lines begin that hold it before their place in the chain. */
function* linesWith(pattern: RegExp, text: string): Generator<number, void> {
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    const from = text.lastIndexOf(LINE_BREAK, hit.index) + 1;
    const to = text.indexOf(LINE_BREAK, hit.index);
    const line = text.slice(from, to < 0 ? text.length : to);
    const chain = line.lastIndexOf(CHAIN);
    if (chain < 0 || hit.index + hit[0].length <= from + chain) yield from;
    if (to < 0) return;
    pattern.lastIndex = to;
  }
}

/** The rows of lines by their offsets; made when the first one is found. */
function rowFinder({ block }: IndexedFile): (offset: number) => number | undefined {
  let rows: Map<number, number> | null = null;
  return (offset) => {
    if (rows === null) {
      rows = new Map();
      for (let row = 0; row < block.rows.size; row += 1)
        for (const line of block.linesOf(row)) rows.set(line.offset, row);
    }
    return rows.get(offset);
  };
}
