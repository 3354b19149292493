/** Text that is ready, or bytes of it. */
export type JsonPiece = string | Uint8Array;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;

/** JSON without spaces, gone through once byte by byte: only outside of texts do a colon and a comma get theirs. */
export function withSpaces(json: string): JsonPiece {
  if (!/[,:]/.test(json)) return json;
  const source = Buffer.from(json);
  // Between two of them stands at least one other byte. What is not written to takes up no memory.
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
