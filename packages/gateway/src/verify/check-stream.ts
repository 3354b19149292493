import {
  basesOf,
  ChainCheck,
  type ChainPlace,
  digestsOf,
  type Mark,
  markOf,
  PlaceSearch,
} from '@hookline/core/internal';
import { lineDigest, NO_HEAD } from '@hookline/fleet';
import { FileNames } from '../ingest/file-names.ts';
import { EndCheck, type SignedEnd } from './end-check.ts';
import { type AskRows, type StoredChunk, storedChunks, type StoredStream } from './stored-lines.ts';

/** A stream as its row says that it is; what is newer than the row is not looked at. */
export interface CheckedStream extends StoredStream {
  readonly lines: number;
  readonly head: string;
  /** Older epochs of the same machine, which lines of this one may follow. */
  readonly older: readonly StoredStream[];
  /** Where it ended when daily checkpoints were signed, as far as that is to be checked. */
  readonly ends: readonly SignedEnd[];
}

/** Something wrong with a stream, at a line counted from 1. */
export interface StreamFinding {
  readonly line: number;
  readonly kind: string;
  readonly message: string;
}

export interface StreamCheck {
  readonly isWhole: boolean;
  readonly lines: number;
  /** Lines whose content or key is not here: their links were checked, their digests could not be. */
  readonly byMark: number;
  readonly findings: readonly StreamFinding[];
  /** Lines torn by a crash, which the next writer noticed. */
  readonly torn: number;
  /**
   * Lines that no later one covers: put between others afterwards, or written by a process that stood still while the
   * file was rotated. Honest records have few; what is missing leaves one before it.
   */
  readonly uncovered: readonly number[];
}

/** So many lines may be written after one before any of them covers it: no writer looks back further. */
const COVERED_WITHIN = 256;

/**
 * Checks a stored stream from the first line that is kept to its last: that the chunks follow each other, that each line is as it was
 * written, that what it covers stands before it, and that a later one covers it. Memory does not grow with the stream.
 */
export async function checkStream(ask: AskRows, stream: CheckedStream): Promise<StreamCheck> {
  const rows = new RowCheck(stream);
  const left = new LeftLinks(stream);
  const { check, lines, byMark } = await fedCheck(ask, stream, { rows, left });
  const ofRows = rows.findings();
  if (check === null) return { isWhole: ofRows.length === 0, lines, byMark, findings: ofRows, torn: 0, uncovered: [] };
  await settleLinks(ask, stream, check);
  check.end();
  const findings = [
    ...ofRows,
    ...check
      .findings()
      .filter((finding) => left.isCertain(finding))
      .map(({ line, kind, message }) => ({ line, kind, message })),
  ].sort((one, other) => one.line - other.line);
  return {
    isWhole: findings.length === 0,
    lines,
    byMark,
    findings,
    torn: check.notices().length,
    uncovered: await uncoveredIn(ask, stream, check),
  };
}

interface FedCheck {
  /** Null: there is no line, and none was removed. */
  readonly check: ChainCheck | null;
  readonly lines: number;
  readonly byMark: number;
}

async function fedCheck(
  ask: AskRows,
  stream: CheckedStream,
  { rows, left }: { readonly rows: RowCheck; readonly left: LeftLinks },
): Promise<FedCheck> {
  const files = new FileNames();
  const tail = stream.begin?.tail ?? [];
  let check = tail.length === 0 ? null : checkAfter(tail, files);
  let [lines, byMark] = [0, 0];
  for await (const chunk of storedChunks(ask, stream)) {
    rows.see(chunk);
    for (const [n, raw] of chunk.lines.entries()) {
      const mark = markOf(raw);
      check ??= new ChainCheck({ beginning: { roots: [], isShortened: (mark?.seen ?? 1) > 1 } });
      const place = { file: files.nameFor(mark), line: chunk.at + n + 1 };
      left.see(mark, place.line);
      if (chunk.level > 0 || mark?.isKeyed === true) {
        check.feedByMark(raw, place);
        byMark += 1;
      } else check.feed(raw, place);
      lines += 1;
    }
  }
  rows.end();
  return { check, lines, byMark };
}

/** The lines that are kept are checked after the marks of those that were removed; these were checked before they went. */
function checkAfter(tail: readonly Mark[], files: FileNames): ChainCheck {
  const check = new ChainCheck({ beginning: { roots: [], isShortened: (tail[0]?.seen ?? 1) > 1 } });
  for (const mark of tail)
    check.add({ kind: 'chained', file: files.nameFor(mark), line: REMOVED, mark, state: 'intact', lost: null });
  return check;
}

const REMOVED = 0;

