import { isAbsolute, join, relative } from 'node:path';
import { type AnyEvent, type Outcome, statsOf } from '@hookline/core/internal';
import type { Comparison } from './compare.ts';
import { createHookSets, type FiringHooks, type HookSets } from './hook-sets.ts';
import type { ReplayItem, ReplayPart, UnreadableLine } from './replay-item.ts';
import type { Selection } from './select.ts';
import { createTally, type Counts, type FlipGroup, type HookCount, isFlip, type Tally } from './tally.ts';

export interface ReplayOptions {
  /** Opens the hooks of a project; they must record nothing. */
  readonly open: (project: string) => Promise<FiringHooks>;
  /** All events run against the hooks of this project; null: each against those of its own. */
  readonly project: string | null;
  /** For events that name none. */
  readonly defaultProject: string;
  /** Events that run at the same time. */
  readonly jobs: number;
  /** Whether events run whose long texts were cut. */
  readonly withCut: boolean;
  readonly withBackground: boolean;
  readonly onFlip?: (item: ReplayItem, comparison: Comparison, outcome: Outcome) => void;
  readonly onUnreadable?: (line: UnreadableLine) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a replay has come. */
export interface Progress {
  /** Parts that are done, including skipped ones. */
  readonly done: number;
  readonly total: number | null;
  readonly flips: number;
  readonly elapsedMs: number;
}

export interface ReplaySummary extends Counts {
  /** Of whole events; cut ones are included only on request. */
  readonly skipped: { readonly cut: number; readonly gone: number; readonly unreadable: number };
  readonly groups: readonly FlipGroup[];
  readonly ungrouped: number;
  readonly faults: readonly HookCount[];
  readonly shadows: readonly HookCount[];
  /** Blocks among the events that cannot be compared. */
  readonly stopped: readonly HookCount[];
  /** Ended early. */
  readonly interrupted: boolean;
  readonly elapsedMs: number;
  readonly eventsPerSecond: number;
}

/**
 * Runs events against hooks, a few at a time, and compares the decisions; the actions in the events are not repeated.
 */
export async function replay(
  selection: Selection,
  options: ReplayOptions,
  signal?: AbortSignal,
): Promise<ReplaySummary> {
  const run: Run = {
    sets: createHookSets(options.open),
    tally: createTally(),
    skipped: { cut: 0, gone: 0, unreadable: 0 },
    startedMs: performance.now(),
    done: 0,
    flips: 0,
    signal,
  };
  try {
    await eachAtOnce(selection.parts(), options.jobs, (part) => takePart(part, selection.total, options, run), signal);
  } finally {
    await run.sets.close();
  }
  return summaryOf(run);
}

interface Run {
  readonly sets: HookSets;
  readonly tally: Tally;
  readonly skipped: { cut: number; gone: number; unreadable: number };
  readonly startedMs: number;
  done: number;
  flips: number;
  readonly signal: AbortSignal | undefined;
}

async function takePart(part: ReplayPart, total: number | null, options: ReplayOptions, run: Run): Promise<void> {
  const result = await runPart(part, options, run);
  if (run.signal?.aborted === true) return; // an interrupted run proves nothing
  run.done += 1;
  if (typeof result === 'string') run.skipped[result] += 1;
  else if (part.kind === 'event') {
    const comparison = run.tally.add(part, result);
    if (isFlip(comparison)) {
      run.flips += 1;
      options.onFlip?.(part, comparison, result);
    }
  }
  options.onProgress?.({ done: run.done, total, flips: run.flips, elapsedMs: performance.now() - run.startedMs });
}

function summaryOf({ tally, skipped, startedMs, signal }: Run): ReplaySummary {
  const elapsedMs = performance.now() - startedMs;
  const counts = tally.counts();
  return {
    ...counts,
    skipped,
    groups: tally.groups(),
    ungrouped: tally.ungrouped(),
    faults: tally.faults(),
    shadows: tally.shadows(),
    stopped: tally.stopped(),
    interrupted: signal?.aborted === true,
    elapsedMs: Math.round(elapsedMs),
    eventsPerSecond: Math.round((counts.events / Math.max(elapsedMs, 1)) * 1000),
  };
}

/** Processes parts as they come, this many at a time. */
async function eachAtOnce<Part>(
  parts: AsyncGenerator<Part, void>,
  jobs: number,
  work: (part: Part) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const goOn = async (): Promise<void> => {
    for (let next = await parts.next(); next.done !== true && signal?.aborted !== true; next = await parts.next())
      await work(next.value);
  };
  try {
    await Promise.all(Array.from({ length: jobs }, goOn));
  } finally {
    await parts.return();
  }
}

async function runPart(
  part: ReplayPart,
  options: ReplayOptions,
  { sets, signal }: Run,
): Promise<Outcome | 'cut' | 'gone' | 'unreadable'> {
  if (part.kind === 'unreadable') {
    options.onUnreadable?.(part);
    return 'unreadable';
  }
  if (part.isCut && !options.withCut) return 'cut';
  const own = part.project ?? folderOf(part.event) ?? options.defaultProject;
  const project = options.project ?? own;
  if (!isFolder(project)) return 'gone';
  const event = options.project === null ? part.event : moved(part.event, own, project);
  const background = options.withBackground ? ({ wait: true } as const) : ({ background: 'left-out' } as const);
  return sets.use(project, (hooks) =>
    hooks.fire(event, { ...background, ...(signal === undefined ? {} : { signal }) }),
  );
}

const folderOf = ({ cwd }: AnyEvent): string | null => (typeof cwd === 'string' && isAbsolute(cwd) ? cwd : null);

const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** The event as if it had happened at the same path of another project. */
function moved(event: AnyEvent, from: string, to: string): AnyEvent {
  const cwd = folderOf(event);
  if (cwd === null) return { ...event, cwd: to };
  const inside = relative(from, cwd);
  const place = inside.startsWith('..') || isAbsolute(inside) ? to : join(to, inside);
  return { ...event, cwd: isFolder(place) ? place : to };
}
