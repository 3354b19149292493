import { statSync } from 'node:fs';
import { ChainCheck } from './chain-check.ts';
import type { RecordKey } from './chain.ts';
import { beginningOf, createAnchorCheck, readAnchors } from './check-anchor.ts';
import type { Anchors } from './check-anchor.ts';
import { basesOf, type ChainPlace, digestsOf, PlaceSearch } from './check-links.ts';
import { entriesAreMissing, findingAt } from './finding.ts';
import type { RecordFinding, RecordReport } from './finding.ts';
import { countOf, lostMarks } from './lost-marks.ts';
import { readChain, readMarks } from './read-chain.ts';
import { currentFile, rotatedNames } from './reader.ts';

const LOOKS = 5;
const PAUSE_MS = 100;

/**
 * Checks every line of the record: by its digest, by the lines before it, and by the anchor. Other processes may go on
 * writing.
 */
export function verifyRecord(folder: string, key: RecordKey = null): RecordReport {
  for (let look = 1; ; look += 1) {
    const before = stateOf(folder);
    const report = verifyOnce(folder, key);
    // There may be a partial line at the end while another process writes, and the oldest file may be removed while
    // this one reads.
    if (report.whole || look === LOOKS || stateOf(folder) === before) return report;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

const stateOf = (folder: string): string =>
  [...rotatedNames(folder), statSync(currentFile(folder), { throwIfNoEntry: false })?.size ?? ''].join('/');

function verifyOnce(folder: string, key: RecordKey): RecordReport {
  const anchors = readAnchors(folder, key);
  const { anchor } = anchors;
  const beginning = beginningOf(anchors);
  const keyedFrom = typeof anchor === 'object' ? anchor.root.seen : Number.POSITIVE_INFINITY;
  const check = new ChainCheck({ key, beginning, keyedFrom });
  const ends = createAnchorCheck(folder, anchors);
  const files = new Set<string>();
  for (const line of readChain(folder, key)) {
    files.add(line.file);
    check.add(line);
    ends.see(line);
  }
  settleLinks(folder, check);
  check.end();
  for (const finding of [...ends.findings(), ...checkLost(folder, key, anchors)]) check.tell(finding);
  const findings = check.findings();
  return {
    whole: findings.length === 0,
    files: files.size,
    lines: check.lines(),
    last: check.last(),
    findings,
    notices: check.notices(),
  };
}

/** Looks up in the files what lines refer to that is further away than is remembered, or nowhere. */
function settleLinks(folder: string, check: ChainCheck): void {
  const unsettled = check.unsettled();
  if (unsettled.length === 0) return;
  const places = placesOf(folder, digestsOf(unsettled));
  const more = placesOf(folder, basesOf(places));
  check.settle((digest) => places.get(digest) ?? more.get(digest) ?? null);
}

function placesOf(folder: string, digests: ReadonlySet<string>): ReadonlyMap<string, ChainPlace> {
  const search = new PlaceSearch(digests);
  if (digests.size > 0) for (const mark of readMarks(folder)) search.see(mark);
  return search.places();
}

/** Missing entries that no line of the record reports yet, because none could be written since. */
function checkLost(folder: string, key: RecordKey, { place }: Anchors): readonly RecordFinding[] {
  const count = countOf(lostMarks(folder, key));
  return count === 0
    ? []
    : [findingAt(place, 'lost', `${entriesAreMissing(count)} at the end: they could not be written`)];
}
