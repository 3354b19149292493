import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ChainState, Meta } from '../api/index.ts';
import type { AnswerTo, QuestionOf, DecisionSource, FilterWords, News, QuestionName } from './decision-source.ts';
import type { FromThread, ThreadTask, ToThread } from './thread-messages.ts';

/** In the bundle beside this file; then from dist and from src of this package. */
const PLACES = ['./record-thread.js', '../thread/record-thread.js', '../../dist/thread/record-thread.js'];

/** Lines that were read are garbage soon: room for more of them would only make the process larger. */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

function startThread(task: ThreadTask): Worker {
  const paths = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const path = paths.find((each) => existsSync(each)) ?? paths.join(' or ');
  return new Worker(path, { workerData: task, execArgv: [], env: {}, resourceLimits: LIMITS });
}

interface Waiting {
  readonly resolve: (answer: AnswerTo<QuestionName>) => void;
  readonly reject: (error: Error) => void;
}

const NOTHING_READ: Meta['index'] = {
  decisions: 0,
  lines: 0,
  files: 0,
  filesRead: 0,
  done: false,
  cacheProblem: null,
  problem: null,
};

/** The index of a record in a thread of its own, so that no request waits for the reading of lines. */
export class ThreadSource implements DecisionSource {
  readonly #record: string;
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(news: News) => void>();
  readonly #ended: Promise<void>;
  readonly #read: Promise<void>;
  #hasRead = (): void => {};
  #count = 0;
  #state = NOTHING_READ;
  #place = '';
  #words: FilterWords = { events: [], projects: [], hooks: [], sessions: [] };
  #verifying: Promise<ChainState> | null = null;
  /** Why the thread answers no more. */
  #failure: Error | null = null;

  /** `cache` is where the index is kept; null: nowhere. */
  constructor(record: string, cache: string | null, onFailure: (text: string) => void) {
    this.#record = record;
    this.#read = new Promise((resolve) => (this.#hasRead = resolve));
    this.#thread = startThread({ task: 'index', record, cache });
    this.#thread.on('message', (message: FromThread) => this.#hear(message));
    this.#thread.on('error', (error) => {
      onFailure(`the index of the record has ended: ${error.message}; start the studio again`);
    });
    this.#ended = new Promise((resolve) => {
      this.#thread.once('exit', () => {
        this.#failure = new Error('the index of the record has ended; start the studio again');
        this.#state = { ...this.#state, problem: this.#failure.message };
        for (const { reject } of this.#waiting.values()) reject(this.#failure);
        this.#waiting.clear();
        resolve();
      });
    });
  }

  ask<Name extends QuestionName>(name: Name, asked: QuestionOf<Name>, signal?: AbortSignal): Promise<AnswerTo<Name>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const number = ++this.#count;
    const cancel = (): void => this.#say({ kind: 'cancel', number });
    signal?.addEventListener('abort', cancel, { once: true });
    const answer = new Promise<AnswerTo<QuestionName>>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#say({ kind: 'ask', number, name, asked });
    });
    return answer.finally(() => signal?.removeEventListener('abort', cancel)) as Promise<AnswerTo<Name>>;
  }

  state(): Meta['index'] {
    return this.#state;
  }

  whenRead(): Promise<void> {
    return this.#read;
  }

  words(): FilterWords {
    return this.#words;
  }

  follow(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  place(): string {
    return this.#place;
  }

  /** Who asks while the chain is being checked gets the same answer. */
  verify(env: Readonly<Record<string, string | undefined>>): Promise<ChainState> {
    this.#verifying ??= verifyBeside(this.#record, env).finally(() => (this.#verifying = null));
    return this.#verifying;
  }

  async close(): Promise<void> {
    this.#say({ kind: 'end' });
    await this.#ended;
  }

  #say(message: ToThread): void {
    this.#thread.postMessage(message);
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'answer':
        this.#waiting.get(message.number)?.resolve(message.answer);
        this.#waiting.delete(message.number);
        break;
      case 'failed':
        this.#waiting.get(message.number)?.reject(new Error(message.error));
        this.#waiting.delete(message.number);
        break;
      case 'state':
        this.#state = message.state;
        this.#place = message.place;
        if (message.state.done) this.#hasRead();
        break;
      case 'words':
        this.#words = message.words;
        break;
      case 'news':
        this.#place = message.news.place;
        for (const listener of this.#listeners) listener(message.news);
        break;
    }
  }
}

/** Checking costs seconds for a long record: it gets a thread that ends with it. */
const verifyBeside = (record: string, env: Readonly<Record<string, string | undefined>>): Promise<ChainState> =>
  new Promise((resolve, reject) => {
    const thread = startThread({ task: 'verify', record, env: { ...env } });
    thread.once('message', (chain: ChainState) => resolve(chain));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the check of the chain has ended without a result')));
  });
