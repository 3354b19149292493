import {
  ChainCheck,
  type ChainPlace,
  digestsOf,
  basesOf,
  type Mark,
  markOf,
  PlaceSearch,
} from '@hookline/core/internal';
import { type ChunkFinding, evidenceOf } from './check-lines.ts';
import { FileNames } from './file-names.ts';

/** The marks of lines that stand directly before a chunk. */
export interface EarlierMarks {
  readonly marks: readonly Mark[];
  /** They begin with the first line of the stream. */
  readonly isWhole: boolean;
  /** Nothing of the machine's record is in another stream. */
  readonly isFirstEpoch: boolean;
}

/** At least so many lines, or all; null: a chunk that follows another line than the last, or enough was found wrong there. */
export type LookBack = (atLeast: number) => Promise<EarlierMarks | null>;

/** A chunk that is to follow a line. */
export interface ChunkToLink {
  readonly lines: readonly Buffer[];
  readonly after: string;
  /** How many lines of the stream come before it. */
  readonly at: number;
}

/**
 * Checks with core's own code what the lines of a chunk say about those before them. Nearly all chunks say it of lines of
 * their own; else earlier lines are read, as few as will do. What is further back still is left to the check of the stream.
 */
export async function checkLinks(lookBack: LookBack, chunk: ChunkToLink): Promise<readonly ChunkFinding[]> {
  if (chunk.at > 0 && followsDirectly(chunk)) return [];
  for (const atLeast of chunk.at === 0 ? [0] : LOOKS_BACK) {
    // oxlint-disable-next-line no-await-in-loop -- more is read only where less does not suffice
    const earlier = atLeast === 0 && chunk.at > 0 ? theLineBefore(chunk) : await lookBack(atLeast);
    if (earlier === null) return [];
    const links = new ChunkLinks(chunk, earlier);
    if (links.areKnown || earlier.isWhole || atLeast === MOST_LINES_BACK) return links.findings();
  }
  return [];
}

const MOST_LINES_BACK = 16_384;
/** Writers look back a few hundred lines at most; what comes late in a file that was put aside can refer to more. */
const LOOKS_BACK = [0, 1_000, MOST_LINES_BACK] as const;

const NO_LOOK = { seen: 0, prev: [], opens: false, torn: false };

/** Only that it is there is known of it. */
const theLineBefore = ({ after }: ChunkToLink): EarlierMarks => ({
  marks: [{ seen: 0, digest: after, isKeyed: false, covers: { by: 'look', look: NO_LOOK } }],
  isWhole: false,
  isFirstEpoch: false,
});

/** Whether each line covers the one before it and nothing else, as it is where one process writes: seen by its end alone. */
function followsDirectly({ lines, after }: ChunkToLink): boolean {
  let before = after;
  for (const line of lines) {
    const [, covered, digest = ''] = END.exec(line.toString('latin1', Math.max(0, line.length - END_LENGTH))) ?? [];
    if (covered !== before) return false;
    before = digest;
  }
  return true;
}

const END = /(?:"prev":\["|"with":")([0-9a-f]{32})"\]?,"(?:digest|mac)":"([0-9a-f]{32})"\}\}$/;
const END_LENGTH = 89;

/** So many lines may be written before one is covered by a later one. */
const COVERED_WITHIN = 256;

const KINDS: readonly string[] = ['missing', 'moved', 'added'];

/** The lines of a chunk among those before them. */
class ChunkLinks {
  readonly #chunk: ChunkToLink;
  readonly #earlier: EarlierMarks;
  readonly #own: readonly (Mark | null)[];
  readonly #check: ChainCheck;
  readonly #places: ReadonlyMap<string, ChainPlace>;
  /** Whether all lines to which the chunk refers were found. */
  readonly areKnown: boolean;

  constructor(chunk: ChunkToLink, earlier: EarlierMarks) {
    this.#chunk = chunk;
    this.#earlier = earlier;
    this.#own = chunk.lines.map(markOf);
    this.#check = this.#fed();
    const wanted = digestsOf(this.#check.unsettled().filter(({ place }) => place.line > chunk.at));
    this.#places = this.#placesOf(wanted);
    this.areKnown = [...wanted].every((digest) => this.#places.has(digest));
  }

  findings(): readonly ChunkFinding[] {
    const bases = this.#placesOf(basesOf(this.#places));
    this.#check.settle((digest) => this.#places.get(digest) ?? bases.get(digest) ?? null);
    const { at, lines } = this.#chunk;
    return this.#check.findings().flatMap(({ line, kind, message }) => {
      const index = line - at - 1;
      if (index < 0 || !KINDS.includes(kind) || (kind === 'missing' && this.#isLeft(index))) return [];
      return [{ line: index + 1, kind, message, text: evidenceOf(lines[index] ?? NO_TEXT) }];
    });
  }

  #fed(): ChainCheck {
    const { marks, isWhole } = this.#earlier;
    const { at, lines } = this.#chunk;
    const first = marks[0] ?? this.#own.find((mark) => mark !== null);
    const check = new ChainCheck({
      beginning: { roots: [], isShortened: isWhole && (first?.seen ?? 1) > 1 },
      remembered: marks.length + lines.length + 1,
    });
    const files = new FileNames();
    const add = (mark: Mark, line: number): void =>
      check.add({ kind: 'chained', file: files.nameFor(mark), line, mark, state: 'intact', lost: null });
    for (const mark of marks) add(mark, 0);
    for (const [index, raw] of lines.entries()) {
      const mark = this.#own[index] ?? null;
      if (mark === null) check.feed(raw, { file: files.nameFor(null), line: at + index + 1 });
      else add(mark, at + index + 1);
    }
    return check;
  }

  #placesOf(wanted: ReadonlySet<string>): ReadonlyMap<string, ChainPlace> {
    const search = new PlaceSearch(wanted);
    if (wanted.size > 0) for (const mark of [...this.#earlier.marks, ...this.#own]) if (mark !== null) search.see(mark);
    return search.places();
  }

  /** What was written before the lines that were read may well refer to others before them. */
  #isLeft(index: number): boolean {
    const { marks, isWhole, isFirstEpoch } = this.#earlier;
    if (isWhole && isFirstEpoch) return false;
    const first = marks[0] ?? this.#own.find((mark) => mark !== null);
    const own = this.#own[index];
    return (own?.seen ?? 0) <= (first?.seen ?? 0) + COVERED_WITHIN;
  }
}

const NO_TEXT = Buffer.alloc(0);
