import { availableParallelism } from 'node:os';

/** Releases the slot; a second call has no effect. */
type Release = () => void;

/** A bounded number of slots; queues take turns, and each queue is first in, first out. */
export interface Limit {
  /** A slot at once if one is free, else after waiting in the named queue; null when the signal aborted first. */
  readonly take: (queue: string, signal?: AbortSignal) => Release | null | Promise<Release | null>;
}

export function createLimit(places: number): Limit {
  const queues = new Turns<(release: Release) => void>();
  let taken = 0;

  const giveBack = (): void => {
    const next = queues.next();
    if (next === undefined) taken -= 1;
    else next(once(giveBack));
  };

  const take: Limit['take'] = (queue, signal) => {
    if (signal?.aborted === true) return null;
    if (taken < places) {
      taken += 1;
      return once(giveBack);
    }
    return new Promise<Release | null>((resolve) => {
      const giveUp = (): void => {
        queues.remove(queue, enter);
        resolve(null);
      };
      const enter = (release: Release): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(release);
      };
      queues.add(queue, enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  };

  return { take };
}

/** Queues that are served in turn, so that a long one does not delay the others. */
class Turns<Item> {
  /** In the order of their turns. */
  readonly #lists = new Map<string, Set<Item>>();

  add(name: string, item: Item): void {
    const list = this.#lists.get(name);
    if (list === undefined) this.#lists.set(name, new Set([item]));
    else list.add(item);
  }

  remove(name: string, item: Item): void {
    const list = this.#lists.get(name);
    list?.delete(item);
    if (list?.size === 0) this.#lists.delete(name);
  }

  next(): Item | undefined {
    for (const [name, list] of this.#lists) {
      const [item] = list;
      if (item === undefined) continue;
      this.#lists.delete(name);
      list.delete(item);
      if (list.size > 0) this.#lists.set(name, list);
      return item;
    }
    return undefined;
  }
}

/** How many hook processes may run at once: `HOOKLINE_MAX_PROCESSES`, else twice the cores, at least 4. */
export function maxProcesses(env: Readonly<Record<string, string | undefined>> = process.env): number {
  const wanted = Number(env['HOOKLINE_MAX_PROCESSES']);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.max(4, 2 * availableParallelism());
}

function once(giveBack: () => void): Release {
  let given = false;
  return () => {
    if (given) return;
    given = true;
    giveBack();
  };
}
