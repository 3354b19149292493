import type { Finding, SlowSearch, SlowSearches } from '../../model/hook.ts';
import { monotonicMs } from '../../text/clock.ts';
import type { Automaton } from '../linear/automaton.ts';
import { charactersIn, nextTurn, STEPS_AT_ONCE } from './slow-searches.ts';
import { memoized } from '../../text/memo.ts';

/** Whether one of the texts matches: synchronously where that is quick, else in slices that yield to the event loop. */
export function runLinear(automaton: Automaton, texts: readonly string[], slow?: SlowSearches): Finding {
  const search = linearSearch(automaton);
  if (slow === undefined) return search.now(texts);
  return slow.known(search, texts) ?? tryLinear(automaton, texts, slow) ?? slow.find(search, texts);
}

/** The same synchronously; null where that would block the event loop. */
export function tryLinear(automaton: Automaton, texts: readonly string[], slow: SlowSearches): Finding | null {
  if (!slow.mayTake(charactersIn(texts))) return null;
  const found = automaton.begin(texts).goOn(STEPS_AT_ONCE);
  return found === null ? null : findingOf(found);
}

/** The search of an automaton, one object for each, because the results for an event are keyed by it. */
export const linearSearch = memoized((automaton: Automaton): SlowSearch => ({
  now: (texts) => findingOf(automaton.begin(texts).goOn(Infinity) === true),
  later: (texts, signal) => runInSlices(automaton, texts, signal),
}));

const findingOf = (found: boolean): Finding => (found ? 'accepts' : 'refuses');

// Slices end by the clock: on a slow machine there are more of them, and the result is the same.
const SLICE_MS = 2;
const STEPS_BETWEEN_LOOKS = 20_000;

async function runInSlices(automaton: Automaton, texts: readonly string[], signal?: AbortSignal): Promise<Finding> {
  const run = automaton.begin(texts);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- everything else has its turn
    await nextTurn();
    if (signal?.aborted === true) return 'undecided';
    const endMs = monotonicMs() + SLICE_MS;
    do {
      const found = run.goOn(STEPS_BETWEEN_LOOKS);
      if (found !== null) return findingOf(found);
    } while (monotonicMs() < endMs);
  }
}
