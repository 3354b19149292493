import { StringDecoder } from 'node:string_decoder';

/** A text of at most `limit` characters plus a note: a longer one keeps its beginning. */
export function cutEnd(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = firstOf(text, limit);
  return `${head}\n[… ${count(text.length - head.length)} characters left out …]`;
}

/** Collects bytes of UTF-8 text without end in bounded memory. */
export interface KeptText {
  readonly push: (bytes: Uint8Array) => void;
  /** All of it, or its beginning and its end around a note that says how much is missing. */
  readonly text: () => string;
}

/** Keeps the beginning and the end of a stream, `limit` characters in all. */
export function keepEnds(limit: number): KeptText {
  const half = Math.floor(limit / 2);
  const decoder = new StringDecoder('utf8');
  let head = '';
  let tail = '';
  let dropped = 0;
  const take = (text: string): void => {
    const room = tail === '' && dropped === 0 ? half - head.length : 0;
    const added = room > 0 ? firstOf(text, room) : '';
    head += added;
    const rest = tail + text.slice(added.length);
    // A little more than is needed, so that bytes that come one by one are not copied each time.
    tail = rest.length > half * 2 ? lastOf(rest, half) : rest;
    dropped += rest.length - tail.length;
  };
  return {
    push: (bytes) => take(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
    text: () => {
      take(decoder.end());
      const end = head.length + tail.length + dropped > limit ? lastOf(tail, half) : tail;
      const missing = dropped + tail.length - end.length;
      return missing === 0 ? head + end : `${head}\n[… ${count(missing)} characters left out …]\n${end}`;
    },
  };
}

const count = (characters: number): string => characters.toLocaleString('en-US');

/** A lone surrogate must not be left over: some servers refuse it. */
function firstOf(text: string, length: number): string {
  const isSplit = text.length > length && isHigh(text.charCodeAt(length - 1));
  return text.slice(0, Math.max(0, isSplit ? length - 1 : length));
}

function lastOf(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  return text.slice(start > 0 && isHigh(text.charCodeAt(start - 1)) ? start + 1 : start);
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
