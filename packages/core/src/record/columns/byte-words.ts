/** Bytes that are looked for, four of them in one number. */
export interface ByteWord {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly fours: Int32Array;
}

export function byteWord(text: string): ByteWord {
  const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
  const view = new DataView(bytes.buffer);
  const fours = Int32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getInt32(index * 4, true));
  return { bytes, length: bytes.length, fours };
}

/** Bytes, to be read some at a time. */
export const viewOf = <Memory extends ArrayBufferLike>({
  buffer,
  byteOffset,
  length,
}: Uint8Array<Memory>): DataView<Memory> => new DataView(buffer, byteOffset, length);

const [SPACES, QUOTES, BACKSLASHES] = [0x20202020, 0x22222222, 0x5c5c5c5c];
const [ONES, HIGH_BITS] = [0x01010101, 0x80808080];

/**
 * Where the next byte is that does not stand for itself in a string of JSON: a quote, a backslash or a control
 * character; the end of the bytes where there is none. Four bytes are looked at in one step: in each term the lowest
 * high bit that is set belongs to such a byte, and only those above it may be wrong.
 */
export function specialIn(view: DataView, from: number): number {
  const last = view.byteLength - 4;
  let at = from;
  for (; at <= last; at += 4) {
    const four = view.getInt32(at, true);
    const control = four - SPACES;
    const quote = (four ^ QUOTES) - ONES;
    const backslash = (four ^ BACKSLASHES) - ONES;
    const found = (control | quote | backslash) & ~four & HIGH_BITS;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  while (at < view.byteLength && isPlain(view.getUint8(at))) at += 1;
  return at;
}

const isPlain = (byte: number): boolean => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c;

const [FACTOR, OTHER_FACTOR] = [0x9e3779b1 | 0, 0x85ebca6b | 0];
const USUAL_LENGTH = 256;

/** A number for some bytes. Of long ones some are enough: what has the same number is compared in full. */
export function hashAt(view: DataView, from: number, to: number): number {
  const length = to - from;
  if (length < 4) return mixed(length << 24, length === 0 ? 0 : view.getUint8(from) | (view.getUint8(to - 1) << 8));
  const step = length <= USUAL_LENGTH ? 4 : length >> 6;
  let hash = length;
  for (let at = from; at < to - 4; at += step) hash = mixed(hash, view.getInt32(at, true));
  return mixed(hash, view.getInt32(to - 4, true));
}

/** A product carries bits upwards only: its upper bits are brought down, where they are looked at. */
function mixed(hash: number, four: number): number {
  const product = Math.imul(hash ^ four, FACTOR);
  const other = Math.imul(product ^ (product >>> 16), OTHER_FACTOR);
  return other ^ (other >>> 15);
}
