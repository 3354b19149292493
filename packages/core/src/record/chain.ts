import type { RecordEntry } from './entry.ts';
import { digestOf } from './digest.ts';
import type { RecordKey } from './digest.ts';
import { lineOf } from './line.ts';

/** What a writer knew of the record just before it wrote. */
export interface Look {
  /** How many lines of the chain stood before. */
  readonly seen: number;
  /** The digests of the lines that no line which was there covers yet, oldest first; never empty. */
  readonly prev: readonly string[];
  /** Nothing stood in the file yet. */
  readonly opens: boolean;
  /** The file did not end with a line break. */
  readonly torn: boolean;
}

/** A line of the chain, and how many there are up to it. */
export interface ChainPoint {
  readonly seen: number;
  readonly digest: string;
}

/** Entries as lines that are written at once: the first covers what was seen, each other one the line before it. */
export function chainEntries(
  entries: readonly RecordEntry[],
  look: Look,
  key: RecordKey,
): { readonly text: string; readonly tip: ChainPoint } {
  let text = '';
  let tip: ChainPoint | null = null;
  for (const entry of entries) {
    const seen: number = tip?.seen ?? look.seen;
    const covers = tip === null ? coversOf(look) : `"with":"${tip.digest}"`;
    const body = `${lineOf(entry).slice(0, -CLOSING.length)}${MARK}${seen},${covers},"${nameOf(key)}":"`;
    const digest = digestOf(body, key);
    text += `${body}${digest}"}}\n`;
    tip = { seen: seen + 1, digest };
  }
  return { text, tip: tip ?? { seen: look.seen, digest: look.prev.at(-1) ?? '' } };
}

const CLOSING = '}\n';
const MARK = ',"chain":{"seen":';

const nameOf = (key: RecordKey): string => (key === null ? 'digest' : 'mac');

const coversOf = ({ prev, opens, torn }: Look): string =>
  `"prev":["${prev.join('","')}"]${opens ? ',"opens":true' : ''}${torn ? ',"torn":true' : ''}`;

/** What a line of the chain says about its place. */
export interface Mark extends ChainPoint {
  readonly isKeyed: boolean;
  readonly covers: { readonly by: 'look'; readonly look: Look } | { readonly by: 'mate'; readonly digest: string };
}

// Lengths are looked at afterwards: a pattern that counts takes a young process milliseconds to compile.
const SHAPE =
  /^,"chain":\{"seen":(0|[1-9]\d*),(?:"prev":\["([0-9a-f",]+)"\](,"opens":true)?(,"torn":true)?|"with":"([0-9a-f]+)"),"(digest|mac)":"([0-9a-f]+)"\}\}$/;
const MOST_DIGITS = 15;
const DIGEST_LENGTH = 32;

/** Reads the mark at the end of a line; null when the line has none. `seen` counts the line itself. */
export function markOf(line: Buffer): Mark | null {
  const at = line.lastIndexOf(MARK);
  const found = at < 0 ? null : SHAPE.exec(line.toString('latin1', at));
  if (found === null) return null;
  const [, count = '', listed, opens, torn, mate, name, digest = ''] = found;
  const prev = listed?.split('","') ?? [];
  if (count.length > MOST_DIGITS || ![...prev, mate ?? digest, digest].every(isDigest)) return null;
  const seen = Number(count);
  const look = { seen, prev, opens: opens !== undefined, torn: torn !== undefined };
  const covers = mate === undefined ? ({ by: 'look', look } as const) : ({ by: 'mate', digest: mate } as const);
  return { seen: seen + 1, digest, isKeyed: name === 'mac', covers };
}

const isDigest = (text: string): boolean => text.length === DIGEST_LENGTH && !/[",]/.test(text);

/** Whether a line is as it was written. */
export const isIntact = (line: Buffer, { digest }: Mark, key: RecordKey): boolean =>
  digestOf(line.subarray(0, line.length - digest.length - END.length), key) === digest;

const END = '"}}';
