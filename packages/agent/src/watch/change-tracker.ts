import type { Snapshot } from './snapshot.ts';

/** A file that came, changed or went. */
export interface FileChange {
  readonly path: string;
  readonly event: 'change' | 'add' | 'unlink';
}

/** How long a file must stay as it is before its change is reported: one write in several steps is one change. */
export const QUIET_MS = 100;
const LONGEST_DELAY_MS = 2_000;

interface UnreportedChange {
  readonly stamp: string | null;
  /** When it was first seen like this. */
  readonly at: number;
  /** When it was first seen to differ from what was reported. */
  readonly since: number;
}

/** When files are observed, and for how long a file must have stayed the same by then. */
interface ObservationTime {
  readonly nowMs: number;
  readonly quietMs: number;
}

/** What was seen at one path, and what has been reported of it. */
export interface Observation {
  readonly tracker: ChangeTracker;
  readonly seen: Snapshot;
}

/**
 * The changes that have settled at paths which may share files, each once: the paths are observed one after the other,
 * so a file can settle at one of them earlier than at another.
 */
export function settledChanges(
  observations: readonly Observation[],
  nowMs: number,
  quietMs: number = QUIET_MS,
): readonly FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const { tracker, seen } of observations)
    for (const change of tracker.observe(seen, nowMs, quietMs)) changes.set(change.path, change);
  for (const { tracker, seen } of observations) for (const path of changes.keys()) tracker.accept(path, seen);
  return [...changes.values()];
}

/** Compares what is seen with what was reported, and gives the changes to report once they have settled. */
export class ChangeTracker {
  readonly #reported: Map<string, string>;
  readonly #unreported = new Map<string, UnreportedChange>();

  constructor(start: Snapshot) {
    this.#reported = new Map(start);
  }

  /** True when nothing waits to be reported. */
  get isQuiet(): boolean {
    return this.#unreported.size === 0;
  }

  /** Takes in what is seen now; gives the changes that have settled, and never one that was undone meanwhile. */
  observe(seen: Snapshot, nowMs: number, quietMs: number = QUIET_MS): readonly FileChange[] {
    const gone = [...this.#reported.keys(), ...this.#unreported.keys()].filter((path) => !seen.has(path));
    return [...seen.keys(), ...new Set(gone)].flatMap((path) =>
      this.#compare(path, seen.get(path) ?? null, { nowMs, quietMs }),
    );
  }

  /** Counts a file as reported the way it is now. */
  accept(path: string, seen: Snapshot): void {
    this.#unreported.delete(path);
    const stamp = seen.get(path);
    if (stamp === undefined) this.#reported.delete(path);
    else this.#reported.set(path, stamp);
  }

  #compare(path: string, stamp: string | null, { nowMs, quietMs }: ObservationTime): readonly FileChange[] {
    const reported = this.#reported.get(path) ?? null;
    if (stamp === reported) {
      this.#unreported.delete(path);
      return [];
    }
    const before = this.#unreported.get(path) ?? { stamp, at: nowMs, since: nowMs };
    const isSettled = before.stamp === stamp && nowMs - before.at >= quietMs;
    // A file that is written to without end is reported now and then.
    if (!isSettled && nowMs - before.since < LONGEST_DELAY_MS) {
      this.#unreported.set(path, before.stamp === stamp ? before : { stamp, at: nowMs, since: before.since });
      return [];
    }
    this.#unreported.delete(path);
    if (stamp === null) this.#reported.delete(path);
    else this.#reported.set(path, stamp);
    return [{ path, event: reported === null ? 'add' : stamp === null ? 'unlink' : 'change' }];
  }
}
