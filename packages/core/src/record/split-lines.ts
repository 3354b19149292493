/** A range of a file: a line, or text that is too long to be one. */
export interface Line {
  /** Its bytes; none when it is too long. */
  readonly raw: Buffer;
  /** Counted from 1, including empty lines. */
  readonly number: number;
  /** Its offset, relative to where the splitter started. */
  readonly offset: number;
  readonly bytes: number;
}

/** Splits chunks into lines, in bounded memory. */
export interface LineSplitter {
  /** The lines that the chunk completes. */
  readonly push: (chunk: Buffer) => readonly Line[];
  /** The text after the last line break. */
  readonly rest: () => Line | null;
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/** Starts at the given offset of a file; empty lines are left out. */
export function createLineSplitter(start = 0): LineSplitter {
  let parts: Buffer[] = [];
  let bytes = 0;
  let offset = start;
  let number = 1;
  const keep = (part: Buffer): void => {
    // A line that is too long is counted, but no longer kept.
    if (part.length === 0) return;
    if (bytes + part.length > MAX_LINE_BYTES) parts = [];
    else parts.push(Buffer.from(part)); // the chunk's memory will be reused
    bytes += part.length;
  };
  const take = (): Line => ({ raw: joined(bytes > MAX_LINE_BYTES ? [] : parts), number, offset, bytes });
  const push = (chunk: Buffer): readonly Line[] => {
    const lines: Line[] = [];
    let at = 0;
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, at)) {
      keep(chunk.subarray(at, end));
      if (bytes > 0) lines.push(take());
      offset += bytes + 1;
      number += 1;
      [parts, bytes, at] = [[], 0, end + 1];
    }
    keep(chunk.subarray(at));
    return lines;
  };
  return { push, rest: () => (bytes === 0 ? null : take()) };
}

/** Most lines are in one chunk. */
const joined = (parts: readonly Buffer[]): Buffer =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
