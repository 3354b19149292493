import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const LINE_BREAK = 0x0a;
const ATTEMPTS = 3;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * A file to which whole lines are appended, also by several processes at once. Lines that cannot be written wait for
 * the next try, so that a disk that was full for a while loses nothing.
 */
export class LineFile {
  readonly #path: string;
  #descriptor: number | null = null;
  /** Where our last line ended; another size means that another process has written. */
  #end = -1;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes what waits and then this line, which ends in a line break; throws when not all of it could be written. */
  append(line: string): void {
    if (this.#waiting.length < MOST_WAITING_BYTES) this.#waiting = Buffer.concat([this.#waiting, Buffer.from(line)]);
    this.flush();
  }

  /** Writes what waits; throws when not all of it could be written. */
  flush(): void {
    for (let attempt = 0; attempt < ATTEMPTS && this.#waiting.length > 0; attempt += 1) this.#write();
    if (this.#waiting.length > 0) throw new Error('only part of a line could be written');
  }

  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }

  #write(): void {
    const descriptor = this.#openedDescriptor();
    const { size } = fstatSync(descriptor);
    const isTorn = size > 0 && size !== this.#end && lastByte(descriptor, size) !== LINE_BREAK;
    const bytes = isTorn ? Buffer.concat([Buffer.of(LINE_BREAK), this.#waiting]) : this.#waiting;
    // One call for whole lines: with O_APPEND no other process can write into their middle.
    const count = writeSync(descriptor, bytes);
    this.#end = size + count;
    // A line of which only a part was written is written again as a whole, on a line of its own.
    const rest = bytes.subarray(bytes.subarray(0, count).lastIndexOf(LINE_BREAK) + 1);
    this.#waiting = count === bytes.length ? Buffer.alloc(0) : rest;
    if (count < bytes.length) this.#end = -1;
  }

  /** The open file; created again when it was deleted. */
  #openedDescriptor(): number {
    if (this.#descriptor !== null && fstatSync(this.#descriptor).nlink === 0) this.close();
    if (this.#descriptor !== null) return this.#descriptor;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    this.#descriptor = openSync(this.#path, flags, 0o600);
    this.#end = -1;
    fchmodSync(this.#descriptor, 0o600);
    return this.#descriptor;
  }
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : LINE_BREAK;
}