/** Links that may well lead to lines that were removed, so that nothing can be said about them any more. */
class LeftLinks {
  readonly #mayBeLeft: boolean;
  readonly #lines = new Set<number>();
  #first: number | null;

  constructor({ begin, older }: CheckedStream) {
    this.#mayBeLeft = begin !== null || older.some((epoch) => epoch.begin !== null);
    this.#first = begin?.tail[0]?.seen ?? null;
  }

  see(mark: Mark | null, line: number): void {
    if (!this.#mayBeLeft || mark === null) return;
    this.#first ??= mark.seen;
    if (mark.seen <= this.#first + COVERED_WITHIN) this.#lines.add(line);
  }

  isCertain({ line, kind }: StreamFinding): boolean {
    return line !== REMOVED && !(kind === 'missing' && this.#lines.has(line));
  }
}

/** The rows about the chunks: one must begin where the one before it ended, and the last ends where the stream does. */
class RowCheck {
  readonly #findings: StreamFinding[] = [];
  readonly #ends: EndCheck;
  readonly #stream: CheckedStream;
  #seq: number;
  #lines: number;
  #head: string;

  constructor(stream: CheckedStream) {
    this.#stream = stream;
    this.#ends = new EndCheck(stream.ends, stream.begin);
    ({ seq: this.#seq, lines: this.#lines, head: this.#head } = stream.begin ?? { seq: 0, lines: 0, head: NO_HEAD });
  }

  see({ seq, at, after, head, count, lines }: StoredChunk): void {
    if (seq !== this.#seq + 1 || at !== this.#lines || after !== this.#head)
      this.#tell('missing', `${Math.max(1, at - this.#lines)} lines that were here are missing before chunk ${seq}`);
    const last = lines.at(-1);
    if (lines.length !== count || last === undefined || lineDigest(last) !== head)
      this.#tell('changed', `chunk ${seq} is not as it was stored: ${count} lines up to ${head} were`);
    this.#seq = seq;
    this.#lines = at + count;
    this.#head = head;
    this.#ends.see({ lines: this.#lines, head });
  }

  findings(): readonly StreamFinding[] {
    return [...this.#findings, ...this.#ends.findings];
  }

  end(): void {
    const { lines, head } = this.#stream;
    if (lines !== this.#lines || head !== this.#head)
      this.#tell('missing', `the stream had ${lines} lines up to ${head}, and ends here`);
    this.#ends.end(this.#lines);
  }

  #tell(kind: string, message: string): void {
    this.#findings.push({ line: this.#lines + 1, kind, message });
  }
}

async function settleLinks(ask: AskRows, stream: CheckedStream, check: ChainCheck): Promise<void> {
  const unsettled = check.unsettled();
  if (unsettled.length === 0) return;
  const wanted = digestsOf(unsettled);
  const places = await placesIn(ask, stream, wanted);
  const bases = await placesIn(ask, stream, basesOf(places));
  const missing = new Set([...wanted].filter((digest) => !places.has(digest)));
  const before = await placesBefore(ask, stream, missing);
  check.settle((digest) => places.get(digest) ?? bases.get(digest) ?? before.get(digest) ?? null);
}

async function placesIn(
  ask: AskRows,
  stored: StoredStream,
  digests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ChainPlace>> {
  const search = new PlaceSearch(digests);
  for (const mark of stored.begin?.tail ?? []) search.see(mark);
  if (digests.size > 0)
    for await (const { lines } of storedChunks(ask, stored))
      for (const raw of lines) {
        const mark = markOf(raw);
        if (mark !== null) search.see(mark);
      }
  return search.places();
}

/** Lines of older epochs stand before all of this one. */
async function placesBefore(
  ask: AskRows,
  { older }: CheckedStream,
  digests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ChainPlace>> {
  const found = new Map<string, ChainPlace>();
  for (const epoch of older)
    for (const [digest, { index }] of await placesIn(ask, epoch, digests))
      found.set(digest, { index: index - Number.MAX_SAFE_INTEGER, base: Number.NEGATIVE_INFINITY });
  return found;
}

/** Lines that were passed over by all that came later. */
async function uncoveredIn(ask: AskRows, stream: CheckedStream, check: ChainCheck): Promise<readonly number[]> {
  const open = new Set(check.uncovered());
  if (open.size <= 1) return [];
  const found: number[] = [];
  for await (const { at, lines } of storedChunks(ask, stream))
    for (const [n, raw] of lines.entries()) {
      const digest = markOf(raw)?.digest;
      if (digest !== undefined && open.delete(digest) && stream.lines - at - n > COVERED_WITHIN) found.push(at + n + 1);
    }
  return found;
}
