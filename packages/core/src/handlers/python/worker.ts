import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { assetPath } from '../assets.ts';
import { describeThrown, settleWithin } from '../function.ts';
import { errorCode, isTransient } from '../../process/errno.ts';
import { signalGroup } from '../../process/signal.ts';
import { bareReply, unstartedWorker, type CallableWorker, type Loading, type Reply } from '../workers/call-worker.ts';
import { readFrame } from '../workers/frame.ts';
import { createLoadedSources } from '../workers/sources.ts';

export interface PythonStart {
  readonly key: string;
  readonly program: string;
  readonly project: string;
  readonly imports: 'installed' | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts an interpreter that waits for calls; a failed start shows in the reply to the first call. */
export function startPythonWorker(start: PythonStart): CallableWorker<string> {
  try {
    return new PythonWorker(start.key, spawnInterpreter(start));
  } catch (error) {
    return unstartedWorker(start.key, `${start.program} cannot be started: ${describeThrown(error)}`);
  }
}

function spawnInterpreter({ program, project, imports, env }: PythonStart): ChildProcess {
  const script = assetPath('python-worker.py');
  return spawn(program, ['-B', script, project, ...(imports === undefined ? [] : [imports])], {
    // Not the project: a relative entry of PYTHONPATH would let its files shadow modules of Python itself.
    cwd: dirname(script),
    // Leads a process group, so that everything a hook starts can be killed with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      ...(imports === undefined ? env : withoutProject(env, project)),
      HOOKLINE_RUN: `python-${randomUUID()}`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
}

/** Python searches these folders before any line of the worker runs. */
function withoutProject(env: Readonly<Record<string, string>>, project: string): Readonly<Record<string, string>> {
  const path = env['PYTHONPATH'];
  if (path === undefined) return env;
  const inside = `${realPath(project)}/`;
  const outside = path.split(':').filter((folder) => !`${realPath(folder)}/`.startsWith(inside));
  return { ...env, PYTHONPATH: outside.join(':') };
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // nothing can be imported from a path that does not exist
  }
}

/** Long enough for the worker to clean up after itself. */
const END_MS = 500;
const KILL_MS = 2000;
const COMPLAINT_LENGTH = 2000;

class PythonWorker implements CallableWorker<string> {
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #sources = createLoadedSources();
  readonly #gone: Promise<void>;
  #ending: Promise<void> | null = null;
  #answer: ((reply: Reply) => void) | null = null;
  #loading: Loading | undefined;
  readonly #loaded = new Set<string>();
  #isReady = false;
  #hasEnded = false;
  #complaint = '';
  #startError: Error | null = null;

  constructor(key: string, child: ChildProcess) {
    this.key = key;
    this.#child = child;
    this.#gone = new Promise((resolve) => {
      child.once('error', (error: Error) => {
        this.#startError ??= error;
        if (child.pid === undefined) resolve(this.#died());
      });
      // The rest of the group is killed with its leader; only then are all pipes closed.
      child.once('exit', () => this.#killGroup());
      child.once('close', () => resolve(this.#died()));
    });
    this.#listen();
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  isCurrent(): boolean {
    return this.#sources.areCurrent();
  }

  call(line: string, loading?: Loading): Promise<Reply> {
    return new Promise((resolve) => {
      this.#loading = loading;
      if (loading !== undefined && this.#loaded.has(loading.name)) loading.onLoad();
      this.#answer = resolve;
      if (this.#hasEnded) this.#died();
      else this.#stream(3).write(line);
    });
  }

  end(): Promise<void> {
    this.#ending ??= this.#endNow();
    return this.#ending;
  }

  async #endNow(): Promise<void> {
    this.#hasEnded = true;
    this.#stream(0).destroy();
    const gone = await settleWithin(this.#gone, END_MS);
    if (gone.how === 'fulfilled') return;
    this.#killGroup();
    await settleWithin(this.#gone, KILL_MS);
  }

  #listen(): void {
    this.#child.unref();
    for (const index of [0, 2, 3, 4]) {
      const stream = this.#stream(index);
      stream.unref();
      // A dead worker is noticed by its exit; EPIPE adds nothing.
      stream.on('error', () => undefined);
    }
    this.#stream(2)
      .setEncoding('utf8')
      .on('data', (text: string) => {
        this.#complaint = (this.#complaint + text).slice(-COMPLAINT_LENGTH);
      });
    let parts: string[] = [];
    this.#stream(4)
      .setEncoding('utf8')
      .on('data', (text: string) => {
        const [first = '', ...more] = text.split('\n');
        parts.push(first);
        for (const next of more) {
          this.#hear(parts.join(''));
          parts = [next];
        }
      });
  }

  #hear(line: string): void {
    const frame = readFrame(line);
    if (frame.kind === 'ready') {
      this.#isReady = true;
      return;
    }
    if (frame.kind === 'started') {
      if (this.#loading !== undefined) this.#loaded.add(this.#loading.name);
      this.#loading?.onLoad();
      return;
    }
    this.#sources.add(frame.sources);
    if (frame.isLast) this.#hasEnded = true;
    this.#reply(frame.reply);
  }

  #died(): void {
    this.#hasEnded = true;
    if (this.#ending !== null) this.#reply(bareReply({ how: 'cancelled' }));
    else this.#reply(this.#isReady ? CRASHED : this.#unstarted());
  }

  #reply(reply: Reply): void {
    this.#answer?.(reply);
    this.#answer = null;
  }

  #unstarted(): Reply {
    const { spawnfile, exitCode, signalCode } = this.#child;
    const complaint = this.#complaint.trim().split('\n').at(-1) ?? '';
    const end = this.#startError?.message ?? `it ended with ${signalCode ?? `exit code ${exitCode ?? 'unknown'}`}`;
    const why = `${spawnfile} is not a Python that can run hooks: ${complaint === '' ? end : `${end}: ${complaint}`}`;
    const reply = bareReply({ how: 'not-started', why });
    return isTransient(errorCode(this.#startError)) ? { ...reply, trouble: 'short-of-resources' } : reply;
  }

  #killGroup(): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
  }

  #stream(index: number): Socket {
    const stream: unknown = this.#child.stdio[index];
    // After a failed start there are no pipes.
    return stream instanceof Socket ? stream : new Socket();
  }
}

const CRASHED: Reply = {
  ...bareReply({ how: 'raised', why: 'the worker died during the call' }),
  trouble: 'crashed',
};
