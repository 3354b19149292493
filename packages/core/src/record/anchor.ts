import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ChainPoint, RecordKey } from './chain.ts';
import { digestOf } from './chain.ts';
import { openToRead, readAt } from './reader.ts';

/**
 * What must be in the record, kept beside it; without it, a truncated record would look complete. Written at most a
 * second after a line: it may lag behind, but never names a line that was not written.
 */
export interface Anchor {
  /** What the first line covers; `seen` is above 0 where there were lines before there was an anchor. */
  readonly root: ChainPoint;
  /** The first line of the oldest file, once older ones have been removed. */
  readonly first: ChainPoint | null;
  readonly last: ChainPoint;
}

/** The path of the anchor; one made with a key has another name. */
export const anchorFile = (folder: string, key: RecordKey): string =>
  join(folder, key === null ? 'hookline.anchor' : 'hookline.keyed-anchor');

/** Reads the anchor; throws when the file is not a valid one. */
export function readAnchor(folder: string, key: RecordKey): Anchor | null {
  const file = anchorFile(folder, key);
  const text = textOf(file);
  if (text === null) return null;
  const [root, first, last] = SLOTS.map((slot) => readSlot(slot, text, key));
  const marks = MARKS.map((mark) => readMark(mark, text, key));
  const isWhole = text.length === ANCHOR_BYTES || text.length === FIRST_ANCHOR_BYTES;
  if (root === undefined || first === undefined || last === undefined || marks.includes(undefined) || !isWhole)
    throw new Error(`${file} is damaged`);
  return { root, first: first.digest === NOTHING.digest ? null : first, last };
}

