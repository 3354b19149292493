import { fleetFolder, makePrivateFolder, readPrivateFile, shapes, writePrivateFile } from '@hookline/core/internal';
import { join } from 'node:path';
import type { StreamHead } from '../protocol/messages.ts';

/** Up to where each file of the record has been sent, by its key. */
export type FileOffsets = Readonly<Record<string, number>>;

/** A point of a stream, and what of each file lies before it: exactly that, neither more nor less. */
export interface ShippedPoint extends StreamHead {
  readonly files: FileOffsets;
}

/**
 * What a machine knows of its stream. It moves only after the gateway has committed; `sending` is the chunk that was about
 * to be sent, so that a shipper that died meanwhile can tell by the gateway's head whether it arrived.
 */
export interface Position extends ShippedPoint {
  readonly v: 1;
  readonly machine: string;
  readonly stream: string;
  readonly epoch: number;
  readonly sending: ShippedPoint | null;
}

const cursorFile = (stateFolder: string): string => join(fleetFolder(stateFolder), 'cursor.json');

/** The cursor of this machine; null: there is none, it is damaged, or of another enrolment. The gateway knows the rest. */
export function readPosition(stateFolder: string, machine: string): Position | null {
  try {
    const value: unknown = JSON.parse(readPrivateFile(cursorFile(stateFolder)));
    return isPosition(value) && (value as Position).machine === machine ? (value as Position) : null;
  } catch {
    return null;
  }
}

export function writePosition(stateFolder: string, cursor: Position): void {
  makePrivateFolder(fleetFolder(stateFolder));
  writePrivateFile(cursorFile(stateFolder), JSON.stringify(cursor), fleetFolder(stateFolder));
}

export const samePoint = (left: StreamHead, right: StreamHead): boolean =>
  left.head === right.head && left.lines === right.lines;

const { isNumber, isText, oneOf, orNull, shaped } = shapes;

const isOffsets = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((offset) => isNumber(offset));

const POINT = { head: isText, lines: isNumber, files: isOffsets };

const isPosition = shaped({
  v: oneOf(1),
  machine: isText,
  stream: isText,
  epoch: isNumber,
  sending: orNull(shaped(POINT)),
  ...POINT,
});
