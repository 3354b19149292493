import { isJsonObject } from '../model/index.ts';
import { jsonLine, readJsonLine } from '../text/json-line.ts';
import { hmacSha256, sha256 } from '../text/sha256.ts';
import type { Check } from '../text/value-shape.ts';
import { isNumber, isText, isTime, listOf, oneOf, orNull, shaped } from '../text/value-shape.ts';
import type { NoteEntry, RecordEntry } from './entry.ts';

/** What a writer knew of the record just before it wrote. */
export interface Look {
  /** How many lines of the chain there were before. */
  readonly seen: number;
  /** The digests of the lines that no existing line covers yet, oldest first; never empty. */
  readonly prev: readonly string[];
  /** The file was empty. */
  readonly opens: boolean;
  /** The file did not end with a line break. */
  readonly torn: boolean;
}

/** A line of the chain, and how many there are up to it. */
export interface ChainPoint {
  readonly seen: number;
  readonly digest: string;
}

/**
 * Entries as lines that are written at once: the first covers what the writer had seen, each other one the line before
 * it.
 */
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

/** What a line of the chain states about its position. */
export interface Mark extends ChainPoint {
  readonly isKeyed: boolean;
  readonly covers: { readonly by: 'look'; readonly look: Look } | { readonly by: 'mate'; readonly digest: string };
}

// Lengths are checked afterwards, because compiling a counting pattern takes a new process milliseconds.
const SHAPE =
  /^,"chain":\{"seen":(0|[1-9]\d*),(?:"prev":\["([0-9a-f",]+)"\](,"opens":true)?(,"torn":true)?|"with":"([0-9a-f]+)"),"(digest|mac)":"([0-9a-f]+)"\}\}$/;
const MOST_DIGITS = 15;
const DIGEST_LENGTH = 32;

/** Parses the mark at the end of a line; null when the line has none. `seen` counts the line itself. */
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

/** Whether a line is unaltered. */
export const isIntact = (line: Buffer, { digest }: Mark, key: RecordKey): boolean =>
  digestOf(line.subarray(0, line.length - digest.length - END.length), key) === digest;

const END = '"}}';

/** An entry as one whole line. No output of a hook can end it early or affect a terminal that shows it. */
export const lineOf = (entry: RecordEntry): string => jsonLine(entry);

/** How every line begins. */
export const LINE_START = '{"v":1,"kind":"';

/** Parses a line; null when it is not exactly one entry. */
export function parseLine(line: string): RecordEntry | null {
  // Anything but an object is not parsed, so that a file of line breaks does not cost an exception each.
  const value = line.startsWith('{') ? readJsonLine(line) : null;
  return isEntry(value) ? value : null;
}

const isFault = shaped({ code: isText, message: isText });

const isRun = shaped({
  id: isText,
  name: isText,
  dialect: isText,
  scope: isText,
  source: isText,
  handler: isText,
  status: oneOf('passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'),
  exitCode: orNull(isNumber),
  signal: orNull(isText),
  durationMs: isNumber,
  stdout: isText,
  stderr: isText,
  truncated: listOf(isText),
  fault: orNull(isFault),
  why: orNull(isText),
  notes: listOf(isText),
});

const isOutcome = shaped({
  decision: oneOf('none', 'allow', 'ask', 'block'),
  reason: orNull(isText),
  block: orNull(shaped({ effect: isText, reason: orNull(isText), hook: isText })),
  rewritten: listOf(isText),
  contexts: shaped({ count: isNumber, texts: listOf(isText) }),
  messages: listOf(shaped({ level: isText, text: isText, hook: isText })),
  extra: isJsonObject,
});

const isNote = shaped({ id: orNull(isText), text: isText });
const isCountOrAbsent = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && isNumber(value));

const SHAPES: Readonly<Record<RecordEntry['kind'], Check>> = {
  start: shaped({
    id: isText,
    pid: isNumber,
    project: isText,
    event: shaped({ hook_event_name: isText }),
    hooks: listOf(isText),
  }),
  end: shaped({ id: isText, outcome: isOutcome, hooks: listOf(isRun), durationMs: isNumber }),
  background: shaped({ id: isText, hook: isRun }),
  note: (value) =>
    isNote(value) && isCountOrAbsent((value as NoteEntry).lost) && isCountOrAbsent((value as NoteEntry).dropped),
};

const isStamped = shaped({ v: (value) => value === 1, kind: oneOf(...Object.keys(SHAPES)), at: isTime });

const isEntry = (value: unknown): value is RecordEntry =>
  isStamped(value) && SHAPES[(value as RecordEntry).kind](value);

/** The secret of those who may write the record; null when only accidental damage must be detected. */
export type RecordKey = Uint8Array | null;

/** How many hexadecimal digits of a SHA-256 or of an HMAC are kept: 128 bits. */
const DIGITS = 32;

/** The beginning of the SHA-256 of some data, or with a key of its HMAC. */
export const digestOf = (data: string | Uint8Array, key: RecordKey): string =>
  (key === null ? sha256(data) : hmacSha256(data, key)).slice(0, DIGITS);
