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

/** Checks the record against the anchor: whether its end, its beginning and the anchor itself are there. */
export function checkAnchor(folder: string, lines: readonly ChainLine[], anchors: Anchors): readonly RecordFinding[] {
  const { anchor, place } = anchors;
  const chain = lines.filter((line) => line.kind === 'chained');
  if (anchor === 'damaged') return [findingAt(place, 'anchor', 'is damaged, or was made with another key')];
  if (anchor === 'missing') {
    const isNeeded = chain.some(({ state }) => state !== 'unchecked');
    return isNeeded
      ? [findingAt(place, 'anchor', 'is missing, so it cannot be checked whether the end was cut off')]
      : [];
  }
  const file = currentFile(folder);
  const end = { file, line: (lines.findLast((line) => line.file === file)?.line ?? 0) + 1 };
  return [...cut(chain, anchor, end), ...beheaded(chain, anchor, end), ...renewed(chain, anchor, anchors)];
}

function cut(chain: readonly ChainedLine[], { root, first, last }: Anchor, end: RecordPlace): readonly RecordFinding[] {
  if (last.digest === root.digest || (first !== null && last.seen < first.seen)) return [];
  const isKnown = chain.some(
    ({ mark: { digest, covers } }) =>
      digest === last.digest || (covers.by === 'look' && covers.look.prev.includes(last.digest)),
  );
  const gap = last.seen - (chain.at(-1)?.mark.seen ?? 0);
  return isKnown ? [] : [findingAt(end, 'cut', `the end was cut off: ${linesAre(Math.max(1, gap))} missing here`)];
}

function beheaded(chain: readonly ChainedLine[], { first }: Anchor, end: RecordPlace): readonly RecordFinding[] {
  if (first === null || chain.some(({ mark }) => mark.digest === first.digest)) return [];
  return [
    findingAt(chain[0] ?? end, 'missing', 'the files before it were removed, and not because the record was full'),
  ];
}

/**
 * An anchor is created before the first line that it can name; a key may have been added later, but then no earlier
 * line has it.
 */
function renewed(
  chain: readonly ChainedLine[],
  { root, first }: Anchor,
  { isKeyed, place }: Anchors,
): readonly RecordFinding[] {
  const isLate = isKeyed ? chain.some(({ mark }) => mark.isKeyed && mark.seen <= root.seen) : root.seen > 0;
  const message = `was made anew when there were ${root.seen} lines, so it cannot be checked whether entries were cut off before`;
  return isLate && first === null ? [findingAt(place, 'anchor', message)] : [];
}
