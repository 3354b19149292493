import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { CodeEvent, Ending } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { assetPath } from '../assets.ts';
import { describeThrown, settleWithin } from '../function.ts';
import { KEPT_BYTES } from '../process/output.ts';
import { unstartedWorker, type CallableWorker, type Reply } from '../workers/call-worker.ts';
import { readAnswer } from '../workers/frame.ts';
import { createLoadedSources } from '../workers/sources.ts';
import { findSources } from './imports.ts';
import { findJiti } from './jiti.ts';
import { createOutput } from './output.ts';
import { RUN_TAG, sweepUntilGone } from '../../process/sweep.ts';

export interface ModuleCall {
  readonly exportName: string;
  readonly event: CodeEvent;
}

/** Starts a thread that waits for calls of one module; a failed start shows in the reply to the first call. */
export function startModuleWorker(path: string): CallableWorker<ModuleCall> {
  try {
    return new ModuleWorker(path);
  } catch (error) {
    return unstartedWorker(path, `${path} cannot be run: ${describeThrown(error)}`);
  }
}

const HEAP_MIB = 256;
const VALUE_LENGTH = 8 << 20;
const STOP_MS = 100;
const KILL_MS = 2000;

class ModuleWorker implements CallableWorker<ModuleCall> {
  readonly key: string;
  readonly #output = createOutput();
  readonly #tag = `module-${randomUUID()}`;
  readonly #thread: Worker;
  readonly #sources = createLoadedSources();
  #ending: Promise<void> | null = null;
  #answer: ((reply: Reply) => void) | null = null;
  #hasEnded = false;
  #error: string | null = null;

  constructor(path: string) {
    this.key = path;
    // Taken before the thread reads them, so that an edit in between shows as a change.
    this.#sources.add(findSources(path));
    this.#thread = this.#startThread(path);
    this.#thread.on('message', (message: unknown) => this.#hear(message));
    this.#thread.on('error', (error) => {
      this.#error = `it brought its thread down: ${describeThrown(error)}`;
    });
    this.#thread.once('exit', (code) => this.#died(code));
    // After the listeners, which would keep the host alive again.
    this.#thread.unref();
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  isCurrent(): boolean {
    return this.#sources.areCurrent();
  }

  call(call: ModuleCall): Promise<Reply> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#output.clear();
      if (this.#hasEnded) this.#died(0);
      else this.#thread.postMessage(call);
    });
  }

  end(): Promise<void> {
    this.#ending ??= this.#endNow();
    return this.#ending;
  }

  async #endNow(): Promise<void> {
    this.#hasEnded = true;
    this.#reply({ ...this.#output.read(), ending: { how: 'cancelled' } }); // what was printed need not wait for the end
    // Only a running thread can reap its dead children; without it they stay zombies.
    await settleWithin(sweepUntilGone(RUN_TAG, this.#tag), STOP_MS);
    const terminated = this.#thread.terminate();
    await settleWithin(terminated, STOP_MS);
    // A thread that waits for a child process does not end before the child.
    await sweepUntilGone(RUN_TAG, this.#tag);
    await settleWithin(terminated, KILL_MS);
  }

  #startThread(path: string): Worker {
    const typescript = /\.[cm]?tsx?$/.test(path);
    return new Worker(assetPath('module-worker.mjs'), {
      workerData: {
        path,
        typescript,
        jiti: typescript ? findJiti() : null,
        output: this.#output.memory,
        keptBytes: KEPT_BYTES,
        valueLength: VALUE_LENGTH,
      },
      env: { ...process.env, [RUN_TAG]: this.#tag },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
  }

  #hear(message: unknown): void {
    const answer = isJsonObject(message) ? message : {};
    if (answer['isLast'] === true) this.#hasEnded = true;
    this.#reply({ ...this.#output.read(), ...readAnswer(answer) });
  }

  #died(code: number): void {
    this.#hasEnded = true;
    const why = this.#error ?? `it ended its thread by process.exit(${code})`;
    const ending: Ending = this.#ending === null ? { how: 'raised', why } : { how: 'cancelled' };
    this.#reply({ ...this.#output.read(), ending });
  }

  #reply(reply: Reply): void {
    this.#answer?.(reply);
    this.#answer = null;
  }
}
