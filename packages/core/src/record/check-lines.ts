import { entriesAreMissing, findingAt } from './finding.ts';
import type { RecordFinding, RecordNotice, RecordPlace } from './finding.ts';
import type { ChainedLine, ChainLine } from './read-chain.ts';

/** Findings, and torn lines that are explained. */
interface LineResult {
  readonly findings: readonly RecordFinding[];
  readonly notices: readonly RecordNotice[];
}

/** What is wrong with lines by themselves. */
export interface LineChecker {
  /** What is certain now; about a torn line that is some lines later. */
  readonly check: (line: ChainLine) => LineResult;
  /** What is left at the end of the record. */
  readonly end: () => readonly RecordFinding[];
}

/** Checks each line by itself: whether it is unaltered, and whether it belongs there at all. */
export function createLineChecker(): LineChecker {
  let torn: readonly WaitingLine[] = [];
  const told = new Set<string>();
  return {
    check: (line) => {
      const isSeen = line.kind === 'chained' && line.mark.covers.by === 'look' && line.mark.covers.look.torn;
      const settled = torn.filter(({ left }) => isSeen || left === 1);
      if (torn.length > 0)
        torn = isSeen ? [] : torn.filter(({ left }) => left > 1).map(({ place, left }) => ({ place, left: left - 1 }));
      if (line.kind === 'torn') torn = [...torn, { place: { file: line.file, line: line.line }, left: SOON }];
      const own =
        line.kind === 'chained'
          ? [...lostAt(line, told), ...editedAt(line)]
          : line.kind === 'unchained'
            ? [added(line)]
            : [];
      return isSeen
        ? { findings: own, notices: settled.map(({ place }) => ({ ...place, kind: 'torn', message: TORN_AND_SEEN })) }
        : { findings: [...settled.map(({ place }) => findingAt(place, 'torn', TORN)), ...own], notices: [] };
    },
    end: () => torn.map(({ place }) => findingAt(place, 'torn', TORN)),
  };
}

/** A torn line, and among how many more one must say that its writer found it so. */
interface WaitingLine {
  readonly place: RecordPlace;
  readonly left: number;
}

const UNCHAINED = 'is not in the chain: it was inserted, or an older hookline wrote it';
const TORN = 'is not an entry: torn by a crash or a full disk, or edited';
const TORN_AND_SEEN = 'is not an entry: torn by a crash or a full disk; the next writer saw it so';
const EDITED = 'is not as it was written';

/** An overwritten line is missing elsewhere, so a torn one is explained if one of the next writers found it so. */
const SOON = 64;

const added = (line: RecordPlace): RecordFinding => findingAt(line, 'added', UNCHAINED);

const editedAt = (line: ChainedLine): readonly RecordFinding[] =>
  line.state === 'edited' ? [findingAt(line, 'edited', EDITED)] : [];

/** A note that was written again, because others had written into the middle of it, counts once. */
function lostAt(line: ChainedLine, told: Set<string>): readonly RecordFinding[] {
  const note = line.lost;
  if (note === null || told.has(`${note.at} ${note.text}`)) return [];
  told.add(`${note.at} ${note.text}`);
  return [findingAt(line, 'lost', `${entriesAreMissing(note.lost ?? 0)} here`)];
}
