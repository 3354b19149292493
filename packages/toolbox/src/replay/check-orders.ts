import type { Hooks, AnyEvent, Outcome, Report } from '@hookline/core/internal';

/** Whether the order in which hooks end changes an outcome. */
export interface OrderCheck {
  /** Hooks whose ends were reordered. */
  readonly hooks: readonly string[];
  readonly tried: number;
  /** The number of all possible orders, in digits. */
  readonly possible: string;
  /** An order with another outcome, and the difference; null when there is none among those tried. */
  readonly other: { readonly order: readonly string[]; readonly differs: readonly string[] } | null;
}

/** Up to this many hooks every order is tried. */
const MOST_HOOKS = 6;
const SAMPLES = 720;

/** Decides an event from the same reports in all orders of finishing, or in many where there are too many. */
export async function checkOrders(
  hooks: Hooks,
  event: AnyEvent,
  reports: ReadonlyMap<string, Report>,
  seed = 1,
): Promise<OrderCheck> {
  const ids = [...reports.keys()];
  const { outcome: first } = await hooks.refold(event, { reports, ended: ids });
  const possible = String(factorial(ids.length));
  let tried = 0;
  for (const order of ids.length > MOST_HOOKS ? sampled(ids, seed) : permutations(ids)) {
    tried += 1;
    // oxlint-disable-next-line no-await-in-loop -- one order after another: they must not mix
    const { outcome } = await hooks.refold(event, { reports, ended: order });
    const differs = differencesOf(first, outcome);
    if (differs.length > 0) return { hooks: ids, tried, possible, other: { order, differs } };
  }
  return { hooks: ids, tried, possible, other: null };
}

const differencesOf = (one: Outcome, other: Outcome): readonly string[] =>
  (Object.keys(one) as (keyof Outcome)[]).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));

function factorial(count: number): bigint {
  let product = 1n;
  for (let factor = 2n; factor <= BigInt(count); factor += 1n) product *= factor;
  return product;
}

/** Every order of the items. */
export function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  if (items.length < 2) {
    yield items;
    return;
  }
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

/** The order of the plan, its reverse, and random ones: the same ones for a seed. */
function* sampled<Item>(items: readonly Item[], seed: number): Generator<readonly Item[], void> {
  yield items;
  yield items.toReversed();
  const chance = chances(seed);
  for (let count = 2; count < SAMPLES; count += 1) {
    const order = [...items];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(chance() * (at + 1));
      [order[at], order[other]] = [order[other] as Item, order[at] as Item];
    }
    yield order;
  }
}

/** Pseudo-random numbers from 0 up to 1. */
function chances(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
