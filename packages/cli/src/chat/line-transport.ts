import type { Front } from '@hookline/agent';
import { createInterface, type Interface } from 'node:readline';
import { createPlainView } from '../print/plain-view.ts';
import { writeErr } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { type Breaker, createBreaker } from '../process/breaker.ts';
import { READER_GONE } from '../process/session-signals.ts';
import { Agenda, type Input } from './input-queue.ts';
import { chatLines } from './chat-lines.ts';
import type { Talk } from './converse.ts';

/** A chat without a terminal: each line of stdin is a prompt, and nobody can answer questions. Owns stdin and signals. */
export class LineTalk implements Talk {
  readonly paint: Paint = paintFor(2, process.env);
  readonly front: Front;
  readonly #agenda: Agenda;
  readonly #breaker: Breaker = createBreaker();
  readonly #lines: Interface;

  constructor(idleMs: number) {
    const view = createPlainView(() => this.#breaker.stop(READER_GONE), chatLines);
    this.front = { tell: view.tell, askPermission: null, elicit: null };
    this.#agenda = new Agenda({ idleMs, isQuiet: () => true, onTaken: () => {}, onWait: () => {} });
    this.#breaker.signal.addEventListener('abort', () => {
      const caught = this.#breaker.caught() ?? READER_GONE;
      this.#agenda.end(caught.reason, caught.status);
    });
    this.#lines = createInterface({ input: process.stdin, terminal: false });
    this.#lines.on('line', (text) => {
      if (text.trim() !== '') this.#agenda.send(text);
    });
    this.#lines.on('close', () => this.#agenda.finish('other', 0));
  }

  next(): Promise<Input> {
    return this.#agenda.next();
  }

  say(lines: readonly string[]): void {
    writeErr(`${lines.join('\n')}\n`);
  }

  wake(): void {
    this.#agenda.wake();
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
    this.#agenda.close();
    this.#lines.close();
  }
}
