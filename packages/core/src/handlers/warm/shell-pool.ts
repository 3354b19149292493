import { ExitPipe } from './exit-pipe.ts';
import type { Helper } from './helper.ts';
import { startShell, type ShellShape, type WaitingShell } from './waiting-shell.ts';

/** Keeps shells waiting, as many of each shape as the largest burst has needed; owns their descriptors. */
export class ShellPool {
  readonly #helper: Helper;
  readonly #shapes = new Map<string, Demand>();
  readonly #waiting: WaitingShell[] = [];
  #exitPipe: ExitPipe | null = null;
  #shells = 0;
  #refilling: Promise<void> = Promise.resolve();
  #isRefilling = false;
  #mayRefill = false;
  #isClosed = false;

  constructor(helper: Helper) {
    this.#helper = helper;
  }

  /** A shell of the shape, to be used once; null when none waits. */
  take(shape: ShellShape): WaitingShell | null {
    const known = this.#shapes.get(shape.key);
    const demand = known ?? { shape, wanted: 0, burst: 0 };
    demand.burst += 1;
    // A shell serves many hooks, a Python only those of its script and environment, which may never run again.
    const atLeast = isPython(shape) ? (known === undefined ? 0 : demand.burst) : demand.burst + SPARE;
    demand.wanted = Math.min(MOST, Math.max(demand.wanted, atLeast));
    // The shape that was used last comes last, so that the others are evicted first.
    this.#shapes.delete(shape.key);
    this.#shapes.set(shape.key, demand);
    const [oldest] = this.#shapes.keys();
    if (this.#shapes.size > MOST && oldest !== undefined) this.#shapes.delete(oldest);
    const at = this.#waiting.findIndex((shell) => shell.shape.key === shape.key);
    const [shell] = at < 0 ? [] : this.#waiting.splice(at, 1);
    return shell ?? null;
  }

  /** Nothing runs: now shells can be started without delaying hooks. */
  refill(): void {
    this.#mayRefill = true;
    for (const demand of this.#shapes.values()) demand.burst = 0;
    if (this.#isRefilling || this.#isClosed) return;
    this.#isRefilling = true;
    this.#refilling = this.#refillOneByOne().finally(() => (this.#isRefilling = false));
  }

  pause(): void {
    this.#mayRefill = false;
  }

  /** Resolves when every descriptor is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#mayRefill = false;
    // Whoever closes waits for the helper's answer, which keeps no process alive by itself.
    const letGo = this.#helper.hold();
    await this.#refilling.finally(letGo);
    this.release();
    this.#exitPipe?.close();
  }

  /** Releases everything that waiting shells hold; they are started again when no hook runs. */
  release(): void {
    for (const shell of this.#waiting.splice(0)) shell.dismiss();
  }

  /** One at a time, so that the helper can report the end of hooks in between. */
  async #refillOneByOne(): Promise<void> {
    for (;;) {
      const missing = this.#mayRefill ? this.#missing() : null;
      if (missing === null) return;
      this.#makeRoom(missing);
      const shell = await this.#start(missing).catch(() => null);
      if (shell === null) return; // what is exhausted now may be available when the next hook has ended
      if (this.#isClosed) return shell.dismiss();
      this.#waiting.push(shell);
      const forget = (): void => this.#forget(shell);
      shell.started.exit.then(forget, forget);
    }
  }

  async #start(shape: ShellShape): Promise<WaitingShell | null> {
    const helper = this.#helper;
    const exitPipe = (this.#exitPipe ??= await ExitPipe.open());
    this.#shells += 1;
    return exitPipe === null ? null : startShell({ helper, exitPipe }, shape, `${process.pid}-${this.#shells}`);
  }

  #missing(): ShellShape | null {
    const demands = [...this.#shapes.values()].toReversed();
    const places = { shells: MOST, pythons: MOST_PYTHONS };
    for (const { shape, wanted } of demands) {
      const there = this.#waiting.filter((shell) => shell.shape.key === shape.key).length;
      const most = Math.min(wanted, places.shells, isPython(shape) ? places.pythons : MOST);
      if (there < most) return shape;
      places.shells -= most;
      if (isPython(shape)) places.pythons -= most;
    }
    return null;
  }

  #makeRoom(shape: ShellShape): void {
    const isFullOfPythons =
      isPython(shape) && this.#waiting.filter((shell) => isPython(shell.shape)).length >= MOST_PYTHONS;
    if (this.#waiting.length < MOST && !isFullOfPythons) return;
    const gives = (other: ShellShape): boolean => other.key !== shape.key && (!isFullOfPythons || isPython(other));
    const at = this.#waiting.findIndex((shell) => gives(shell.shape));
    for (const shell of this.#waiting.splice(Math.max(at, 0), 1)) shell.dismiss();
  }

  /** A shell that exited while it waited. */
  #forget(shell: WaitingShell): void {
    const at = this.#waiting.indexOf(shell);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.dismiss();
  }
}

interface Demand {
  readonly shape: ShellShape;
  wanted: number;
  burst: number;
}

const isPython = ({ reads }: ShellShape): boolean => reads === 'python';

const MOST = 12;
/** A waiting Python takes ten times the memory of a shell. */
const MOST_PYTHONS = 4;
const SPARE = 1;
