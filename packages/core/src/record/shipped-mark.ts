import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SpoolLimits } from '../model/index.ts';
import { readJsonLine } from '../text/json-line.ts';
import { isNumber, isText, listOf, oneOf, shaped } from '../text/value-shape.ts';
import type { RecordFileId, RecordPosition } from './record-files.ts';

export type { SpoolLimits } from '../model/index.ts';

/** How far the files of the record were shipped, and how much may wait: written by the shipper, read at rotation. */
export interface ShippedMark {
  readonly spool: SpoolLimits;
  /** The offset up to which the other side has each file. */
  readonly files: readonly RecordPosition[];
}

export const DEFAULT_SPOOL: SpoolLimits = { maxBytes: 2 * 1024 ** 3, whenFull: 'oldest' };

/** The path of the mark; it exists where a machine has joined a fleet, and only there. */
export const shippedMarkFile = (stateFolder: string): string => join(stateFolder, 'fleet', 'shipped.json');

/** The mark; null where no fleet was joined. One that cannot be read says that nothing was shipped. */
export function readShippedMark(stateFolder: string): ShippedMark | null {
  let text: string;
  try {
    text = readFileSync(shippedMarkFile(stateFolder), 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && MISSING.has(error.code);
    return isMissing ? null : NOTHING_SHIPPED;
  }
  const value = readJsonLine(text);
  return isMark(value) ? { spool: value.spool, files: value.files } : NOTHING_SHIPPED;
}

const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
const NOTHING_SHIPPED: ShippedMark = { spool: DEFAULT_SPOOL, files: [] };

const isAmount = (value: unknown): boolean => isNumber(value) && Number(value) >= 0;
const hasShape = shaped({
  v: oneOf(1),
  spool: shaped({ maxBytes: isAmount, whenFull: oneOf('oldest', 'strict') }),
  files: listOf(shaped({ inode: isNumber, first: isText, offset: isAmount })),
});
const isMark = (value: unknown): value is ShippedMark => hasShape(value);

/** Puts the mark in place as a whole; throws when that is impossible. An older one costs room on the disk, no line. */
export function writeShippedMark(stateFolder: string, { spool, files }: ShippedMark): void {
  const file = shippedMarkFile(stateFolder);
  const temporary = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, `${JSON.stringify({ v: 1, spool, files })}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** How many bytes at the beginning of a file were shipped. */
export const shippedOf = ({ files }: ShippedMark, { inode, first }: RecordFileId): number =>
  files.find((file) => file.inode === inode && file.first === first)?.offset ?? 0;
