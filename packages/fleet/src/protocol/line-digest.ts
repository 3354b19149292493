import { digestOf, markOf } from '@hookline/core/internal';

/**
 * What identifies a line in a stream: the digest in its chain mark, or for text that has none the digest of its bytes.
 * A line that was sent without its content says its digest itself.
 */
export function lineDigest(line: Buffer): string {
  const mark = markOf(line);
  if (mark !== null) return mark.digest;
  return WITHHELD.exec(line.length > LONGEST_WITHHELD ? '' : line.toString('latin1'))?.[1] ?? digestOf(line, null);
}

/** What is sent instead of text that is no entry, where payloads stay on the machine. */
export const withheldLine = (line: Buffer): string =>
  `{"withheld":{"bytes":${line.length},"digest":"${digestOf(line, null)}"}}`;

const WITHHELD = /^\{"withheld":\{"bytes":\d+,"digest":"([0-9a-f]{32})"\}\}$/;
const LONGEST_WITHHELD = 100;
