import { getEventListeners, setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyEvent } from '../../packages/core/src/model/index.ts';
import { growth, takeCensus, type Census } from './census.ts';
import { DIALECT_IDS, openHost, type Host } from './hosts.ts';
import { KINDS, type Kind } from './kinds.ts';
import { plant } from './planted.ts';
import { laySite, programsBeside, type Site } from './site.ts';

/** What the host is asked to do; the last event is the one that reaches either bound. */
export interface Job {
  readonly root: string;
  readonly port: number;
  readonly runs: number;
  readonly seconds: number;
  readonly seed: number;
  /** For how many seconds it may take until what was ended is gone. */
  readonly patience: number;
  readonly leak: string | null;
  /** The one kind that is fired; null for all. */
  readonly only: string | null;
  readonly resultFile: string;
}

export interface Result {
  readonly runs: number;
  readonly events: number;
  readonly seconds: number;
  /** Runs that came to something else than their kind says. */
  readonly unexpected: readonly string[];
  readonly orphans: readonly string[];
  /** Dead processes that only the end of the host takes away: children of a module whose thread had to be ended. */
  readonly zombies: number;
  readonly descriptors: readonly string[];
  readonly resources: readonly string[];
  readonly listeners: readonly string[];
  readonly heapGrowthBytes: number;
  /** By how much the resident memory grows in 10,000 runs, over the second half. */
  readonly slopeBytes: number;
  readonly byKind: Readonly<Record<string, number>>;
}

const LANES = 12;
/** As many events come first that do not count, at most. */
const WARM_UP_EVENTS = 400;
const REOPEN_EVERY = 1500;

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const site = laySite(job.root, programsBeside(import.meta.url), job.port);
const random = createRandom(job.seed);
const kinds = KINDS.filter(({ name }) => job.only === null || name === job.only);
const wheel = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
const unexpected: string[] = [];
const byKind: Record<string, number> = {};
/** Lives as long as the host, and is given to every event that is not called off: nothing may stay behind on it. */
const lasting = new AbortController();
setMaxListeners(0, lasting.signal);
let runs = 0;
let events = 0;

await soak(() => events < Math.min(WARM_UP_EVENTS, job.runs), everyKindOnce());
const before = await settled(null);
runs = 0;
events = 0;
const samples: [number, number][] = [];
const startedAt = performance.now();
const endsAt = startedAt + job.seconds * 1000;
plant(job.leak, site.root);
await soak(() => runs < job.runs && performance.now() < endsAt, []);
const seconds = (performance.now() - startedAt) / 1000;
const after = await settled(before);
const more = growth(before, after);
const onSignal = getEventListeners(lasting.signal, 'abort').length;
const result: Result = {
  runs,
  events,
  seconds,
  unexpected,
  orphans: after.processes,
  zombies: after.zombies,
  ...more,
  listeners: [...more.listeners, ...(onSignal === 0 ? [] : [`abort: ${onSignal} on a signal that lasts`])],
  heapGrowthBytes: after.heapBytes - before.heapBytes,
  slopeBytes: slopeOf(samples.slice(Math.floor(samples.length / 2))) * 10_000,
  byKind,
};
writeFileSync(job.resultFile, JSON.stringify(result));

/** Fires events in several lanes, through a host with shells that wait and one without, until told to stop. */
async function soak(goesOn: () => boolean, first: readonly Kind[]): Promise<void> {
  const hosts = [await openHost(site, true), await openHost(site, false)];
  const queue = [...first];
  const lane = async (): Promise<void> => {
    while (queue.length > 0 || goesOn()) {
      await fireOne(queue.pop() ?? pick(wheel), pick(hosts), site);
      if (events % 200 === 0) samples?.push([runs, process.memoryUsage.rss()]);
      if (events % REOPEN_EVERY === 0) await pick(hosts).reopen();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await Promise.all(hosts.map((host) => host.close()));
}

async function fireOne(kind: Kind, host: Host, { project }: Site): Promise<void> {
  events += 1;
  const dialect = pick(kind.dialects);
  const event = {
    hook_event_name: kind.event,
    session_id: `soak-${events % 7}`,
    cwd: project,
    tool_input: { command: kind.word },
    ...kind.fields,
    ...('prompt' in kind.fields ? { prompt: kind.word } : {}),
  } as AnyEvent;
  const times = host.times();
  const without = dialect === 'all' ? [] : DIALECT_IDS.filter((id) => id !== dialect);
  const outcome = await withSignal(kind, (signal) =>
    host.hooks().fire(event, dialect === 'all' ? { signal } : { signal, without }),
  );
  const ran = outcome.hooks.filter(({ status }) => status !== 'skipped');
  runs += ran.length;
  byKind[kind.name] = (byKind[kind.name] ?? 0) + ran.length;
  if (host.times() !== times) return; // it was closed meanwhile
  const wrong = ran.find(({ fault }) => !kind.faults.includes(fault?.code ?? null));
  if (wrong !== undefined) tellUnexpected(`${kind.name}: ${wrong.id} ${wrong.status} ${JSON.stringify(wrong.fault)}`);
  if (ran.length === 0 && kind.isCancelled !== true) tellUnexpected(`${kind.name}: no hook of ${dialect} ran`);
}

async function withSignal<Value>(kind: Kind, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  if (kind.isCancelled !== true) return work(lasting.signal);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), random() * 60);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function tellUnexpected(line: string): void {
  if (unexpected.length < 20) unexpected.push(line);
}

/** Counts until nothing more than before is there, or it is clear that it stays: what was killed needs a moment to go. */
async function settled(earlier: Census | null): Promise<Census> {
  const givesUpAt = performance.now() + job.patience * 1000;
  for (;;) {
    const census = await takeCensus(job.root);
    const left = earlier === null ? [] : Object.values(growth(earlier, census)).flat();
    if ((census.processes.length === 0 && left.length === 0) || performance.now() > givesUpAt) return census;
    await wait(250);
  }
}

/** So that what a kind loads or opens for the first time is no growth. */
function everyKindOnce(): readonly Kind[] {
  return kinds.flatMap((kind) => kind.dialects.map(() => kind));
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** The slope of the line that comes nearest to the points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) / spread;
}

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
