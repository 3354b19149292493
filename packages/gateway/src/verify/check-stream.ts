import { basesOf, ChainCheck, type ChainPlace, digestsOf, markOf, PlaceSearch } from '@hookline/core/internal';
import { lineDigest, NO_HEAD } from '@hookline/fleet';
import { FileNames } from '../ingest/file-names.ts';
import { type AskRows, type StoredChunk, storedChunks } from './stored-lines.ts';

/** A stream as its row says that it is; what is newer than the row is not looked at. */
export interface CheckedStream {
  readonly stream: string;
  readonly epoch: number;
  readonly seq: number;
  readonly lines: number;
  readonly head: string;
  /** Older epochs of the same machine, which lines of this one may follow. */
  readonly older: readonly { readonly stream: string; readonly seq: number }[];
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
 * Checks a stored stream from its first line to its last: that the chunks follow each other, that each line is as it was
 * written, that what it covers stands before it, and that a later one covers it. Memory does not grow with the stream.
 */
export async function checkStream(ask: AskRows, stream: CheckedStream): Promise<StreamCheck> {
  const rows = new RowCheck(stream);
  const files = new FileNames();
  let check: ChainCheck | null = null;
  let [lines, byMark] = [0, 0];
  for await (const chunk of storedChunks(ask, stream.stream, stream.seq)) {
    rows.see(chunk);
    for (const [n, raw] of chunk.lines.entries()) {
      const mark = markOf(raw);
      check ??= new ChainCheck({ beginning: { roots: [], isShortened: (mark?.seen ?? 1) > 1 } });
      const place = { file: files.nameFor(mark), line: chunk.at + n + 1 };
      if (chunk.level > 0 || mark?.isKeyed === true) {
        check.feedByMark(raw, place);
        byMark += 1;
      } else check.feed(raw, place);
      lines += 1;
    }
  }
  rows.end();
  if (check === null)
    return { isWhole: rows.findings.length === 0, lines, byMark, findings: rows.findings, torn: 0, uncovered: [] };
  await settleLinks(ask, stream, check);
  check.end();
  const findings = [
    ...rows.findings,
    ...check.findings().map(({ line, kind, message }) => ({ line, kind, message })),
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

/** The rows about the chunks: one must begin where the one before it ended, and the last ends where the stream does. */
class RowCheck {
  readonly findings: StreamFinding[] = [];
  readonly #stream: CheckedStream;
  #seq = 0;
  #lines = 0;
  #head = NO_HEAD;

  constructor(stream: CheckedStream) {
    this.#stream = stream;
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
  }

  end(): void {
    const { lines, head } = this.#stream;
    if (lines !== this.#lines || head !== this.#head)
      this.#tell('missing', `the stream had ${lines} lines up to ${head}, and ends here`);
  }

  #tell(kind: string, message: string): void {
    this.findings.push({ line: this.#lines + 1, kind, message });
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
  { stream, seq }: Pick<CheckedStream, 'stream' | 'seq'>,
  digests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ChainPlace>> {
  const search = new PlaceSearch(digests);
  if (digests.size > 0)
    for await (const { lines } of storedChunks(ask, stream, seq))
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
  for await (const { at, lines } of storedChunks(ask, stream.stream, stream.seq))
    for (const [n, raw] of lines.entries()) {
      const digest = markOf(raw)?.digest;
      if (digest !== undefined && open.delete(digest) && stream.lines - at - n > COVERED_WITHIN) found.push(at + n + 1);
    }
  return found;
}
