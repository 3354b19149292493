import type { Diagnostic, Ending, Hook, HookRun, AnyEvent, Outcome, Report } from '../model/index.ts';
import { monotonicMs } from '../text/clock.ts';
import { decode } from './decode.ts';
import type { Said } from './fold.ts';
import { fold } from './fold.ts';
import type { Frame, Place } from './frame.ts';
import { frameOf, ownSubjects, subjectOf } from './frame.ts';
import type { Selected } from './hook-index.ts';
import { answered, hookRun, unrun } from './hook-run.ts';
import { isInsideOwnHook, isThenable } from './nesting.ts';
import { nothingSaid, onlyFirst, outcomeOf } from './outcome.ts';
import type { Ports } from './ports.ts';
import type { DialectHooks, Route, Routes } from './routes.ts';
import { thread } from './thread.ts';

/** What is the same for all events until hooks change. */
export interface FunctionWorld {
  readonly hooks: readonly DialectHooks[];
  readonly routes: Routes;
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly ports: FunctionPorts;
}

/** What such a fire needs of the world. */
export interface FunctionPorts extends Pick<Ports, 'now' | 'isFirst' | 'onStart'> {
  /** Waits for a promise, but no longer than the timeout or the signal allow; never rejects. */
  readonly settle: (promise: PromiseLike<unknown>, timeoutMs: number, signal?: AbortSignal) => Promise<Settled>;
  /** What was thrown, in one line. */
  readonly describeThrown: (thrown: unknown) => string;
}

/** What became of a promise. */
type Settled =
  | { readonly how: 'fulfilled'; readonly value: unknown }
  | { readonly how: 'rejected'; readonly error: unknown }
  | Extract<Ending, { readonly how: 'timed-out' | 'cancelled' }>;

/** The functions that an event selects when it selects nothing else; null when it must go the whole way from plan to fold. */
export function onlyFunctions(routes: readonly Route[], event: AnyEvent, place: Place): readonly Selected[] | null {
  if (place.isInsideHook || isInsideOwnHook()) return null;
  let functions = NONE;
  for (const { dialect, native, row, index } of routes) {
    // A hook of a file that is selected under its own names only goes the whole way as well.
    for (const own of ownSubjects(dialect, native, event, place))
      if (index.selectFunctions(own)?.length !== 0) return null;
    // By names alone, so that nothing which a function rewrites could make another dialect's hook match.
    const selected = index.selectFunctions(subjectOf(row, native, event, place));
    if (selected === null || (functions !== NONE && selected.length > 0)) return null;
    if (selected.length > 0) functions = selected;
  }
  return functions;
}

const NONE: readonly Selected[] = [];

/**
 * Calls functions one after another: nothing is planned, encoded or written down. The outcome is there at once unless one of
 * them makes it wait.
 */
export function fireFunctions(
  functions: readonly Selected[],
  event: AnyEvent,
  world: FunctionWorld,
  signal: AbortSignal | undefined,
): Outcome | Promise<Outcome> {
  if (functions.length === 0) return nothingSaid(event.hook_event_name, world.diagnostics, NO_RUNS);
  return goOn({ functions, world, signal, event, runs: [], said: null, clockMs: monotonicMs() });
}

const NO_RUNS: readonly HookRun[] = [];

interface Progress {
  readonly functions: readonly Selected[];
  readonly world: FunctionWorld;
  readonly signal: AbortSignal | undefined;
  /** As rewritten so far. */
  event: AnyEvent;
  readonly runs: HookRun[];
  said: Said[] | null;
  /** When the last function ended: one look at the clock for each. */
  clockMs: number;
}

