import type { UserInterface } from '@hookline/agent';
import { createInterface, type Interface } from 'node:readline';
import { writeErr } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { createPlainView } from '../print/plain-view.ts';
import { type Breaker, createBreaker } from '../process/breaker.ts';
import { READER_GONE } from '../process/signals.ts';
import { chatLines } from './chat-lines.ts';
import type { Transport } from './converse.ts';
import { type Input, InputQueue } from './input-queue.ts';

/** A chat without a terminal: each line of stdin is a prompt, and questions cannot be answered. Owns stdin and signals. */
export class LineTransport implements Transport {
  readonly paint: Paint = paintFor(2, process.env);
  readonly front: UserInterface;
  readonly #queue: InputQueue;
  readonly #breaker: Breaker = createBreaker();
  readonly #lines: Interface;

  constructor(idleMs: number) {
    const view = createPlainView(() => this.#breaker.stop(READER_GONE), chatLines);
    this.front = { tell: view.tell, askPermission: null, elicit: null };
    this.#queue = new InputQueue({ idleMs, isQuiet: () => true, onTaken: () => {}, onWait: () => {} });
    this.#breaker.signal.addEventListener('abort', () => {
      const caught = this.#breaker.caught() ?? READER_GONE;
      this.#queue.end(caught.reason, caught.status);
    });
    this.#lines = createInterface({ input: process.stdin, terminal: false });
    this.#lines.on('line', (text) => {
      if (text.trim() !== '') this.#queue.send(text);
    });
    this.#lines.on('close', () => this.#queue.finish('other', 0));
  }

  next(): Promise<Input> {
    return this.#queue.next();
  }

  say(lines: readonly string[]): void {
    writeErr(`${lines.join('\n')}\n`);
  }

  wake(): void {
    this.#queue.wake();
  }

  turn<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    this.#breaker.enter('working');
    return work(this.#breaker.signal);
  }

  chore<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#breaker.enter('starting');
    return work();
  }

  close(): void {
    this.#breaker.dispose();
    this.#queue.close();
    this.#lines.close();
  }
}
