import type { Worker } from 'node:worker_threads';
import type { Finding } from '../../model/hook.ts';
import { nextTurn } from './slow-searches.ts';
import { createCpuMeter, type CpuMeter } from './thread-cpu.ts';

/** An expression for the built-in engine, and the texts that it is searched in. */
export interface ThreadSearch {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

/** CPU time that one search may use; wall-clock time would also count other programs. */
const SEARCH_BUDGET_MS = 6000;

/** Searches in a separate thread; `undecided` past its budget, or when the signal aborts it. Never rejects. */
export async function searchBeside(
  search: ThreadSearch,
  signal?: AbortSignal,
  budgetMs: number = SEARCH_BUDGET_MS,
): Promise<Finding> {
  await freePlace();
  try {
    const message = await messageOf(search, signal);
    return signal?.aborted === true ? 'undecided' : await searchIn(takeThread(), message, { signal, budgetMs });
  } catch {
    return 'undecided'; // no thread could be started
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}

/** The same while this thread blocks, for synchronous callers. */
export function searchBlocking(search: ThreadSearch, budgetMs: number = SEARCH_BUDGET_MS): Finding {
  const { worker, answer } = startThread(search);
  try {
    for (let meter: CpuMeter | null = null; answer[RESULT] === NONE;) {
      Atomics.wait(answer, RESULT, NONE, CHECK_MS);
      meter ??= meterOf(answer, 'waits');
      if (meter !== null && meter.usedMs() > budgetMs) break;
    }
    return findingOf(answer);
  } finally {
    worker.terminate().catch(nothing);
  }
}

interface Thread {
  readonly worker: Worker;
  /** Written by the thread: its result, and its thread id in the system. */
  readonly answer: Int32Array;
}

const RESULT = 0;
const THREAD = 1;
const NONE = 0;
/** What a thread writes whose id is not known. */
const NO_NUMBER = -1;
const FINDINGS: readonly Finding[] = ['undecided', 'accepts', 'refuses', 'undecided'];
const CHECK_MS = 50;
const nothing = (): void => {};

/** Null while the thread has not begun. */
const meterOf = (answer: Int32Array, main: 'waits' | 'works'): CpuMeter | null =>
  answer[THREAD] === NONE ? null : createCpuMeter(answer[THREAD] ?? NO_NUMBER, main);

const findingOf = (answer: Int32Array): Finding => FINDINGS[answer[RESULT] ?? NONE] ?? 'undecided';

// As a string, since a thread of a bundle has no file of its own to start from.
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const { readlinkSync } = require('node:fs');
const answer = workerData.answer;
try { answer[1] = Number(readlinkSync('/proc/thread-self').split('/').at(-1)); } catch { answer[1] = -1; }
const search = ({ source, flags, texts }) => {
  let found = 3;
  try {
    const expression = new RegExp(source, flags);
    const isFound = (text) => expression.test(typeof text === 'string' ? text : Buffer.from(text).toString('utf16le'));
    found = texts.some(isFound) ? 1 : 2;
  } catch {}
  Atomics.store(answer, 0, found);
  Atomics.notify(answer, 0);
  parentPort.postMessage(null);
};
parentPort.on('message', search);
if (workerData.search !== null) search(workerData.search);
`;

function startThread(search: ThreadSearch | null): Thread {
  const answer = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const threads = process.getBuiltinModule('node:worker_threads'); // most processes never need a thread
  const worker = new threads.Worker(CODE, { eval: true, workerData: { answer, search }, execArgv: [], env: {} });
  // Its end is enough: a thread that ran out of memory has found nothing.
  worker.on('error', nothing).unref();
  return { worker, answer };
}

/** A search as it is sent to a thread: long texts in shared memory. */
interface ThreadMessage extends Pick<ThreadSearch, 'source' | 'flags'> {
  readonly texts: readonly (string | SharedArrayBuffer)[];
}

/** Sending a long text copies it in one go; into shared memory it is copied in pieces that yield to the event loop. */
async function messageOf({ texts, ...expression }: ThreadSearch, signal?: AbortSignal): Promise<ThreadMessage> {
  const sent: (string | SharedArrayBuffer)[] = [];
  let left = CHARACTERS_AT_ONCE;
  for (const text of texts) {
    left -= text.length;
    // oxlint-disable-next-line no-await-in-loop -- one after another: the memory is needed once
    sent.push(left > 0 ? text : await shared(text, signal));
  }
  return { ...expression, texts: sent };
}

const CHARACTERS_AT_ONCE = 1_000_000;
const UNIT_BYTES = 2;

async function shared(text: string, signal: AbortSignal | undefined): Promise<SharedArrayBuffer> {
  const memory = new SharedArrayBuffer(text.length * UNIT_BYTES);
  const bytes = Buffer.from(memory);
  for (let at = 0; at < text.length && signal?.aborted !== true; at += CHARACTERS_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- everything else has its turn
    await nextTurn();
    bytes.write(text.slice(at, at + CHARACTERS_AT_ONCE), at * UNIT_BYTES, 'utf16le');
  }
  return memory;
}

const MOST_AT_ONCE = 2;
let busy = 0;
const waiting: (() => void)[] = [];
/** An idle thread, kept because starting one takes as long as many searches. */
let idle: Thread | null = null;

async function freePlace(): Promise<void> {
  if (busy >= MOST_AT_ONCE) await new Promise<void>((go) => void waiting.push(go));
  busy += 1;
}

function takeThread(): Thread {
  const thread = idle ?? startThread(null);
  idle = null;
  return thread;
}

interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly budgetMs: number;
}

function searchIn(thread: Thread, message: ThreadMessage, { signal, budgetMs }: Limits): Promise<Finding> {
  const { worker, answer } = thread;
  Atomics.store(answer, RESULT, NONE);
  return new Promise((resolve) => {
    let meter = meterOf(answer, 'works');
    const end = (isWell: boolean): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', giveUp);
      worker.off('message', done).off('exit', giveUp);
      worker.unref();
      if (isWell && idle === null) idle = thread;
      else worker.terminate().catch(nothing);
      resolve(findingOf(answer));
    };
    const done = (): void => end(true);
    const giveUp = (): void => end(false);
    const timer = setInterval(() => {
      meter ??= meterOf(answer, 'works');
      if (meter !== null && meter.usedMs() > budgetMs) giveUp();
    }, CHECK_MS);
    worker.once('message', done).once('exit', giveUp);
    signal?.addEventListener('abort', giveUp, { once: true });
    worker.ref();
    worker.postMessage(message);
  });
}