// Written flat, since each call in here would cost as much as the rest of it.
function goOn(progress: Progress): Outcome | Promise<Outcome> {
  const { functions, runs, signal, world } = progress;
  for (let next = functions[runs.length]; next !== undefined; next = functions[runs.length]) {
    const { hook } = next.armed;
    if (world.ports.onStart !== undefined) tellStart(hook, world.ports.onStart);
    if (signal !== undefined && signal.aborted) {
      end(progress, hook, { how: 'cancelled' });
      continue;
    }
    let value: unknown;
    let isLater = false;
    try {
      value = hook.handler.kind === 'function' ? hook.handler.call(progress.event) : undefined;
      isLater = value !== undefined && isThenable(value);
    } catch (error) {
      raise(progress, hook, error);
      continue;
    }
    if (isLater) return waitFor(progress, hook, value);
    answer(progress, hook, value);
  }
  return outcome(progress);
}

const tellStart = ({ id, name, statusMessage }: Hook, onStart: NonNullable<FunctionPorts['onStart']>): void =>
  onStart({ id, name, status: statusMessage });

async function waitFor(progress: Progress, hook: Hook, result: unknown): Promise<Outcome> {
  const promise = Promise.resolve(result);
  const watch = watched(promise);
  // Most functions answer at once: only a promise that is still open a moment later is worth a timer.
  await SOON;
  const settled = watch.settled ?? (await progress.world.ports.settle(promise, hook.timeoutMs, progress.signal));
  switch (settled.how) {
    case 'fulfilled':
      answer(progress, hook, settled.value);
      break;
    case 'rejected':
      raise(progress, hook, settled.error);
      break;
    case 'timed-out':
    case 'cancelled':
      end(progress, hook, settled);
  }
  return goOn(progress);
}

const SOON = Promise.resolve();

function watched(promise: Promise<unknown>): { readonly settled: Settled | null } {
  const watch: { settled: Settled | null } = { settled: null };
  void promise.then(
    (value) => (watch.settled = { how: 'fulfilled', value }),
    (error: unknown) => (watch.settled = { how: 'rejected', error }),
  );
  return watch;
}

const raise = (progress: Progress, hook: Hook, error: unknown): void =>
  end(progress, hook, { how: 'raised', why: progress.world.ports.describeThrown(error) });

function answer(progress: Progress, hook: Hook, value: unknown): void {
  if (value === undefined || value === null) silent(progress, hook);
  else end(progress, hook, ANSWERED, value);
}

const ANSWERED: Ending = { how: 'answered' };

/** Most functions only look on: those who say nothing are not read, and change nothing. */
function silent(progress: Progress, hook: Hook): void {
  progress.runs.push(answered(hook, lap(progress)));
}

/** Milliseconds since the last function ended. */
function lap(progress: Progress): number {
  const before = progress.clockMs;
  progress.clockMs = monotonicMs();
  return progress.clockMs - before;
}

/** Reads an end as any hook's is read: what was rewritten is what the next function sees, and a block is the last word. */
function end(progress: Progress, hook: Hook, ending: Ending, value?: unknown): void {
  const frame = frameFor(hook, progress);
  const report: Report = { ending, stdout: '', stderr: '', truncated: [], durationMs: lap(progress), value };
  const verdict = decode({ hook, frame, background: false }, report);
  progress.runs.push(hookRun(hook, report, verdict, false));
  (progress.said ??= []).push({ hook, verdict });
  progress.event = thread(progress.event, verdict);
  if (verdict.decision !== 'block' || frame.dialect.schedule.afterBlock !== 'stop') return;
  for (const { armed } of progress.functions.slice(progress.runs.length))
    progress.runs.push(unrun(armed.hook, 'skipped', `not run: ${hook.id} had blocked before`));
}

function frameFor(hook: Hook, { event, world }: Progress): Frame {
  const own = world.hooks.find(({ dialect }) => dialect.id === hook.dialect);
  const frame = own === undefined ? null : frameOf(own.dialect, event, world.place, world.ports.now());
  if (frame === null) throw new TypeError(`${hook.id} belongs to no dialect that knows ${event.hook_event_name}`);
  return frame;
}

function outcome({ event, world, runs, said }: Progress): Outcome {
  const { diagnostics, ports } = world;
  if (said === null) return nothingSaid(event.hook_event_name, diagnostics, runs);
  return outcomeOf({ event, diagnostics }, onlyFirst(fold(said), ports), runs, []);
}
