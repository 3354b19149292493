import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { CommandRequest } from '../../model/index.ts';
import { monotonicMs } from '../../text/clock.ts';
import { makeFifosBy } from '../process/fifo.ts';
import type { Run } from '../process/run.ts';
import type { Launcher } from '../process/start.ts';
import { dispatchText } from './dispatch.ts';
import { canHaveHelper, Helper, type Order } from './helper.ts';
import { logicalName, routeOf, type Route } from './route.ts';
import { createTextJudge } from './text-judge.ts';
import { ShellPool } from './shell-pool.ts';
import { startThroughHelper } from './spawned.ts';
import { MOST_TEXT_BYTES } from './waiting-shell.ts';

/** Takes part in the launcher until the result is called; the last to leave ends all that waits. */
export function useLauncher(): { readonly launcher: Launcher; readonly leave: () => Promise<void> } {
  shared ??= new WarmLauncher();
  const mine = shared;
  mine.users += 1;
  return {
    launcher: mine,
    leave: async () => {
      mine.users -= 1;
      if (mine.users === 0) await mine.stop();
    },
  };
}

let shared: WarmLauncher | undefined;

/** Long enough that a program which runs one hook and ends starts nothing for the next. */
const START_AFTER_MS = 50;
const REFILL_AFTER_MS = 2;
const IDLE_MS = 3 * 60_000;
/** A helper that keeps dying is given up. */
const MOST_DEATHS = 5;

/** Starts hooks in shells that wait, or through a helper; one for the whole process. */
class WarmLauncher implements Launcher {
  users = 0;
  readonly #judge = createTextJudge(() => this.#helper);
  #helper: Helper | null = null;
  #pool: ShellPool | null = null;
  #identity = '';
  #host: Readonly<Record<string, string | undefined>> = {};
  #inFlight = 0;
  #deaths = 0;
  /** When the helper may be started, on the monotonic clock; known once a hook has ended. */
  #startsAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  async start(file: string, request: CommandRequest): Promise<Run | null> {
    const helper = this.#helper;
    if (helper === null || !helper.isReady() || identity() !== this.#identity) return null;
    const route = routeOf(file, request, { host: this.#host, judge: this.#judge });
    switch (route.by) {
      case 'shell':
        return this.#dispatch(route, request) ?? startThroughHelper(helper, orderOf(file, request), request);
      case 'helper':
        return startThroughHelper(helper, orderOf(file, request), request);
      case 'host':
        return null;
    }
  }

  enter(): () => void {
    this.#inFlight += 1;
    clearTimeout(this.#timer);
    this.#pool?.pause();
    const letGo = this.#helper?.hold();
    return () => {
      this.#inFlight -= 1;
      letGo?.();
      this.#startsAt ??= monotonicMs() + START_AFTER_MS;
      if (this.#inFlight > 0) return;
      const leftMs = this.#helper === null ? this.#startsAt - monotonicMs() : REFILL_AFTER_MS;
      this.#later(Math.max(leftMs, 0), () => this.#prepare());
    };
  }

  release(): void {
    this.#pool?.release();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const [helper, pool] = [this.#helper, this.#pool];
    this.#helper = null;
    this.#pool = null;
    this.#startsAt = null;
    makeFifosBy(null);
    await pool?.close();
    await helper?.end();
  }

  #dispatch(route: Extract<Route, { by: 'shell' }>, request: CommandRequest): Run | null {
    const { shape, deed, split } = route;
    const shell = this.#pool?.take(shape) ?? null;
    if (shell === null) return null;
    const { late, own } = split;
    const { cwd, stdin, runId, env, background } = request;
    const refusal = `refused ${randomUUID()}`;
    const logicalCwd = deed.kind === 'program' ? null : logicalName(own.pwd, cwd);
    const text = dispatchText({ deed, cwd, logicalCwd, late, own, refusal });
    if (Buffer.byteLength(text) > MOST_TEXT_BYTES) {
      shell.dismiss();
      return null;
    }
    try {
      const startedAt = monotonicMs();
      const streams = shell.dispatch(stdin, text);
      const facts = { runId, env, isBackground: background, startedAt, streams };
      return { ...facts, ...shell.started, shellTag: shell.tag, refusal, isGuarded: true };
    } catch {
      return null; // it has done nothing
    }
  }

  #prepare(): void {
    if (this.#helper === null) this.#startHelper();
    else if (identity() !== this.#identity) this.#stopSoon(); // the next one inherits what is true now
    else if (this.#helper.isReady()) this.#pool?.refill();
    else this.#later(START_AFTER_MS, () => this.#prepare());
    if (this.#helper?.isReady() === true) this.#later(IDLE_MS, () => this.#stopSoon());
  }

  #startHelper(): void {
    if (this.users === 0 || this.#deaths >= MOST_DEATHS || !canHaveHelper()) return;
    try {
      const helper = new Helper(() => this.#lose(helper));
      this.#helper = helper;
      this.#pool = new ShellPool(helper);
      this.#identity = identity();
      this.#host = { ...process.env };
      makeFifosBy(helper);
      this.#later(START_AFTER_MS, () => this.#prepare());
    } catch {
      this.#deaths += 1; // no process to spare
    }
  }

  #lose(helper: Helper): void {
    if (this.#helper !== helper) return;
    this.#deaths += 1;
    this.#stopSoon();
  }

  #stopSoon(): void {
    this.stop().catch(() => undefined); // what is gone already needs no end
  }

  #later(delayMs: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, delayMs).unref();
  }
}

const orderOf = (file: string, { program, args, cwd, env }: CommandRequest): Omit<Order, 'stdio'> => ({
  file,
  argv0: program,
  args,
  cwd,
  env,
});

/** What a helper inherits when it is started, and a host may change later. */
function identity(): string {
  return `${process.getuid?.()} ${process.geteuid?.()} ${process.getgid?.()} ${process.getegid?.()} ${umask()}`;
}

/** Asking through `process.umask` would change it for a moment, for all threads. */
function umask(): string {
  const status = openSync('/proc/self/status', 'r');
  try {
    return /^Umask:\s*(\d+)/m.exec(start.toString('latin1', 0, readSync(status, start)))?.[1] ?? '';
  } finally {
    closeSync(status);
  }
}

/** The mask stands in the second line. */
const start = Buffer.allocUnsafe(64);
