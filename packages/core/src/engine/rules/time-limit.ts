import { createContext, Script, type Context } from 'node:vm';
import type { Scope } from '../../model/hook.ts';
import { monotonicMs } from '../../text/clock.ts';

/** How long one matcher may think about one event. */
export const DECISION_LIMIT_MS = 50;

/** How long all matchers of one owner together may think about one event. */
const EVENT_LIMIT_MS = 50;

/** For whom work is done: a project's never uses up the time of the user's, nor what hooks need that of the host itself. */
export type Owner = 'user' | 'project' | 'host';

/** The owner of what stands in a file of this scope. */
export const ownerOf = (scope: Scope): Owner => (scope === 'project' || scope === 'local' ? 'project' : 'user');

/** For whom work is done, and how long it may take. */
interface Limit {
  /** Null for work that belongs to no event: it has all of its limit. */
  readonly owner: Owner | null;
  readonly limitMs: number;
}

/** What is given instead of a value: `tooLong` when the work needed more than its own limit or failed, `noTime` when the event's time was used up. */
export interface Otherwise<Value> {
  readonly tooLong: Value;
  readonly noTime: Value;
}

/** Begins an event: its matchers have all their time before them. */
export function startEvent(): void {
  spent.user = 0;
  spent.project = 0;
  spent.host = 0;
}

/** Gives what `look` finds out while matchers may only do what takes no time worth mentioning. */
export function withoutThinking<Value>(look: () => Value): Value {
  mayThink = false;
  try {
    return look();
  } finally {
    mayThink = true;
  }
}

/** Whether there is time for work that cannot be stopped. */
export const hasTimeFor = (owner: Owner, ms: number): boolean =>
  mayThink && (spent[owner] === 0 || spent[owner] + ms <= EVENT_LIMIT_MS);

/** Runs `work` under a timer: it never throws and never hangs. */
export function runWithin<Value>({ owner, limitMs }: Limit, work: () => Value, otherwise: Otherwise<Value>): Value {
  const leftMs = owner === null ? limitMs : Math.min(limitMs, EVENT_LIMIT_MS - spent[owner]);
  if (!mayThink || leftMs < LEAST_MS) return limitMs < LEAST_MS ? otherwise.tooLong : otherwise.noTime;
  const stop = startWatch(owner);
  sandbox ??= createContext(call);
  let value: { readonly is: Value } | null = null;
  let isStopped = false;
  call.work = () => {
    value = { is: work() };
  };
  try {
    CALL_WORK.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(leftMs)), displayErrors: false });
  } catch (error) {
    isStopped = isTimeout(error);
  }
  call.work = nothing;
  // What the processor has worked on for a while would not end a little later either; a busy machine says nothing about it.
  const workedMs = stop();
  const isWaiting = isStopped && workedMs < Math.min(limitMs, DECISION_LIMIT_MS) / 10;
  // But others have waited for it all the time.
  if (isStopped) spend(owner, Math.max(0, leftMs - workedMs));
  return valueOf(value, isWaiting ? otherwise.noTime : otherwise.tooLong);
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs work of so many steps that surely ends soon; it never throws. */
export function runDirectly<Value>(owner: Owner, steps: number, work: () => Value, otherwise: Otherwise<Value>): Value {
  const isTrivial = steps <= TRIVIAL_STEPS;
  if (spent[owner] > EVENT_LIMIT_MS - LEAST_MS || !(isTrivial || mayThink)) return otherwise.noTime;
  const stop = isTrivial ? null : startWatch(owner);
  if (isTrivial) spend(owner, TRIVIAL_MS);
  try {
    return work();
  } catch {
    return otherwise.tooLong; // an expression may fail at its first use, when it needs too much memory
  } finally {
    stop?.();
  }
}

// Less is not worth beginning with.
const LEAST_MS = 1;

/** Steps of work that is not worth a look at the clock. */
export const TRIVIAL_STEPS = 4000;
// Thousands of them are still worth counting.
const TRIVIAL_MS = 0.001;

const nothing = (): void => {};
const call: { work: () => void } = { work: nothing };
// A timeout of `vm` is the only way to stop synchronous code, a running regular expression included.
const CALL_WORK = new Script('work()');
let sandbox: Context | null = null;

const valueOf = <Value>(value: { readonly is: Value } | null, otherwise: Value): Value => value?.is ?? otherwise;

/** What was used up since the event began. */
const spent: Record<Owner, number> = { user: 0, project: 0, host: 0 };
let mayThink = true;
let willForget = false;

/** Begins to count, and gives the milliseconds in the end; the clock on the wall also runs for other programs, that of the processor for other threads. */
function startWatch(owner: Owner | null): () => number {
  const wall = monotonicMs();
  const processor = process.cpuUsage();
  return () => {
    const elapsed = monotonicMs() - wall;
    const ms = elapsed < CLEAR_MS ? elapsed : Math.min(elapsed, process.cpuUsage(processor).user / 1000);
    spend(owner, ms);
    return ms;
  };
}

const CLEAR_MS = 0.2;

/** What nobody began an event for is forgotten as soon as others have had their turn. */
function spend(owner: Owner | null, ms: number): void {
  if (owner === null) return;
  spent[owner] += ms;
  if (willForget) return;
  willForget = true;
  setImmediate(() => {
    willForget = false;
    startEvent();
  }).unref();
}
