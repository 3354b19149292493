/** Text that is ready, or bytes of it. */
export type JsonPiece = string | Uint8Array;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;

/** JSON without spaces, scanned once byte by byte: only colons and commas outside strings get a space. */
export function withSpaces(json: string): JsonPiece {
  if (!/[,:]/.test(json)) return json;
  const source = Buffer.from(json);
  // There is at least one other byte between two of them. Memory that is never written is not allocated.
  const target = Buffer.allocUnsafe(source.length + (source.length >> 1) + 1);
  let end = 0;
  let isText = false;
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    target[end++] = byte;
    if (byte === QUOTE) isText = !isText;
    else if (byte === BACKSLASH) target[end++] = source[(at += 1)] ?? 0;
    else if (!isText && (byte === COMMA || byte === COLON)) target[end++] = SPACE;
  }
  return target.subarray(0, end);
}
