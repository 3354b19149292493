import { anchorFile, readAnchor } from './anchor.ts';
import type { Anchor } from './anchor.ts';
import type { ChainBeginning } from './check-links.ts';
import type { RecordKey } from './chain.ts';
import { currentFile } from './reader.ts';
import { findingAt, linesAre } from './finding.ts';
import type { RecordFinding, RecordPlace } from './finding.ts';
import type { ChainedLine, ChainLine } from './read-chain.ts';

/** The anchors of a record as read: with the key, and without. */
export interface Anchors {
  readonly place: RecordPlace;
  readonly isKeyed: boolean;
  readonly anchor: Anchor | 'missing' | 'damaged';
  readonly unkeyed: Anchor | 'missing' | 'damaged';
}

/** Reads what the record should contain; before the record itself, which may grow meanwhile. */
export function readAnchors(folder: string, key: RecordKey): Anchors {
  const place = { file: anchorFile(folder, key), line: 1 };
  return { place, isKeyed: key !== null, anchor: anchorOf(folder, key), unkeyed: anchorOf(folder, null) };
}

function anchorOf(folder: string, key: RecordKey): Anchors['anchor'] {
  try {
    return readAnchor(folder, key) ?? 'missing';
  } catch {
    return 'damaged';
  }
}

/** How the record may begin. */
export function beginningOf({ anchor, unkeyed }: Anchors): ChainBeginning {
  const known = [anchor, unkeyed].filter((each) => typeof each === 'object');
  return { roots: known.map(({ root }) => root.digest), isShortened: known.some(({ first }) => first !== null) };
}

/** Checks the record against the anchor, line by line: whether its end, its beginning and the anchor itself are there. */
export interface AnchorCheck {
  readonly see: (line: ChainLine) => void;
  readonly findings: () => readonly RecordFinding[];
}

export function createAnchorCheck(folder: string, anchors: Anchors): AnchorCheck {
  const { anchor, place } = anchors;
  const known = typeof anchor === 'object' ? anchor : null;
  const seen: SeenLines = {
    first: null,
    lastSeen: 0,
    lastLine: 0,
    hasLast: false,
    hasFirst: false,
    isLate: false,
    isChecked: false,
  };
  const file = currentFile(folder);
  return {
    see: (line) => {
      if (line.file === file) seen.lastLine = line.line;
      if (line.kind === 'chained') note(seen, line, known);
    },
    findings: () => {
      if (anchor === 'damaged') return [findingAt(place, 'anchor', 'is damaged, or was made with another key')];
      if (known === null) return seen.isChecked ? [findingAt(place, 'anchor', MISSING)] : [];
      const end = { file, line: seen.lastLine + 1 };
      return [...cut(seen, known, end), ...beheaded(seen, known, end), ...renewed(seen, known, anchors)];
    },
  };
}

const MISSING = 'is missing, so it cannot be checked whether the end was cut off';

/** What the anchor must be compared with. */
interface SeenLines {
  first: RecordPlace | null;
  /** What the last line of the chain counts. */
  lastSeen: number;
  /** The last line of the current file. */
  lastLine: number;
  /** The last line that the anchor names stands in the record, or a line that refers to it. */
  hasLast: boolean;
  hasFirst: boolean;
  /** A keyed line stands before the anchor was made. */
  isLate: boolean;
  /** There is a line that could be checked. */
  isChecked: boolean;
}

function note(seen: SeenLines, line: ChainedLine, anchor: Anchor | null): void {
  const { digest, covers, isKeyed, seen: count } = line.mark;
  seen.first ??= { file: line.file, line: line.line };
  seen.lastSeen = count;
  seen.isChecked ||= line.state !== 'unchecked';
  if (anchor === null) return;
  const { last, first, root } = anchor;
  seen.hasLast ||= digest === last.digest || (covers.by === 'look' && covers.look.prev.includes(last.digest));
  seen.hasFirst ||= digest === first?.digest;
  seen.isLate ||= isKeyed && count <= root.seen;
}

function cut(seen: SeenLines, { root, first, last }: Anchor, end: RecordPlace): readonly RecordFinding[] {
  if (last.digest === root.digest || (first !== null && last.seen < first.seen) || seen.hasLast) return [];
  const gap = last.seen - seen.lastSeen;
  return [findingAt(end, 'cut', `the end was cut off: ${linesAre(Math.max(1, gap))} missing here`)];
}

function beheaded(seen: SeenLines, { first }: Anchor, end: RecordPlace): readonly RecordFinding[] {
  if (first === null || seen.hasFirst) return [];
  return [
    findingAt(seen.first ?? end, 'missing', 'the files before it were removed, and not because the record was full'),
  ];
}

/**
 * An anchor is created before the first line that it can name; a key may have been added later, but then no earlier
 * line has it.
 */
function renewed(seen: SeenLines, { root, first }: Anchor, { isKeyed, place }: Anchors): readonly RecordFinding[] {
  const isLate = isKeyed ? seen.isLate : root.seen > 0;
  const message = `was made anew when there were ${root.seen} lines, so it cannot be checked whether entries were cut off before`;
  return isLate && first === null ? [findingAt(place, 'anchor', message)] : [];
}
