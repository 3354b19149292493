import type { Look } from './chain.ts';
import { findingAt, linesAre } from './finding.ts';
import type { RecordFinding } from './finding.ts';
import type { ChainedLine } from './read-chain.ts';

/** What the links may refer to besides lines. */
export interface ChainBeginning {
  /** What the first line of a record covers; empty when unknown. */
  readonly roots: readonly string[];
  /** Older files have been removed by rotation. */
  readonly isShortened: boolean;
}

/** Checks that all lines covered by a line come before it, in their order. */
export function checkLinks(chain: readonly ChainedLine[], beginning: ChainBeginning): readonly RecordFinding[] {
  const record: PlacedChain = { chain, places: new Map(), beginning };
  for (const [index, { mark }] of chain.entries())
    if (!record.places.has(mark.digest)) record.places.set(mark.digest, index);
  return chain.flatMap((line, index) => {
    const { covers } = line.mark;
    return covers.by === 'mate' ? checkMate(record, index, covers.digest) : checkLook(record, index, covers.look);
  });
}

interface PlacedChain {
  readonly chain: readonly ChainedLine[];
  /** The position of each digest. */
  readonly places: Map<string, number>;
  readonly beginning: ChainBeginning;
}

/** A line that was written in one call with another one comes directly after it. */
function checkMate(record: PlacedChain, index: number, mate: string): readonly RecordFinding[] {
  if (record.chain[index - 1]?.mark.digest === mate) return [];
  return record.places.has(mate) ? movedAt(record, index) : missingAt(record, index, 1);
}

function checkLook(record: PlacedChain, index: number, look: Look): readonly RecordFinding[] {
  const found = mustStand(look, record.beginning).map((digest) => record.places.get(digest));
  const known = found.filter((place) => place !== undefined);
  if (known.length < found.length && !isOfRemovedFile(record, index, look))
    return missingAt(record, index, found.length - known.length);
  const isInOrder = isAscending([baseOf(record, known.at(-1)), ...known, index]);
  return isInOrder ? [] : movedAt(record, index);
}

/** The lines that must exist: all but the root of an empty record. */
const mustStand = ({ seen, prev }: Look, { roots }: ChainBeginning): readonly string[] =>
  seen === 0 ? prev.filter((digest) => roots.length > 0 && !roots.includes(digest)) : prev;

/** The first lines of the oldest file may refer to one that is gone. */
const isOfRemovedFile = ({ chain, beginning }: PlacedChain, index: number, { opens }: Look): boolean =>
  beginning.isShortened && opens && chain[index]?.file === chain[0]?.file;

/** How far the writer of a line had read: everything that a later line covers together with it comes after that. */
function baseOf({ chain, places }: PlacedChain, last: number | undefined): number {
  let index = last ?? -1;
  while (chain[index]?.mark.covers.by === 'mate') index -= 1;
  const covers = chain[index]?.mark.covers;
  return (covers?.by === 'look' ? places.get(covers.look.prev.at(-1) ?? '') : undefined) ?? -1;
}

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));

function movedAt({ chain }: PlacedChain, index: number): readonly RecordFinding[] {
  const line = chain[index];
  return line === undefined ? [] : [findingAt(line, 'moved', MOVED)];
}

const MOVED = 'is not where it was written, or the lines before it are not';

function missingAt({ chain }: PlacedChain, index: number, least: number): readonly RecordFinding[] {
  const line = chain[index];
  if (line === undefined) return [];
  const gap = line.mark.seen - 1 - (chain[index - 1]?.mark.seen ?? 0);
  return [findingAt(line, 'missing', `${linesAre(Math.max(gap, least))} missing before it`)];
}
