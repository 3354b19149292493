import { readSync } from 'node:fs';
import { readAt } from '../reader.ts';
import type { ColumnBlock } from './block.ts';

/** Questions are answered after each: in a new process such a piece takes long. */
const CHUNK_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/** Memory for the next file: one piece of it for each would be garbage for longer than it is used. */
let spare: Buffer | null = null;

/** Adds the whole lines of a file up to `end`, which must be behind a line break; a pause is possible at each step. */
export function* addLines(block: ColumnBlock, descriptor: number, end: number): Generator<void, void> {
  const buffer = spare ?? Buffer.allocUnsafe(CHUNK_BYTES);
  spare = null;
  try {
    yield* addChunks(block, descriptor, end, buffer);
  } finally {
    spare = buffer;
  }
}

function* addChunks(block: ColumnBlock, descriptor: number, end: number, first: Buffer): Generator<void, void> {
  let buffer = first;
  let [base, filled] = [0, 0];
  while (base + filled < end) {
    if (filled >= MAX_LINE_BYTES) {
      const to = nextBreak(descriptor, base + filled, end);
      block.addTorn({ offset: base, bytes: to - base });
      [base, filled] = [to + 1, 0];
      continue;
    }
    if (filled === buffer.length) buffer = grown(buffer);
    const wanted = Math.min(buffer.length - filled, end - base - filled);
    const count = readSync(descriptor, buffer, filled, wanted, base + filled);
    if (count === 0) return; // it was cut short meanwhile
    filled += count;
    const used = addFrom(block, buffer.subarray(0, filled), base);
    buffer.copyWithin(0, used, filled);
    [base, filled] = [base + used, filled - used];
    yield;
  }
}

function addFrom(block: ColumnBlock, bytes: Buffer, base: number): number {
  let from = 0;
  for (let to = bytes.indexOf(LINE_BREAK); to >= 0; to = bytes.indexOf(LINE_BREAK, from)) {
    if (to > from) block.add(bytes, from, to, base + from);
    from = to + 1;
  }
  return from;
}

const grown = (buffer: Buffer): Buffer => Buffer.concat([buffer], buffer.length * 2);

/** Text that is longer than any entry is not kept: only where it ends. */
function nextBreak(descriptor: number, from: number, end: number): number {
  for (let at = from; at < end; at += CHUNK_BYTES) {
    const found = readAt(descriptor, at, Math.min(CHUNK_BYTES, end - at)).indexOf(LINE_BREAK);
    if (found >= 0) return at + found;
  }
  return end;
}

/** The offset behind the last line break of a file of this size, and its last whole line. */
export function lastLineIn(descriptor: number, size: number): { readonly end: number; readonly last: Buffer } {
  let end = 0;
  for (let length = LAST_BYTES; ; length *= 4) {
    const start = Math.max(0, size - length);
    const bytes = readAt(descriptor, start, size - start);
    const close = bytes.lastIndexOf(LINE_BREAK);
    const open = close <= 0 ? -1 : bytes.lastIndexOf(LINE_BREAK, close - 1);
    if (close >= 0) end = start + close + 1;
    if (open >= 0 || start === 0 || length > MAX_LINE_BYTES)
      return { end, last: bytes.subarray(open + 1, Math.max(open + 1, close)) };
  }
}

const LAST_BYTES = 16_384;
