import type { Report } from '../../model/index.ts';
import { KEPT_BYTES } from '../process/output.ts';

const COUNTERS = 4;
const STREAMS = ['stdout', 'stderr'] as const;

/** Memory shared with a worker thread, to which the thread writes what a hook prints. */
export interface Output {
  readonly memory: SharedArrayBuffer;
  /** Discards the output so far. */
  readonly clear: () => void;
  readonly read: () => Pick<Report, 'stdout' | 'stderr' | 'truncated'>;
}

/** Space for two streams: for each a length and whether it was cut, then the bytes. */
export function createOutput(): Output {
  const headerBytes = COUNTERS * Int32Array.BYTES_PER_ELEMENT;
  const memory = new SharedArrayBuffer(headerBytes + STREAMS.length * KEPT_BYTES);
  const counters = new Int32Array(memory, 0, COUNTERS);
  const text = (area: number): string =>
    // Copied, because a decoder refuses memory that another thread may change.
    Buffer.from(new Uint8Array(memory, headerBytes + area * KEPT_BYTES, Atomics.load(counters, 2 * area))).toString();
  return {
    memory,
    clear: () => counters.forEach((_, index) => Atomics.store(counters, index, 0)),
    read: () => ({
      stdout: text(0),
      stderr: text(1),
      truncated: STREAMS.filter((_, area) => Atomics.load(counters, 2 * area + 1) === 1),
    }),
  };
}
