import type { Snapshot } from './snapshot.ts';

/** A file that came, changed or went. */
export interface FileChange {
  readonly path: string;
  readonly event: 'change' | 'add' | 'unlink';
}

/** How long a file must stay as it is before its change is told: one write in several steps is one change. */
export const QUIET_MS = 100;
const LONGEST_UNREST_MS = 2_000;

interface Unrest {
  readonly stamp: string | null;
  /** When it was first seen like this. */
  readonly at: number;
  /** When it was first seen to differ from what was told. */
  readonly since: number;
}

/** When a look is taken, and how long a file must have rested by then. */
interface Moment {
  readonly nowMs: number;
  readonly quietMs: number;
}

/** What was seen at one place, and what has been told of it. */
export interface Look {
  readonly settling: Settling;
  readonly seen: Snapshot;
}

/**
 * The changes that have settled at places which may share files, each once: the places are looked at one after the
 * other, so a file can come to rest in one of them a look before it does in another.
 */
export function settledIn(looks: readonly Look[], nowMs: number, quietMs: number = QUIET_MS): readonly FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const { settling, seen } of looks)
    for (const change of settling.look(seen, nowMs, quietMs)) changes.set(change.path, change);
  for (const { settling, seen } of looks) for (const path of changes.keys()) settling.accept(path, seen);
  return [...changes.values()];
}

/** Compares what is seen with what was told, and says what is to be told once it has come to rest. */
export class Settling {
  readonly #told: Map<string, string>;
  readonly #unrest = new Map<string, Unrest>();

  constructor(start: Snapshot) {
    this.#told = new Map(start);
  }

  /** True when nothing waits to be told. */
  get isQuiet(): boolean {
    return this.#unrest.size === 0;
  }

  /** Takes a new look in; gives the changes that have settled, and never one that was undone meanwhile. */
  look(seen: Snapshot, nowMs: number, quietMs: number = QUIET_MS): readonly FileChange[] {
    const gone = [...this.#told.keys(), ...this.#unrest.keys()].filter((path) => !seen.has(path));
    return [...seen.keys(), ...new Set(gone)].flatMap((path) =>
      this.#compare(path, seen.get(path) ?? null, { nowMs, quietMs }),
    );
  }

  /** Takes a file as it is now for told. */
  accept(path: string, seen: Snapshot): void {
    this.#unrest.delete(path);
    const stamp = seen.get(path);
    if (stamp === undefined) this.#told.delete(path);
    else this.#told.set(path, stamp);
  }

  #compare(path: string, stamp: string | null, { nowMs, quietMs }: Moment): readonly FileChange[] {
    const told = this.#told.get(path) ?? null;
    if (stamp === told) {
      this.#unrest.delete(path);
      return [];
    }
    const before = this.#unrest.get(path) ?? { stamp, at: nowMs, since: nowMs };
    const isSettled = before.stamp === stamp && nowMs - before.at >= quietMs;
    // A file that is written to without end is told of now and then.
    if (!isSettled && nowMs - before.since < LONGEST_UNREST_MS) {
      this.#unrest.set(path, before.stamp === stamp ? before : { stamp, at: nowMs, since: before.since });
      return [];
    }
    this.#unrest.delete(path);
    if (stamp === null) this.#told.delete(path);
    else this.#told.set(path, stamp);
    return [{ path, event: told === null ? 'add' : stamp === null ? 'unlink' : 'change' }];
  }
}
