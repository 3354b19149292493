import { statSync } from 'node:fs';
import { beginningOf, checkAnchor, readAnchors } from './check-anchor.ts';
import type { Anchors } from './check-anchor.ts';
import { checkLines } from './check-lines.ts';
import { checkLinks } from './check-links.ts';
import type { RecordKey } from './chain.ts';
import { currentFile, rotatedNames } from './reader.ts';
import { entriesAreMissing, findingAt, linesAre } from './finding.ts';
import type { RecordFinding, RecordReport } from './finding.ts';
import { countOf, lostMarks } from './lost-marks.ts';
import { readChain } from './read-chain.ts';
import type { ChainedLine } from './read-chain.ts';

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
  const lines = [...readChain(folder, key)];
  const chain = lines.filter((line) => line.kind === 'chained');
  const alone = checkLines(lines);
  const findings = [
    ...alone.findings,
    ...checkLinks(chain, beginningOf(anchors)),
    ...checkKeys(chain, key, anchors),
    ...checkAnchor(folder, lines, anchors),
    ...checkLost(folder, key, anchors),
  ];
  const last = chain.at(-1)?.mark ?? null;
  return {
    whole: findings.length === 0,
    files: new Set(lines.map(({ file }) => file)).size,
    lines: lines.length,
    last: last === null ? null : { seen: last.seen, digest: last.digest },
    findings: inOrder(findings, lines.map(placeOf)),
    notices: alone.notices,
  };
}

/** Missing entries that no line of the record reports yet, because none could be written since. */
function checkLost(folder: string, key: RecordKey, { place }: Anchors): readonly RecordFinding[] {
  const count = countOf(lostMarks(folder, key));
  return count === 0
    ? []
    : [findingAt(place, 'lost', `${entriesAreMissing(count)} at the end: they could not be written`)];
}

function checkKeys(chain: readonly ChainedLine[], key: RecordKey, { anchor }: Anchors): readonly RecordFinding[] {
  const unchecked = chain.filter(({ state }) => state === 'unchecked');
  const [first] = unchecked;
  if (first !== undefined) return [findingAt(first, 'unchecked', `${linesAre(unchecked.length)} keyed: ${ASK}`)];
  const keyedFrom = typeof anchor === 'object' ? anchor.root.seen : Number.POSITIVE_INFINITY;
  if (key === null) return [];
  return chain
    .filter(({ mark }) => !mark.isKeyed && mark.seen > keyedFrom)
    .map((line) => findingAt(line, 'unkeyed', 'was written without the key'));
}

const ASK = 'name the file of the key in HOOKLINE_RECORD_KEY_FILE';

const placeOf = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;

/** In the order of the record; findings about no line come last. */
function inOrder(findings: readonly RecordFinding[], places: readonly string[]): readonly RecordFinding[] {
  const order = new Map(places.map((place, index) => [place, index]));
  const rank = (finding: RecordFinding): number => order.get(placeOf(finding)) ?? places.length;
  return findings.toSorted((left, right) => rank(left) - rank(right));
}
