import { entriesAreMissing, findingAt } from './finding.ts';
import type { RecordFinding, RecordNotice } from './finding.ts';
import type { ChainedLine, ChainLine } from './read-chain.ts';

/** Findings about single lines. */
export interface LineChecks {
  readonly findings: readonly RecordFinding[];
  readonly notices: readonly RecordNotice[];
}

/** Checks each line by itself: whether it is unaltered, and whether it belongs there at all. */
export function checkLines(lines: readonly ChainLine[]): LineChecks {
  const torn = lines.flatMap((line, index) =>
    line.kind === 'torn' ? [{ line, isSeen: isSeenAsTorn(lines, index) }] : [],
  );
  return {
    findings: [
      ...lines.flatMap((line) => (line.kind === 'unchained' ? [findingAt(line, 'added', UNCHAINED)] : [])),
      ...torn.flatMap(({ line, isSeen }) => (isSeen ? [] : [findingAt(line, 'torn', TORN)])),
      ...repeated(lines.filter((line) => line.kind === 'chained')),
      ...lost(lines.filter((line) => line.kind === 'chained')),
      ...lines.flatMap((line) => (isEdited(line) ? [findingAt(line, 'edited', EDITED)] : [])),
    ],
    notices: torn.flatMap(({ line: { file, line }, isSeen }) =>
      isSeen ? [{ file, line, kind: 'torn' as const, message: TORN_AND_SEEN }] : [],
    ),
  };
}

const UNCHAINED = 'is not in the chain: it was inserted, or an older hookline wrote it';
const TORN = 'is not an entry: torn by a crash or a full disk, or edited';
const TORN_AND_SEEN = 'is not an entry: torn by a crash or a full disk; the next writer saw it so';
const EDITED = 'is not as it was written';

const isEdited = (line: ChainLine): boolean => line.kind === 'chained' && line.state === 'edited';

const SOON = 64;

/**
 * Whether one of the next writers found the file unfinished. If a line was overwritten, other lines show that it is
 * missing.
 */
const isSeenAsTorn = (lines: readonly ChainLine[], index: number): boolean =>
  lines
    .slice(index + 1, index + 1 + SOON)
    .some((line) => line.kind === 'chained' && line.mark.covers.by === 'look' && line.mark.covers.look.torn);

/** A note that was written again, because others had written into the middle of it, counts once. */
function lost(chain: readonly ChainedLine[]): readonly RecordFinding[] {
  const known = new Set<string>();
  return chain.flatMap((line) => {
    const note = line.lost;
    if (note === null || known.has(`${note.at} ${note.text}`)) return [];
    known.add(`${note.at} ${note.text}`);
    return [findingAt(line, 'lost', `${entriesAreMissing(note.lost ?? 0)} here`)];
  });
}

function repeated(chain: readonly ChainedLine[]): readonly RecordFinding[] {
  const known = new Set<string>();
  return chain.flatMap((line) => {
    const isKnown = known.has(line.mark.digest);
    known.add(line.mark.digest);
    return isKnown ? [findingAt(line, 'added', 'is in the record twice')] : [];
  });
}
