import type { Decision, Outcome } from '@hookline/core';
import { type Comparison, compare, type Flip } from './compare.ts';
import type { ReplayItem } from './replay-item.ts';

/** Events that flipped for the same reason. */
export interface FlipGroup extends Flip {
  readonly how: 'loosened' | 'tightened';
  readonly count: number;
  /** Ids of the first ones. */
  readonly examples: readonly string[];
}

/** How often a hook failed, stopped an event that cannot be compared, or would have stopped one. */
export interface HookCount {
  readonly hook: string;
  readonly what: string;
  readonly count: number;
}

export interface Counts {
  /** Events that were run. */
  readonly events: number;
  readonly same: number;
  /** The same decision with other rewrites, contexts or effects. */
  readonly altered: number;
  readonly loosened: number;
  readonly tightened: number;
  /** It is not known what was decided then. */
  readonly unknown: number;
  /** Of those: how many are blocked now. */
  readonly unknownBlocked: number;
}

/** Counts results in bounded memory. */
export interface Tally {
  readonly add: (item: ReplayItem, outcome: Outcome) => Comparison;
  readonly counts: () => Counts;
  /** Loosened ones first: `block → pass` before all others. */
  readonly groups: () => readonly FlipGroup[];
  /** Flips beyond the groups that are kept. */
  readonly ungrouped: () => number;
  readonly faults: () => readonly HookCount[];
  readonly shadows: () => readonly HookCount[];
  /** What hooks decide now about events whose first decision is not known. */
  readonly stopped: () => readonly HookCount[];
}

const MOST_GROUPS = 1_000;
const MOST_EXAMPLES = 3;
const MOST_REASON = 300;

export function createTally(): Tally {
  const counts = { events: 0, same: 0, altered: 0, loosened: 0, tightened: 0, unknown: 0, unknownBlocked: 0 };
  const groups = new Map<string, Mutable<FlipGroup>>();
  const faults = new Map<string, Mutable<HookCount>>();
  const shadows = new Map<string, Mutable<HookCount>>();
  const stopped = new Map<string, Mutable<HookCount>>();
  let ungrouped = 0;
  const add = (item: ReplayItem, outcome: Outcome): Comparison => {
    const comparison = compare(item.recorded, outcome);
    counts.events += 1;
    counts[comparison.how] += 1;
    if (comparison.how === 'unknown' && outcome.block !== null) {
      counts.unknownBlocked += 1;
      note(stopped, outcome.block.hook, 'block');
    }
    if (isFlip(comparison) && !count(groups, comparison, item.id)) ungrouped += 1;
    for (const { id, fault, shadow } of outcome.hooks) {
      if (fault !== null) note(faults, id, fault.code);
      if (shadow !== undefined && shadow.decision !== 'none') note(shadows, id, shadow.decision);
    }
    return comparison;
  };
  return {
    add,
    counts: () => ({ ...counts }),
    groups: () => [...groups.values()].toSorted(byWeight),
    ungrouped: () => ungrouped,
    faults: () => [...faults.values()].toSorted(byCount),
    shadows: () => [...shadows.values()].toSorted(byCount),
    stopped: () => [...stopped.values()].toSorted(byCount),
  };
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

type FlipComparison = Extract<Comparison, Flip>;

/** Whether the decision differs. */
export const isFlip = (comparison: Comparison): comparison is FlipComparison =>
  comparison.how === 'loosened' || comparison.how === 'tightened';

/** False when there is no space for another group. */
function count(groups: Map<string, Mutable<FlipGroup>>, flip: FlipComparison, id: string): boolean {
  const reason = flip.reason === null ? null : (flip.reason.split('\n')[0] ?? '').slice(0, MOST_REASON);
  const key = JSON.stringify([flip.before, flip.now, flip.hook, reason, flip.since]);
  const group = groups.get(key);
  if (group === undefined) {
    if (groups.size === MOST_GROUPS) return false;
    groups.set(key, { ...flip, reason, count: 1, examples: [id] });
    return true;
  }
  group.count += 1;
  if (group.examples.length < MOST_EXAMPLES) group.examples = [...group.examples, id];
  return true;
}

function note(counts: Map<string, Mutable<HookCount>>, hook: string, what: string): void {
  const key = JSON.stringify([hook, what]);
  const known = counts.get(key);
  if (known !== undefined) known.count += 1;
  else if (counts.size < MOST_GROUPS) counts.set(key, { hook, what, count: 1 });
}

const byCount = (one: { readonly count: number }, other: { readonly count: number }): number => other.count - one.count;

/** The most serious first. */
const FLIPS: readonly (readonly [Decision, Decision])[] = [
  ['block', 'none'],
  ['block', 'allow'],
  ['block', 'ask'],
  ['none', 'block'],
  ['allow', 'block'],
  ['ask', 'block'],
  ['ask', 'none'],
  ['ask', 'allow'],
  ['none', 'allow'],
];

const weightOf = ({ before, now }: Flip): number => {
  const at = FLIPS.findIndex(([from, to]) => from === before && to === now);
  return at < 0 ? FLIPS.length : at;
};

const byWeight = (one: FlipGroup, other: FlipGroup): number => weightOf(one) - weightOf(other) || byCount(one, other);
