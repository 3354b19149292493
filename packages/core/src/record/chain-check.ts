import { createLineChecker } from './check-lines.ts';
import type { ChainBeginning, FindPlace, LinkedLine } from './check-links.ts';
import { judgeLinks, LinkChecker, repeated } from './check-links.ts';
import type { ChainPoint, RecordKey } from './chain.ts';
import { findingAt, linesAre } from './finding.ts';
import type { RecordFinding, RecordNotice, RecordPlace } from './finding.ts';
import type { ChainedLine, ChainLine } from './read-chain.ts';
import { judged, judgedByMark } from './read-chain.ts';

export interface ChainCheckOptions {
  readonly key?: RecordKey;
  readonly beginning?: ChainBeginning;
  /** Lines after this many must have the key. */
  readonly keyedFrom?: number;
  /** How many of the newest lines are remembered; links that go further back must be looked up. */
  readonly remembered?: number;
}

const UNKEYED = 'was written without the key';
const ASK = 'name the file of the key in HOOKLINE_RECORD_KEY_FILE';
const UNKNOWN_BEGINNING: ChainBeginning = { roots: [], isShortened: false };

/** Checks a chain line by line, in memory that does not grow with it. */
export class ChainCheck {
  readonly #key: RecordKey;
  readonly #beginning: ChainBeginning;
  readonly #keyedFrom: number;
  readonly #alone = createLineChecker();
  readonly #links: LinkChecker;
  /** Places about which something may be found later. */
  readonly #ranks = new Map<string, number>();
  readonly #findings: RankedFinding[] = [];
  readonly #notices: RecordNotice[] = [];
  #unsettled: LinkedLine[] = [];
  #last: ChainPoint | null = null;
  #count = 0;
  #unchecked: { readonly first: RecordPlace; readonly count: number } | null = null;

  constructor(options: ChainCheckOptions = {}) {
    const { key = null, beginning = UNKNOWN_BEGINNING, keyedFrom = Number.POSITIVE_INFINITY, remembered } = options;
    this.#key = key;
    this.#beginning = beginning;
    this.#keyedFrom = keyedFrom;
    this.#links = new LinkChecker(beginning, remembered);
  }

  /** A line as it stands in its file; returns what it is: two where a partial line stands before it. */
  feed(raw: Buffer, place: RecordPlace, isEnded = true): readonly ChainLine[] {
    const lines = judged(raw, place, { isEnded, key: this.#key });
    for (const line of lines) this.add(line);
    return lines;
  }

  /** A line whose content or key is not here: its links are checked, its digest is not. */
  feedByMark(raw: Buffer, place: RecordPlace): void {
    this.add(judgedByMark(raw, place));
  }

  /** The same for a line that was read already. */
  add(line: ChainLine): void {
    if (line.kind === 'torn') this.#ranks.set(placeOf(line), this.#count);
    const own = this.#alone.check(line);
    this.#keep(own.findings);
    this.#notices.push(...own.notices);
    if (line.kind === 'chained') this.#addChained(line);
    this.#count += 1;
  }

  #addChained(line: ChainedLine): void {
    const { mark, state } = line;
    const { linked, findings } = this.#links.check(line);
    const isFirstUnchecked = state === 'unchecked' && this.#unchecked === null;
    if (this.#last === null || isFirstUnchecked || findings === null) this.#ranks.set(placeOf(line), this.#count);
    this.#last = { seen: mark.seen, digest: mark.digest };
    if (state === 'unchecked')
      this.#unchecked = { first: this.#unchecked?.first ?? line, count: (this.#unchecked?.count ?? 0) + 1 };
    const isUnkeyed = this.#key !== null && !mark.isKeyed && mark.seen > this.#keyedFrom;
    if (isUnkeyed) this.#keep([findingAt(line, 'unkeyed', UNKEYED)]);
    if (findings === null) this.#unsettled.push(linked);
    else this.#keep(findings);
  }

  /** Adds a finding about the record as a whole, or about its first line. */
  tell(finding: RecordFinding): void {
    this.#keep([finding]);
  }

  /** Settles lines that refer to others further back, once their digests were looked up in the whole chain. */
  settle(find: FindPlace): void {
    for (const line of this.#unsettled) {
      const first = find(line.digest)?.index ?? line.index;
      this.#keep([...(first < line.index ? [repeated(line)] : []), ...linksOf(line, this.#beginning, find)]);
    }
    this.#unsettled = [];
  }

  /** After the last line: what was waiting for later ones becomes certain. */
  end(): void {
    this.#keep(this.#alone.end());
    if (this.#unchecked === null) return;
    const { first, count } = this.#unchecked;
    this.#keep([findingAt(first, 'unchecked', `${linesAre(count)} keyed: ${ASK}`)]);
  }

  /** The findings so far, in the order of the lines; what is not certain yet is left out. */
  findings(): readonly RecordFinding[] {
    return inOrder(this.#findings, this.#count);
  }

  notices(): readonly RecordNotice[] {
    return this.#notices;
  }

  /** Lines that refer to others that are not remembered. */
  unsettled(): readonly LinkedLine[] {
    return this.#unsettled;
  }

  /** Digests of lines that no later one covers yet. */
  uncovered(): readonly string[] {
    return this.#links.uncovered();
  }

  last(): ChainPoint | null {
    return this.#last;
  }

  lines(): number {
    return this.#count;
  }

  /** A torn line is judged some lines after it was read. */
  #keep(found: readonly RecordFinding[]): void {
    for (const finding of found)
      this.#findings.push({ finding, rank: this.#ranks.get(placeOf(finding)) ?? this.#count });
  }
}

/** A mate that directly follows its line is in order even where that line had to be looked up. */
function linksOf(line: LinkedLine, beginning: ChainBeginning, find: FindPlace): readonly RecordFinding[] {
  const { covers } = line;
  if (covers.by === 'mate' && find(covers.digest)?.index === line.index - 1) return [];
  return judgeLinks(line, beginning, find) ?? [];
}

interface RankedFinding {
  readonly finding: RecordFinding;
  readonly rank: number;
}

const placeOf = ({ file, line }: RecordPlace): string => `${file}:${line}`;

const KINDS: readonly RecordFinding['kind'][] = ['torn', 'added', 'lost', 'edited'];

/** At one line what is about the line itself comes before its links. */
const orderOf = ({ kind }: RecordFinding): number => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);

/** In the order of the lines; findings about no line come last, as they were told. */
const inOrder = (findings: readonly RankedFinding[], lines: number): readonly RecordFinding[] =>
  findings
    .toSorted(
      (one, other) => one.rank - other.rank || (one.rank === lines ? 0 : orderOf(one.finding) - orderOf(other.finding)),
    )
    .map(({ finding }) => finding);
