import type { Finding, SlowSearch, SlowSearches } from '../../model/hook.ts';
import type { Automaton } from '../linear/automaton.ts';

/** Whether one of the texts matches: found out at once where that is soon done, else in slices between which everything else has its turn. */
export function runLinear(automaton: Automaton, texts: readonly string[], slow?: SlowSearches): Finding {
  const search = slowRunOf(automaton);
  const known = slow?.known(search, texts) ?? null;
  if (known !== null) return known;
  const found = automaton.begin(texts).goOn(slow === undefined ? Infinity : AT_ONCE);
  if (found !== null) return findingOf(found);
  return slow?.find(search, texts) ?? 'pending';
}

// Some milliseconds.
const AT_ONCE = 500_000;
const SLICE = 200_000;

const findingOf = (found: boolean): Finding => (found ? 'accepts' : 'refuses');

function slowRunOf(automaton: Automaton): SlowSearch {
  const known = SLOW_RUNS.get(automaton);
  if (known !== undefined) return known;
  const made: SlowSearch = {
    now: (texts) => findingOf(automaton.begin(texts).goOn(Infinity) === true),
    later: (texts, signal) => runInSlices(automaton, texts, signal),
  };
  SLOW_RUNS.set(automaton, made);
  return made;
}

const SLOW_RUNS = new WeakMap<Automaton, SlowSearch>();

async function runInSlices(automaton: Automaton, texts: readonly string[], signal?: AbortSignal): Promise<Finding> {
  const run = automaton.begin(texts);
  for (;;) {
    const found = run.goOn(SLICE);
    if (found !== null) return findingOf(found);
    // oxlint-disable-next-line no-await-in-loop -- everything else has its turn
    await new Promise((next) => setImmediate(next));
    if (signal?.aborted === true) return 'undecided';
  }
}
