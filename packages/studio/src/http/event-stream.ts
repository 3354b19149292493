import type { ServerResponse } from 'node:http';
import { EVERY_ANSWER } from './headers.ts';

/** What a reader may have waiting for it; one that reads more slowly is dropped, and resumes by the last id it got. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const ALIVE_MS = 15_000;

/** An answer that goes on: one message after the other, as `text/event-stream`. */
export interface EventStream {
  /** False: the reader is gone. */
  readonly send: (message: object, id?: string) => boolean;
  readonly end: () => void;
  /** Aborted when the reader is gone or was dropped. */
  readonly gone: AbortSignal;
}

export function openEventStream(response: ServerResponse): EventStream {
  response.writeHead(200, { ...EVERY_ANSWER, 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const gone = new AbortController();
  const write = (text: string): boolean => {
    if (gone.signal.aborted) return false;
    response.write(text);
    if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
    return !response.destroyed;
  };
  const alive = setInterval(() => write(': alive\n\n'), ALIVE_MS);
  response.once('close', () => {
    clearInterval(alive);
    gone.abort();
  });
  return {
    send: (message, id) => write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`),
    end: () => void response.end(),
    gone: gone.signal,
  };
}