/** Creates the anchor, unless another process has just done so; the first line of an empty record covers its root. */
export function createAnchor(folder: string, key: RecordKey, last: ChainPoint | null): void {
  const root = { seen: last?.seen ?? 0, digest: digestOf(`${process.pid} ${Date.now()} ${Math.random()}`, null) };
  const points: Readonly<Record<Slot, ChainPoint>> = { root, first: NOTHING, last: last ?? root };
  const text = SLOTS.map((slot) => slotText(slot, points[slot], key)).join('') + BLANK.repeat(MARKS.length);
  const file = anchorFile(folder, key);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    putInPlace(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The last line in the anchor, and the marks of writers, without reading the rest; throws when it is damaged. */
export function anchoredLast(folder: string, key: RecordKey): AnchoredEnd | null {
  const file = anchorFile(folder, key);
  const text = textOf(file);
  if (text === null) return null;
  const [last, marks] = [readSlot('last', text, key), MARKS.map((mark) => readMark(mark, text, key))];
  if (last === undefined || marks.includes(undefined)) throw new Error(`${file} is damaged`);
  const [begun = null, ...lost] = marks.map((mark) => mark ?? null);
  if (text.length === FIRST_ANCHOR_BYTES) writeBytes(folder, key, BLANK.repeat(MARKS.length), FIRST_ANCHOR_BYTES);
  return { last, begun, lost };
}

/** What a writer needs to know before its first line. */
export interface AnchoredEnd {
  readonly last: ChainPoint;
  /** The line that a writer was about to write, with the writer's pid. */
  readonly begun: ChainPoint | null;
  /** How many entries of a process could not be written, with its pid; null where none are marked. */
  readonly lost: readonly (ChainPoint | null)[];
}

/** Overwrites existing bytes, so that it needs no disk space; null clears the mark. */
export function writeMark(folder: string, key: RecordKey, mark: AnchorMark, point: ChainPoint | null): void {
  writeBytes(folder, key, markText(mark, point, key), markOffset(mark));
}

/** A mark as it is written, and its offset. */
export const markText = (mark: AnchorMark, point: ChainPoint | null, key: RecordKey): string =>
  point === null ? BLANK : slotText(mark, point, key);
export const markOffset = (mark: AnchorMark): number => (SLOTS.length + MARKS.indexOf(mark)) * SLOT_BYTES;

/** Stores that the record reaches at least to this line; a damaged or missing anchor is left for people to see. */
export function moveLast(folder: string, key: RecordKey, last: ChainPoint): void {
  const known = anchoredLast(folder, key)?.last ?? null;
  if (known !== null && known.seen < last.seen) writeSlot(folder, 'last', last, key);
}

/** Stores the line with which the record now begins. */
export function moveFirst(folder: string, key: RecordKey, first: ChainPoint): void {
  if (readAnchor(folder, key) !== null) writeSlot(folder, 'first', first, key);
}

type Slot = 'root' | 'first' | 'last';

// Each at a fixed offset, so that writers of one do not touch the others.
const SLOTS: readonly Slot[] = ['root', 'first', 'last'];
const SLOT_BYTES = 96;
/** Marks of writers; blank when unused. Anchors of the first versions have none. */
export type AnchorMark = 'begun' | 'lost0' | 'lost1' | 'lost2' | 'lost3' | 'lost4' | 'lost5' | 'lost6' | 'lost7';
export const LOST_MARKS = ['lost0', 'lost1', 'lost2', 'lost3', 'lost4', 'lost5', 'lost6', 'lost7'] as const;
const MARKS: readonly AnchorMark[] = ['begun', ...LOST_MARKS];
const BLANK = `${' '.repeat(SLOT_BYTES - 1)}\n`;
const FIRST_ANCHOR_BYTES = SLOTS.length * SLOT_BYTES;
const ANCHOR_BYTES = FIRST_ANCHOR_BYTES + MARKS.length * SLOT_BYTES;
const NOTHING: ChainPoint = { seen: 0, digest: '0'.repeat(32) };
const SHAPE = /^(\w+) +(\d+) ([0-9a-f]{32}) ([0-9a-f]{32}) *\n$/;

function slotText(slot: Slot | AnchorMark, { seen, digest }: ChainPoint, key: RecordKey): string {
  const said = `${slot.padEnd(5)} ${String(seen).padStart(15, '0')} ${digest}`;
  return `${`${said} ${digestOf(said, key)}`.padEnd(SLOT_BYTES - 1)}\n`;
}

const readSlot = (slot: Slot, text: string, key: RecordKey): ChainPoint | undefined =>
  readAs(slot, text, SLOTS.indexOf(slot) * SLOT_BYTES, key);

/** Null: it is blank, or the anchor has none; undefined: it is damaged. */
function readMark(mark: AnchorMark, text: string, key: RecordKey): ChainPoint | null | undefined {
  const start = markOffset(mark);
  const isBlank = text.length === FIRST_ANCHOR_BYTES || text.startsWith(BLANK, start);
  return isBlank ? null : readAs(mark, text, start, key);
}

function readAs(slot: Slot | AnchorMark, text: string, start: number, key: RecordKey): ChainPoint | undefined {
  const found = SHAPE.exec(text.slice(start, start + SLOT_BYTES));
  if (found === null) return undefined;
  const point = { seen: Number(found[2]), digest: found[3] ?? '' };
  return found[0] === slotText(slot, point, key) ? point : undefined;
}

function textOf(file: string): string | null {
  let open = openToRead(file);
  if (open === null && lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
  open ??= openToRead(file); // another process may have created it between the two calls
  if (open === null) throw new Error(`${file} is not a file that can be read`);
  try {
    return readAt(open.descriptor, 0, ANCHOR_BYTES + 1).toString('latin1');
  } finally {
    closeSync(open.descriptor);
  }
}

/** A hard link can be created only once (EEXIST). Where links are not supported, the last writer wins. */
function putInPlace(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(temporary, file);
  }
}

const writeSlot = (folder: string, slot: Slot, point: ChainPoint, key: RecordKey): void =>
  writeBytes(folder, key, slotText(slot, point, key), SLOTS.indexOf(slot) * SLOT_BYTES);

function writeBytes(folder: string, key: RecordKey, text: string, at: number): void {
  const descriptor = openSync(anchorFile(folder, key), constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    // Few bytes in one call, over existing ones: atomic, also when the process dies or the disk is full.
    writeSync(descriptor, text, at);
  } finally {
    closeSync(descriptor);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
