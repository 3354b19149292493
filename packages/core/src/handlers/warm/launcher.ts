import { setTimeout as wait } from 'node:timers/promises';
import type { CommandRequest } from '../../model/index.ts';
import { monotonicMs } from '../../text/clock.ts';
import { makeFifosBy } from '../process/fifo.ts';
import { killGuardedRuns } from '../process/registry.ts';
import type { Run } from '../process/run.ts';
import type { Launcher } from '../process/start.ts';
import { taskScript } from './task-script.ts';
import { canHaveHelper, Helper, type Order } from './helper.ts';
import { openIdentity, type Identity } from './identity.ts';
import { pythonRoute } from './python-ahead.ts';
import { createPythonJudge, createTextJudge } from './verdicts.ts';
import { routeOf, type StartRoute } from './route.ts';
import { ShellPool } from './shell-pool.ts';
import { startThroughHelper } from './spawned.ts';
import { MOST_TEXT_BYTES, type Waited } from './waiting-shell.ts';

/** Uses the launcher until the returned function is called; the last user ends all waiting processes. */
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

/** Long enough that a program which runs one hook and exits starts nothing for a next one. */
const START_AFTER_MS = 50;
const REFILL_AFTER_MS = 2;
const IDLE_MS = 3 * 60_000;
const LONGEST_START_MS = 1000;
/** A helper that keeps dying is given up. */
const MOST_DEATHS = 5;

/** Starts hooks in waiting shells, or through a helper; one for the whole process. */
class WarmLauncher implements Launcher {
  users = 0;
  readonly #judge = createTextJudge(() => this.#state?.helper ?? null);
  readonly #judgePython = createPythonJudge(() => this.#state?.helper ?? null);
  #state: PoolState | null = null;
  #inFlight = 0;
  /** Number of hooks whose start is not confirmed yet. */
  #starting = 0;
  #deaths = 0;
  /** When the helper may be started, on the monotonic clock; set once a hook has ended. */
  #startsAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  start(file: string, request: CommandRequest): Run | null | Promise<Run | null> {
    const state = this.#state;
    if (state === null || !state.helper.isReady() || hasChanged(state)) return null;
    const { helper, pool, host } = state;
    const route = routeOf(file, request, { host, judge: this.#judge });
    const python = pythonRoute(route, request, { host, judge: this.#judgePython });
    const run = python === null ? null : dispatch(pool, python, request);
    if (run !== null) return run;
    switch (route.by) {
      case 'shell':
        return dispatch(pool, shellRoute(route, request), request) ?? this.#startThrough(helper, file, request);
      case 'helper':
        return this.#startThrough(helper, file, request);
      case 'host':
        return null;
    }
  }

  enter(): () => void {
    this.#inFlight += 1;
    clearTimeout(this.#timer);
    this.#state?.pool.pause();
    return () => {
      this.#inFlight -= 1;
      this.#startsAt ??= monotonicMs() + START_AFTER_MS;
      if (this.#inFlight > 0) return;
      const leftMs = this.#state === null ? this.#startsAt - monotonicMs() : REFILL_AFTER_MS;
      this.#later(Math.max(leftMs, 0), () => this.#prepare());
    };
  }

  release(): void {
    this.#state?.pool.release();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const state = this.#state;
    this.#state = null;
    this.#startsAt = null;
    makeFifosBy(null);
    state?.identity.close();
    if (state !== null) killGuardedRuns();
    await state?.pool.close();
    for (const until = monotonicMs() + LONGEST_START_MS; this.#starting > 0 && monotonicMs() < until;) await wait(1);
    if (state !== null) killGuardedRuns(); // those that had not started when the others were killed
    await state?.helper.end();
  }

  async #startThrough(helper: Helper, file: string, request: CommandRequest): Promise<Run | null> {
    this.#starting += 1;
    const letGo = helper.hold(); // from then on the run's own timer keeps this process alive
    try {
      return await startThroughHelper(helper, orderOf(file, request), request);
    } finally {
      letGo();
      setImmediate(() => (this.#starting -= 1)); // by then its run is registered
    }
  }

  #prepare(): void {
    const state = this.#state;
    if (state === null) this.#startHelper();
    else if (hasChanged(state)) this.#stopSoon(); // the next one inherits the current values
    else if (state.helper.isReady()) state.pool.refill();
    else this.#later(START_AFTER_MS, () => this.#prepare());
    if (this.#state?.helper.isReady() === true) this.#later(IDLE_MS, () => this.#stopSoon());
  }

  #startHelper(): void {
    if (this.users === 0 || this.#deaths >= MOST_DEATHS || !canHaveHelper()) return;
    try {
      const helper = new Helper(() => this.#lose(helper));
      const identity = openIdentity();
      this.#state = {
        helper,
        pool: new ShellPool(helper),
        identity,
        inherited: identity.now(),
        host: { ...process.env },
      };
      makeFifosBy(helper);
      this.#later(START_AFTER_MS, () => this.#prepare());
    } catch {
      this.#deaths += 1; // no process available
    }
  }

  #lose(helper: Helper): void {
    if (this.#state?.helper !== helper) return;
    this.#deaths += 1;
    this.#stopSoon();
  }

  #stopSoon(): void {
    this.stop().catch(() => undefined); // what is gone already needs no stop
  }

  #later(delayMs: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, delayMs).unref();
  }
}

/** A helper with its shells, and the values that they inherited from this process. */
interface PoolState {
  readonly helper: Helper;
  readonly pool: ShellPool;
  readonly identity: Identity;
  readonly inherited: string;
  readonly host: Readonly<Record<string, string | undefined>>;
}

const hasChanged = ({ identity, inherited }: PoolState): boolean => identity.now() !== inherited;

const shellRoute = ({ shape, task, split }: Extract<StartRoute, { by: 'shell' }>, { cwd }: CommandRequest): Waited => ({
  shape,
  textFor: (words) => taskScript({ task, cwd, late: split.late, own: split.own, words }),
});

/** Null when no waiting shell can do it; then nothing has been done. */
function dispatch(pool: ShellPool, { shape, textFor }: Waited, request: CommandRequest): Run | null {
  const shell = pool.take(shape);
  if (shell === null) return null;
  const { refusal, exitPipe } = shell.words;
  const { stdin, runId, env, background } = request;
  // A background hook may outlive the reader of the pipe, and a library that is preloaded into it may have exit
  // handlers.
  const isHeard = !background && request.letGo === undefined && env['LD_PRELOAD'] === undefined;
  const text = textFor({ refusal, exitPipe: isHeard ? exitPipe : null });
  if (Buffer.byteLength(text) > MOST_TEXT_BYTES) {
    shell.dismiss();
    return null;
  }
  try {
    const startedAt = monotonicMs();
    const streams = shell.dispatch(stdin, text);
    const { pid, exit, exitSoFar, release } = shell.started;
    return {
      pid,
      runId,
      env,
      isBackground: background,
      startedAt,
      streams,
      exit,
      exitSoFar,
      shellTag: shell.tag,
      refusal,
      isGuarded: true,
      release,
    };
  } catch {
    return null; // it has done nothing
  }
}

const orderOf = (file: string, { program, args, cwd, env }: CommandRequest): Omit<Order, 'stdio'> => ({
  file,
  argv0: program,
  args,
  cwd,
  env,
});
