import type { MessagePort } from 'node:worker_threads';
import { errorText, IndexQueries, RecordIndex, rowId, type RowRef } from '@hookline/core/internal';
import type { AnswerTo, QuestionOf, News, QuestionName } from '../source/decision-source.ts';
import type { FromThread, ThreadTask, ToThread } from '../source/thread-messages.ts';
import { ANSWERS } from './answers.ts';
import { createBeside } from './beside.ts';
import { Calm } from './calm.ts';
import { createLook, type IndexLook } from './index-look.ts';
import { rowsOf } from './opened.ts';
import { Words } from './words.ts';

/** How often it is looked how far the reading is, and what nothing tells of when all is read. */
const [READING_MS, CALM_MS, WORDS_MS] = [100, 1_000, 1_000];
/** The lines of one decision mostly come together, and nothing is read while its agent still waits for a quick hook. */
const REST_MS = 30;

const FIRST_PAGE: QuestionOf<'list'> = { q: '', before: null, after: null, limit: 100, isCounted: false };

type IndexTask = Extract<ThreadTask, { readonly task: 'index' }>;

/** Keeps the index of a record, answers questions about it, and tells what comes; `thread` is the address of the thread. */
export function serveIndex(port: MessagePort, task: IndexTask, thread: string): void {
  const service = new IndexService(task, thread, (message) => port.postMessage(message));
  port.on('message', (message: ToThread) => {
    if (message.kind === 'ask') service.answer(message).catch(() => undefined);
    else if (message.kind === 'cancel') service.cancel(message.number);
    else
      service
        .close()
        .finally(() => port.close())
        .catch(() => undefined);
  });
}

class IndexService {
  readonly #record: string;
  readonly #say: (message: FromThread) => void;
  readonly #index: RecordIndex;
  readonly #queries: IndexQueries;
  readonly #words: Words;
  readonly #calm = new Calm();
  readonly #asking = new Map<number, AbortController>();
  #timer: NodeJS.Timeout;
  /** A place is one of this thread: it means nothing to another one. */
  readonly #begun = Date.now().toString(36);
  #told = '';
  #toldDone = false;
  #wordsAt = Number.NEGATIVE_INFINITY;

  constructor({ record, cache }: IndexTask, thread: string, say: (message: FromThread) => void) {
    this.#record = record;
    this.#say = say;
    this.#index = new RecordIndex(record, {
      cache,
      beside: createBeside(thread),
      calm: this.#calm.begun,
      restMs: REST_MS,
    });
    this.#queries = new IndexQueries(this.#index);
    this.#answerOnce();
    this.#words = new Words(this.#index);
    this.#index.follow((changed) => {
      this.#sayState();
      say({ kind: 'news', news: this.#newsOf(changed) });
    });
    this.#index.onReadAgain(() => {
      this.#sayState();
      say({ kind: 'news', news: { rows: [], place: this.#place(), isAgain: true } });
    });
    this.#timer = setTimeout(() => this.#lookAgain(), READING_MS);
    this.#index.whenDone().then(
      () => this.#sayState(),
      () => undefined, // it is said with the state
    );
  }

  async answer({ number, name, asked }: Extract<ToThread, { readonly kind: 'ask' }>): Promise<void> {
    const stop = new AbortController();
    this.#asking.set(number, stop);
    this.#calm.beginSoon();
    try {
      const look = createLook(this.#index, this.#queries, stop.signal);
      const answer = name === 'since' ? this.#since(asked as QuestionOf<'since'>) : await ask(name, look, asked);
      // Who has the answer from all files and then asks how far the reading is must not hear of an earlier time.
      if (this.#index.isDone() !== this.#toldDone) this.#sayState();
      this.#say({ kind: 'answer', number, answer });
    } catch (error) {
      this.#say({ kind: 'failed', number, error: errorText(error) });
    } finally {
      this.#asking.delete(number);
    }
  }

  cancel(number: number): void {
    this.#asking.get(number)?.abort();
  }

  /** What the first page asks for, before it does: the code for it is compiled by then. */
  #answerOnce(): void {
    const look = createLook(this.#index, this.#queries, AbortSignal.abort());
    Promise.resolve(ask('list', look, FIRST_PAGE)).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#calm.end();
    clearTimeout(this.#timer);
    for (const stop of this.#asking.values()) stop.abort();
    await this.#index.close();
  }

  #place(): string {
    return `${this.#begun}-${this.#index.newsCount()}`;
  }

  #newsOf(refs: readonly RowRef[]): News {
    return { rows: rowsOf(this.#record, distinct(refs)), place: this.#place() };
  }

  #since(place: string): News | null {
    const [thread, count] = place.split('-');
    const refs = thread === this.#begun ? this.#index.newsSince(Number(count)) : null;
    return refs === null ? null : this.#newsOf(refs);
  }

  #lookAgain(): void {
    this.#sayState();
    this.#timer = setTimeout(() => this.#lookAgain(), this.#index.isReading() ? READING_MS : CALM_MS);
  }

  /** Each file has new ones: as long as files are read, not each time. */
  #sayWords(): void {
    const now = performance.now();
    if (this.#index.isReading() && now - this.#wordsAt < WORDS_MS) return;
    this.#wordsAt = now;
    if (this.#words.update()) this.#say({ kind: 'words', words: this.#words.all() });
  }

  /** Tells how far the index is, and the words of filters, when something is new. */
  #sayState(): void {
    const progress = this.#index.progress();
    const place = this.#place();
    const now = `${JSON.stringify(progress)} ${place}`;
    if (now === this.#told) return;
    this.#told = now;
    this.#toldDone = progress.done;
    this.#sayWords();
    this.#say({ kind: 'state', state: { ...progress, decisions: this.#queries.count() }, place });
  }
}

const ask = (
  name: Exclude<QuestionName, 'since'>,
  look: IndexLook,
  asked: QuestionOf<QuestionName>,
): AnswerTo<QuestionName> | Promise<AnswerTo<QuestionName>> =>
  (ANSWERS[name] as (look: IndexLook, asked: unknown) => AnswerTo<QuestionName> | Promise<AnswerTo<QuestionName>>)(
    look,
    asked,
  );

/** Each row once, where it was told last. */
const distinct = (refs: readonly RowRef[]): readonly RowRef[] => [
  ...new Map(refs.map((ref) => [rowId(ref), ref])).values(),
];
