import type { RecordedDecision } from '@hookline/core/internal';
import type { ReplayedRun } from './worker.ts';

/** What a hook would have done. */
export interface ReplayedHook {
  readonly hook: string;
  /** Events for which it ran. */
  readonly runs: number;
  readonly blocks: number;
  readonly asks: number;
  readonly faults: number;
  /** Of the blocks, those of events that something stopped then. */
  readonly stoppedThen: number;
  /** Some of the decisions that it would have refused, with its reason. */
  readonly examples: readonly { readonly decision: string; readonly reason: string | null }[];
}

/** Counts what hooks say to events that happened. */
export interface Tally {
  readonly add: (then: RecordedDecision, now: readonly ReplayedRun[]) => void;
  readonly events: () => number;
  /** Those with the most blocks first. */
  readonly hooks: () => readonly ReplayedHook[];
}

const MOST_EXAMPLES = 20;

type Examples = ReplayedHook['examples'];

/** The same each time, whatever ended first. */
const firstOf = (examples: Examples): Examples =>
  examples.toSorted((one, other) => one.decision.localeCompare(other.decision)).slice(0, MOST_EXAMPLES);

interface Counts {
  runs: number;
  blocks: number;
  asks: number;
  faults: number;
  stoppedThen: number;
  readonly examples: { readonly decision: string; readonly reason: string | null }[];
}

export function createTally(names: readonly string[]): Tally {
  const counts = new Map<string, Counts>();
  for (const name of names) counts.set(name, { runs: 0, blocks: 0, asks: 0, faults: 0, stoppedThen: 0, examples: [] });
  let events = 0;
  return {
    add: ({ id, outcome }, runs) => {
      events += 1;
      for (const { name, isFault, would, reason } of runs) {
        const count = counts.get(name);
        if (count === undefined) continue;
        count.runs += 1;
        if (isFault) count.faults += 1;
        if (would === 'ask') count.asks += 1;
        if (would !== 'block') continue;
        count.blocks += 1;
        if (outcome?.decision === 'block') count.stoppedThen += 1;
        count.examples.push({ decision: id, reason });
      }
    },
    events: () => events,
    hooks: () =>
      [...counts]
        .map(([hook, { examples, ...count }]) => ({ hook, ...count, examples: firstOf(examples) }))
        .toSorted((one, other) => other.blocks - one.blocks || one.hook.localeCompare(other.hook)),
  };
}
