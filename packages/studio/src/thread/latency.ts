import { DIALECTS, type IndexedHook, type IndexedRun, IndexedRow, parseFilter } from '@hookline/core/internal';
import type { HookLatency, Latency } from '../api/index.ts';
import type { IndexLook } from './index-look.ts';
import { Durations, usualPercentiles } from './numbers.ts';

interface HookTimes {
  readonly hook: IndexedHook;
  readonly durations: Durations;
  /** What agents waited for this one alone. */
  waited: number;
}

/** Decisions in equal stretches of time. */
interface Stretches {
  readonly from: number;
  readonly width: number;
  readonly durations: readonly Durations[];
}

const STRETCHES = 60;

/** How long agents wait for hooks, and for which. */
export async function latencyOf(look: IndexLook, q: string): Promise<Latency> {
  const hooks = new Map<string, HookTimes>();
  const stretches = stretchesOf(await look.queries.span(parseFilter(q), look.signal));
  const looked = await look.each(q, ({ block }, index) => {
    const row = new IndexedRow(block, index);
    const { durationMs, at } = row;
    if (durationMs !== null) stretchAt(stretches, at).push(durationMs);
    const working = row.runs().filter(hasWork);
    for (const run of working) timesOf(hooks, run).durations.push(run.durationMs);
    for (const run of criticalRuns(working)) timesOf(hooks, run).waited += run.durationMs;
  });
  const waited = [...hooks.values()].reduce((sum, each) => sum + each.waited, 0);
  return {
    looked,
    decisions: stretches.durations.reduce((sum, { count }) => sum + count, 0),
    series: seriesOf(stretches),
    ...usualPercentiles(...stretches.durations),
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
  ...usualPercentiles(durations),
  estimate: estimateOf(hook),
});

/** From docs/contribute/speed.md: a raw start takes 4.4 ms of bash and 56 ms of python3; kept ready 2.1 and 2.2. */
function estimateOf({ handler, name }: IndexedHook): string | null {
  if (handler !== 'command') return null;
  if (/\bpython3?\b|\.py\b/.test(name)) return 'about 53 ms less a run as a Python callable (estimate)';
  if (/\bbash\b|\bsh\b|\.sh\b/.test(name)) return 'about 2 ms less a run with a warm shell (estimate)';
  return null;
}

const stretchesOf = ([first, last]: readonly [number, number]): Stretches => ({
  from: first,
  width: Math.max(1, (last - first) / STRETCHES),
  durations: Array.from({ length: STRETCHES }, () => new Durations()),
});

/** Of a decision that came meanwhile, the last one. */
function stretchAt({ from, width, durations }: Stretches, at: number): Durations {
  const index = Math.max(0, Math.min(STRETCHES - 1, Math.floor((at - from) / width)));
  return durations[index] as Durations;
}

function seriesOf({ from, width, durations }: Stretches): Latency['series'] {
  if (durations.every(({ count }) => count === 0)) return { at: [], p50: [], p95: [] };
  const of = (share: number): readonly (number | null)[] =>
    durations.map((each) => (each.count === 0 ? null : each.percentile(share)));
  return { at: durations.map((_, index) => from + (index + 0.5) * width), p50: of(0.5), p95: of(0.95) };
}
