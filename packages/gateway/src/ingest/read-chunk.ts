import { lineDigest, MOST_BODY_BYTES, MOST_CHUNK_BYTES, MOST_CHUNK_LINES, MOST_LINE_BYTES } from '@hookline/fleet';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The lines of one append, and the bytes under which they are stored. */
export interface ReadChunk {
  /** Compressed by gzip. */
  readonly stored: Buffer;
  /** Without their line breaks. */
  readonly lines: readonly Buffer[];
  /** The digest of the last line. */
  readonly head: string;
}

/** A body that is no chunk: what was expected, and what was found. */
export class BadChunk extends Error {}

/** Reads a body within bounds; throws a bad chunk. */
export function readChunk(body: Buffer, encoding: string | undefined): ReadChunk {
  if (body.length > MOST_BODY_BYTES)
    throw new BadChunk(`expected at most ${MOST_BODY_BYTES} bytes, found ${body.length}`);
  const isPacked = encoding === 'gzip';
  if (!isPacked && encoding !== undefined && encoding !== 'identity')
    throw new BadChunk(`expected the content-encoding gzip or none, found ${encoding}`);
  const text = isPacked ? unpacked(body) : body;
  const lines = linesIn(text);
  const last = lines.at(-1);
  if (last === undefined) throw new BadChunk('expected at least one line, found none');
  return { stored: isPacked ? body : gzipSync(text), lines, head: lineDigest(last) };
}

/** The text of a stored chunk. */
export const unpackChunk = (stored: Buffer): Buffer => gunzipSync(stored);

function unpacked(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: MOST_CHUNK_BYTES });
  } catch (error) {
    throw new BadChunk(
      `the body is no gzip, or holds more than ${MOST_CHUNK_BYTES} bytes: ${(error as Error).message}`,
    );
  }
}

const LINE_BREAK = 0x0a;

/** The lines of a text that ends with a line break. */
export function linesIn(text: Buffer): readonly Buffer[] {
  if (text.length > 0 && text.at(-1) !== LINE_BREAK)
    throw new BadChunk('expected whole lines, and the last one has no line break');
  const lines: Buffer[] = [];
  for (let at = 0, end = text.indexOf(LINE_BREAK); end >= 0; at = end + 1, end = text.indexOf(LINE_BREAK, at)) {
    if (end - at > MOST_LINE_BYTES)
      throw new BadChunk(`expected lines of at most ${MOST_LINE_BYTES} bytes, found ${end - at}`);
    lines.push(text.subarray(at, end));
  }
  if (lines.length > MOST_CHUNK_LINES)
    throw new BadChunk(`expected at most ${MOST_CHUNK_LINES} lines, found ${lines.length}`);
  return lines;
}

/** Bytes that are no chunk any more have no lines, which the check then says. */
export function readable(body: Buffer | null): readonly Buffer[] {
  try {
    return body === null ? [] : linesIn(unpackChunk(body));
  } catch {
    return [];
  }
}
