import { digestOf, isIntact, markOf } from '@hookline/core/internal';
import type { ShipLevel } from '@hookline/fleet';

/** Something wrong with a line of a chunk. */
export interface ChunkFinding {
  /** Counted from 1, in the chunk. */
  readonly line: number;
  readonly kind: string;
  readonly message: string;
  /** The line itself, in base64, kept as evidence. */
  readonly text: string;
}

/** Checks the digest of each line with core's own code; lines that came without their content cannot be checked. */
export function checkDigests(lines: readonly Buffer[], level: ShipLevel): readonly ChunkFinding[] {
  if (level !== 'full') return [];
  const findings: ChunkFinding[] = [];
  for (const [index, line] of lines.entries()) {
    if (endsWithItsDigest(line)) continue;
    const mark = markOf(line);
    if (mark === null || mark.isKeyed || isIntact(line, mark, null)) continue;
    findings.push({ line: index + 1, kind: 'edited', message: 'is not as it was written', text: evidenceOf(line) });
  }
  return findings;
}

const [DIGEST_KEY, DIGEST_DIGITS, LINE_END] = ['"digest":"', 32, '"}}'];

/** Most lines are as they were written, and to see that needs no reading of the mark: only those that are not have it read. */
function endsWithItsDigest(line: Buffer): boolean {
  const from = line.length - LINE_END.length - DIGEST_DIGITS;
  const end = line.toString('latin1', Math.max(0, from - DIGEST_KEY.length));
  if (!end.startsWith(DIGEST_KEY) || !end.endsWith(LINE_END)) return false;
  const said = end.slice(DIGEST_KEY.length, DIGEST_KEY.length + DIGEST_DIGITS);
  return digestOf(line.subarray(0, from), null) === said;
}

const MOST_EVIDENCE = 65_536;

/** A line as it is kept beside a finding. */
export const evidenceOf = (line: Buffer): string => line.subarray(0, MOST_EVIDENCE).toString('base64');
