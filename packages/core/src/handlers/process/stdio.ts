import type { ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { errorCode, isTransient } from '../../process/errno.ts';
import { discardFifo, giveBackFifo, putBack, takeFifo, type Fifo } from './fifo.ts';
import { spool } from './spool.ts';
import { DescriptorStream, socketStream, type Stream } from './stream.ts';

/** Where a hook's process reads and writes, prepared before it is started. */
export interface Stdio {
  /** The `stdio` option of `spawn`. */
  readonly forChild: readonly (number | 'pipe')[];
  /** Passes the ends to the child; this process's copies are closed, so that EOF of the output can be seen. */
  readonly connect: (child: ChildProcess) => Streams;
  /** For a child that could not be started. */
  readonly abandon: () => void;
}

export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** The paths of the pipes, by which processes that still hold them are found. */
  readonly names?: readonly string[];
  /** Closes this side; what a background child still writes is discarded. */
  readonly close: (letsChildrenWrite: boolean) => void;
  /** Closes this side, and gives new descriptors of it for another process. Throws where there can be none. */
  readonly passOn: () => readonly number[];
}

/**
 * stdin is an unlinked file, stdout and stderr are named pipes: `/dev/stdin` and `/dev/stderr` can be opened, which
 * fails for Node's own socket pairs (ENXIO). Throws only transient errors.
 */
export async function openStdio(stdin: Uint8Array): Promise<Stdio> {
  if (process.platform === 'win32') return socketStdio(stdin);
  const opened: Fifo[] = [];
  try {
    for (let count = 0; count < 2; count += 1) {
      const fifo = await takeFifo();
      if (fifo !== null) opened.push(fifo);
    }
    const [stdout, stderr] = opened;
    if (stdout !== undefined && stderr !== undefined) return fifoStdio(spool(stdin), stdout, stderr);
  } catch (error) {
    opened.forEach(putBack);
    if (isTransient(errorCode(error))) throw error;
    return socketStdio(stdin); // no place for files at all: most hooks work without
  }
  opened.forEach(putBack);
  return socketStdio(stdin);
}

function fifoStdio(stdin: number, stdout: Fifo, stderr: Fifo): Stdio {
  const connect = (): Streams => {
    [stdin, stdout.writeEnd, stderr.writeEnd].forEach((end) => closeSync(end));
    return fifoStreams(stdout, stderr);
  };
  const abandon = (): void => {
    closeSync(stdin);
    [stdout, stderr].forEach(putBack);
  };
  return { forChild: [stdin, stdout.writeEnd, stderr.writeEnd], connect, abandon };
}

/** This side of a hook's two output pipes, once only the hook holds the other ends. */
export function fifoStreams(stdout: Fifo, stderr: Fifo): Streams {
  const streams = [new DescriptorStream(stdout.readEnd), new DescriptorStream(stderr.readEnd)] as const;
  const close = (letsChildrenWrite: boolean): void => {
    closeStream(streams[0], stdout.path, letsChildrenWrite);
    closeStream(streams[1], stderr.path, letsChildrenWrite);
  };
  const passOn = (): readonly number[] => {
    const descriptors = reopened([stdout.path, stderr.path]);
    for (const stream of streams) stream.close();
    [stdout.path, stderr.path].forEach(discardFifo);
    return descriptors;
  };
  return { stdout: streams[0], stderr: streams[1], names: [stdout.path, stderr.path], close, passOn };
}

/** A pipe that a socket of ours reads cannot be taken from it, but it can be opened once more while it has its name. */
function reopened(paths: readonly string[]): readonly number[] {
  const descriptors: number[] = [];
  try {
    for (const path of paths) descriptors.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    return descriptors;
  } catch (error) {
    descriptors.forEach((descriptor) => closeSync(descriptor));
    throw error;
  }
}

/** A pipe that reached EOF is empty and is reused; one that another process holds is unlinked. */
function closeStream(stream: Stream, path: string, letsChildrenWrite: boolean): void {
  if (stream.drain()) {
    stream.close();
    giveBackFifo(path);
    return;
  }
  discardFifo(path);
  if (letsChildrenWrite) stream.letGo();
  else stream.close();
}

function socketStdio(stdin: Uint8Array): Stdio {
  const connect = (child: ChildProcess): Streams => {
    const stdout = socketStream(child.stdout ?? Readable.from([]));
    const stderr = socketStream(child.stderr ?? Readable.from([]));
    child.stdin?.on('error', () => undefined); // a hook may close it, or never read it
    child.stdin?.end(stdin);
    const close = (letsChildrenWrite: boolean): void =>
      [stdout, stderr].forEach((stream) => (letsChildrenWrite ? stream.letGo() : stream.close()));
    const passOn = (): never => {
      throw new Error('the output of this hook cannot be passed to another process here');
    };
    return { stdout, stderr, close, passOn };
  };
  return { forChild: ['pipe', 'pipe', 'pipe'], connect, abandon: () => undefined };
}
