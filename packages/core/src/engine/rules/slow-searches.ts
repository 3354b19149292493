import type { Finding, SlowSearch, SlowSearches } from '../../model/hook.ts';

/** The slow searches of one event: results are kept until its end, so that matchers can be tested again. */
export interface EventSearches extends SlowSearches {
  readonly isWaiting: () => boolean;
  /** Waits until all started searches have ended. */
  readonly settle: () => Promise<void>;
}

/** The synchronous budget of all matchers of an event in one turn of the event loop: about 4 ms. */
export const STEPS_AT_ONCE = 200_000;

/** Begins an event. Each search has its own budget; the signal aborts all of them. */
export function createEventSearches(signal?: AbortSignal): EventSearches {
  const asked = new Map<SlowSearch, Asked[]>();
  const running = new Set<Promise<void>>();
  let left = STEPS_AT_ONCE;
  const find = (search: SlowSearch, texts: readonly string[]): Asked | undefined =>
    asked.get(search)?.find((each) => isSame(each.texts, texts));
  const begin = (search: SlowSearch, texts: readonly string[]): Finding => {
    const added: Asked = { texts, finding: 'pending' };
    asked.set(search, [...(asked.get(search) ?? []), added]);
    const run = search
      .later(texts, signal)
      .catch((): Finding => 'undecided')
      .then((finding) => {
        added.finding = finding;
        running.delete(run);
      });
    running.add(run);
    return added.finding;
  };
  return {
    known: (search, texts) => (asked.size === 0 ? null : (find(search, texts)?.finding ?? null)),
    find: (search, texts) => find(search, texts)?.finding ?? begin(search, texts),
    mayTake: (steps) => {
      if (steps > left) return false;
      left -= steps;
      return true;
    },
    isWaiting: () => running.size > 0,
    settle: async () => {
      await Promise.all(running);
      left = STEPS_AT_ONCE;
    },
  };
}

/** The result of a plan once no matcher in it waits for a slow search; at once where none does. */
export function whenSearched<Value>(searches: EventSearches | undefined, plan: () => Value): Value | Promise<Value> {
  const value = plan();
  return searches?.isWaiting() === true ? searches.settle().then(() => whenSearched(searches, plan)) : value;
}

interface Asked {
  readonly texts: readonly string[];
  finding: Finding;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some === others || (some.length === others.length && some.every((text, index) => text === others[index]));

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other search runs, so that many searches block it no longer than one.
 */
export function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((next) => setImmediate(next)));
  return lastTurn;
}

/** The total number of characters searched. */
export const charactersIn = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);
