import { createHooks, type Hooks } from '@hookline/core/internal';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bounded } from './bounded.ts';
import type { StressEffect, StressRun, TrialRun } from './proof.ts';
import type { ProveOptions } from './prove.ts';
import { isPowerless } from './at-rest.ts';
import type { RestingRun } from './shared-canaries.ts';
import type { Circumstances, Stress } from './stress/stress.ts';
import { openWorkshop, type Workshop } from './stress/workshop.ts';
import { runTrial } from './trial.ts';

/** The results of one hook under stress. */
interface Stressed {
  readonly runs: readonly StressRun[];
}

interface StressOptions extends ProveOptions {
  readonly workers: number;
  readonly count: <Result>(result: Result) => Result;
}

/** Runs each hook again under every stress, on its first canary of each kind; by the hook's id. */
export async function underStress(
  tried: readonly RestingRun[],
  hooks: Hooks,
  options: StressOptions,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Stressed>> {
  const [workshop, close] = openWorkshop(options.hooks);
  const worlds = new Map<Stress, World>();
  try {
    for (const stress of options.stresses) {
      worlds.set(stress, await worldOf(stress, workshop, options));
      await nextTurn(); // reading hooks and their trust takes a while, and a signal must not wait for all of it
    }
    const jobs = jobsOf(firstOfEach(tried), options.stresses);
    const runs = await bounded(jobs, options.workers, async ({ each, stress }) => ({
      id: each.hook.id,
      run: options.count(await stressOne(each, stress, { hooks, world: worlds.get(stress) }, signal)),
    }));
    const ids = new Set(runs.map(({ id }) => id));
    return new Map([...ids].map((id) => [id, { runs: runs.filter((each) => each.id === id).map(({ run }) => run) }]));
  } finally {
    await Promise.all([...worlds.values()].flatMap((world) => ('hooks' in world ? [world.hooks.close()] : [])));
    await close();
  }
}

type World = { readonly hooks: Hooks; readonly circumstances: Circumstances } | { readonly why: string };

async function worldOf(stress: Stress, workshop: Workshop, { hooks: place }: ProveOptions): Promise<World> {
  const circumstances = await stress.prepare(workshop);
  if ('unavailable' in circumstances) return { why: circumstances.unavailable };
  const { model: _model, agent: _agent, ...withoutModel } = place;
  const base = { ...withoutModel, ...circumstances.options, record: false, warm: false };
  return { hooks: await createHooks(base), circumstances };
}

/** Of the passed trials, one that must be blocked and one that must pass; else an example that could be blocked. */
function firstOfEach(tried: readonly RestingRun[]): readonly RestingRun[] {
  const fit = tried.filter(({ hook, run }) => isFit(run) && (run.must === 'block' || !isPowerless(hook, [run])));
  const seen = new Set<string>();
  return fit.filter(({ hook, trial }) => {
    const key = JSON.stringify([hook.id, trial.must]);
    return !seen.has(key) && seen.add(key).has(key);
  });
}

const isFit = ({ ok, fault, status }: TrialRun): boolean =>
  ok && fault === null && (status === 'passed' || status === 'blocked');

interface Job {
  readonly each: RestingRun;
  readonly stress: Stress;
}

/** Where one event is enough, it is one that must be blocked, if there is one. */
function jobsOf(fit: readonly RestingRun[], stresses: readonly Stress[]): readonly Job[] {
  const hasBlock = new Set(fit.flatMap(({ hook, trial }) => (trial.must === 'block' ? [hook.id] : [])));
  return fit.flatMap((each) => {
    const isSecond = each.trial.must !== 'block' && hasBlock.has(each.hook.id);
    return stresses.filter(({ tries }) => tries === 'each' || !isSecond).map((stress) => ({ each, stress }));
  });
}

async function stressOne(
  { hook, trial, run: rest }: RestingRun,
  stress: Stress,
  { hooks, world }: { readonly hooks: Hooks; readonly world: World | undefined },
  signal: AbortSignal | undefined,
): Promise<StressRun> {
  const request = hooks.requestOf(hook.id, trial.event);
  const notTried = (why: string): StressRun => ({ stress: stress.name, effect: 'not tried', why });
  if (request === null || world === undefined) return notTried('nothing would be run');
  if (!stress.on.includes(request.kind)) return notTried(`it does not apply to ${request.kind} hooks`);
  if ('why' in world) return notTried(world.why);
  const { event: change } = world.circumstances;
  const run = await runTrial(world.hooks, hook.id, trial, { ...(change === undefined ? {} : { change }), signal });
  return { stress: stress.name, ...run, effect: effectOf(run, rest), forced: stress.forces(run) };
}

/** The effect of a stress, compared with the run without it. */
export function effectOf(run: TrialRun, rest: TrialRun): StressEffect {
  if (rest.refused) {
    if (!run.refused) return 'open';
    return run.fault === null ? 'held' : 'closed';
  }
  if (run.refused) return 'closed';
  // An event that may pass and passes is not a hole, whatever the hook did.
  return run.fault === null || run.must === 'pass' ? 'held' : 'open';
}
