import { DIALECTS, type IndexedHook, type IndexedRun, IndexedRow } from '@hookline/core/internal';
import type { HookLatency, Latency } from '../api/index.ts';
import type { IndexLook } from './index-look.ts';
import { Durations, percentile, usualPercentiles } from './numbers.ts';

interface HookTimes {
  readonly hook: IndexedHook;
  readonly durations: Durations;
  /** What agents waited for this one alone. */
  waited: number;
}

interface DecisionTimes {
  /** Seconds before now, which is exact enough for a chart. */
  readonly ago: Durations;
  readonly durations: Durations;
}

/** How long agents wait for hooks, and for which. */
export async function latencyOf(look: IndexLook, q: string): Promise<Latency> {
  const hooks = new Map<string, HookTimes>();
  const times: DecisionTimes = { ago: new Durations(), durations: new Durations() };
  const now = Date.now();
  const looked = await look.each(q, ({ block }, index) => {
    const row = new IndexedRow(block, index);
    const { durationMs, at } = row;
    if (durationMs !== null) {
      times.ago.push((now - at) / 1000);
      times.durations.push(durationMs);
    }
    const working = row.runs().filter(hasWork);
    for (const run of working) timesOf(hooks, run).durations.push(run.durationMs);
    for (const run of criticalRuns(working)) timesOf(hooks, run).waited += run.durationMs;
  });
  const waited = [...hooks.values()].reduce((sum, each) => sum + each.waited, 0);
  return {
    looked,
    decisions: times.ago.count,
    // The series first: sorting mixes the order of what it needs.
    series: seriesOf(times, now),
    ...usualPercentiles(times.durations.sort()),
    hooks: [...hooks.values()]
      .map((each) => hookLatency(each, waited))
      .toSorted((one, other) => other.share - one.share),
  };
}

const hasWork = ({ status }: IndexedRun): boolean => status !== 'skipped' && status !== 'background';

function timesOf(hooks: Map<string, HookTimes>, { hook }: IndexedRun): HookTimes {
  const known = hooks.get(hook.id);
  if (known !== undefined) return known;
  const found = { hook, durations: new Durations(), waited: 0 };
  hooks.set(hook.id, found);
  return found;
}

/** The runs that the answer waited for: one after another all of them, at once the slowest. */
function criticalRuns(working: readonly IndexedRun[]): readonly IndexedRun[] {
  if (working.length < 2) return working;
  return [...new Set(working.map(({ hook }) => hook.dialect))].flatMap((id) => {
    const here = working.filter(({ hook }) => hook.dialect === id);
    if (!AT_ONCE.has(id)) return here;
    return [here.reduce((slowest, run) => (run.durationMs > slowest.durationMs ? run : slowest))];
  });
}

const AT_ONCE = new Set(
  DIALECTS.filter(({ schedule }) => schedule.pace === 'parallel-unless-sequential').map(({ id }) => id),
);

const hookLatency = ({ hook, durations, waited }: HookTimes, all: number): HookLatency => ({
  hook: hook.id,
  name: hook.name,
  dialect: hook.dialect,
  handler: hook.handler,
  runs: durations.count,
  share: all === 0 ? 0 : waited / all,
  ...usualPercentiles(durations.sort()),
  estimate: estimateOf(hook),
});

/** From docs/contribute/speed.md: a raw start takes 4.4 ms of bash and 56 ms of python3; kept ready 2.1 and 2.2. */
function estimateOf({ handler, name }: IndexedHook): string | null {
  if (handler !== 'command') return null;
  if (/\bpython3?\b|\.py\b/.test(name)) return 'about 53 ms less a run as a Python callable (estimate)';
  if (/\bbash\b|\bsh\b|\.sh\b/.test(name)) return 'about 2 ms less a run with a warm shell (estimate)';
  return null;
}

const BUCKETS = 60;

function seriesOf({ ago, durations }: DecisionTimes, now: number): Latency['series'] {
  if (ago.count === 0) return { at: [], p50: [], p95: [] };
  let [oldest, newest] = [ago.at(0), ago.at(0)];
  for (let index = 0; index < ago.count; index += 1) {
    oldest = Math.max(oldest, ago.at(index));
    newest = Math.min(newest, ago.at(index));
  }
  const width = Math.max(0.001, (oldest - newest) / BUCKETS);
  const buckets = Array.from({ length: BUCKETS }, () => new Durations());
  for (let index = 0; index < ago.count; index += 1)
    buckets[Math.min(BUCKETS - 1, Math.floor((oldest - ago.at(index)) / width))]?.push(durations.at(index));
  const sorted = buckets.map((bucket) => bucket.sort());
  const of = (share: number): readonly (number | null)[] =>
    sorted.map((bucket) => (bucket.length === 0 ? null : percentile(bucket, share)));
  const at = buckets.map((_, index) => now - (oldest - (index + 0.5) * width) * 1000);
  return { at, p50: of(0.5), p95: of(0.95) };
}
