import { isIntact, markOf } from '@hookline/core/internal';
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
  return lines.flatMap((line, index) => {
    const mark = markOf(line);
    if (mark === null || mark.isKeyed || isIntact(line, mark, null)) return [];
    return [{ line: index + 1, kind: 'edited', message: 'is not as it was written', text: evidenceOf(line) }];
  });
}

const MOST_EVIDENCE = 65_536;

const evidenceOf = (line: Buffer): string => line.subarray(0, MOST_EVIDENCE).toString('base64');
