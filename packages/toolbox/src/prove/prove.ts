import { createHooks, type Diagnostic, type Hooks, type HooksOptions, type ListedHook } from '@hookline/core/internal';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Canary, withHookIds } from '../cases/index.ts';
import { bounded } from './bounded.ts';
import { type Candidate, candidatesOf, idsReached, isFor } from './canaries.ts';
import { anyExample, whyUnreached } from './example.ts';
import { findHooks } from './find-hooks.ts';
import { type Evidence, judge } from './judge.ts';
import { programOf } from './program.ts';
import type { HookProof, Proof } from './proof.ts';
import { claimShared } from './shared-canaries.ts';
import type { Stress } from './stress/stress.ts';
import { underStress } from './under-stress.ts';
import { runTrial } from './trial.ts';

export interface ProveOptions {
  /** Where hooks are found, and the functions behind prompt and agent handlers. */
  readonly hooks: HooksOptions & Required<Pick<HooksOptions, 'project' | 'home' | 'env'>>;
  /** Ids or names of the hooks to prove; empty: all that are armed. */
  readonly only: readonly string[];
  readonly canaries: readonly Canary[];
  /** Problems of the canary files: an unreadable canary counts as failed. */
  readonly diagnostics: readonly Diagnostic[];
  readonly stresses: readonly Stress[];
  /** Whether a hook that cannot run at all must stop the action too. */
  readonly strict: boolean;
  /** Called before anything runs. */
  readonly onPlan?: (plan: { readonly hooks: number; readonly runs: number }) => void;
  readonly onProgress?: (done: number) => void;
}

/** Runs hooks for real, on canaries or examples, without and under stress; records nothing. */
export async function proveHooks(given: ProveOptions, signal?: AbortSignal): Promise<Proof> {
  const startedAt = performance.now();
  const hooks = await createHooks({ ...given.hooks, record: false, warm: false });
  const options = { ...given, canaries: withHookIds(given.canaries.filter(isOf(given.hooks.dialects)), hooks) };
  try {
    const listed = hooks.list();
    const candidates = candidatesOf(choose(hooks, options), options.canaries, hooks, options.hooks.project);
    const { proofs, runs } = await proveAll(candidates, hooks, options, signal);
    const problems = problemsOf(options, listed, hooks);
    return {
      ok: problems.length === 0 && !options.diagnostics.some(isError) && proofs.every(({ ok }) => ok),
      hooks: proofs,
      unarmed: listed.filter(({ armed }) => !armed).length,
      problems,
      diagnostics: [...options.diagnostics, ...hooks.diagnostics],
      runs,
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    await hooks.close();
  }
}

/** Whether a canary is for one of the systems that are proved. */
const isOf =
  (proved: ProveOptions['hooks']['dialects']) =>
  ({ dialects }: Canary): boolean =>
    proved === undefined ||
    dialects === null ||
    proved.some((each) => dialects.includes(typeof each === 'string' ? each : each.id));

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/**
 * All armed hooks, and any other that is requested or that a canary names: that one never runs, which is worth
 * reporting.
 */
function choose(hooks: Hooks, { only, canaries, hooks: { project } }: ProveOptions): readonly ListedHook[] {
  const named = new Set(only.flatMap((word) => findHooks(word, hooks, project)).map(({ id }) => id));
  return hooks
    .list()
    .filter((hook) =>
      only.length > 0 ? named.has(hook.id) : hook.armed || canaries.some((canary) => isFor(canary, hook)),
    );
}

async function proveAll(
  candidates: readonly Candidate[],
  hooks: Hooks,
  options: ProveOptions,
  signal: AbortSignal | undefined,
): Promise<{ readonly proofs: readonly HookProof[]; readonly runs: number }> {
  let done = 0;
  const count = <Result>(result: Result): Result => {
    done += 1;
    options.onProgress?.(done);
    return result;
  };
  const resting = candidates.flatMap(({ hook, trials }) =>
    hook.armed ? trials.map((trial) => ({ hook, trial })) : [],
  );
  options.onPlan?.({ hooks: candidates.length, runs: resting.length * (1 + options.stresses.length) });
  const rested = await bounded(resting, WORKERS, async ({ hook, trial }) => ({
    hook,
    trial,
    run: count(await runTrial(hooks, hook.id, trial, { signal })),
  }));
  const claimed = claimShared(rested);
  const stressed = await underStress(claimed, hooks, { ...options, workers: WORKERS, count }, signal);
  const proofs = await bounded(candidates, 1, async ({ hook, trials }) => {
    const runs = claimed.filter((each) => each.hook === hook).map(({ run }) => run);
    // A hook that is not armed has no runs, and does not block what it was meant to block.
    const mustBlock = (hook.armed ? runs : trials).some(({ must }) => must === 'block');
    const unreached = trials.length > 0 ? null : whyUnreached(hook, hooks, options.hooks.project);
    await nextTurn(); // hashing large programs takes a while, and a signal must not wait for it
    return proofOf(hook, hooks, { runs, mustBlock, unreached, stress: stressed.get(hook.id)?.runs ?? [] }, options);
  });
  return { proofs, runs: done };
}

/** Most runs wait for others, for a timeout or for a slow start. */
const WORKERS = Math.max(8, availableParallelism() * 4);

function proofOf(
  hook: ListedHook,
  hooks: Hooks,
  found: Pick<Evidence, 'runs' | 'stress' | 'mustBlock' | 'unreached'>,
  { strict, hooks: { project } }: ProveOptions,
): HookProof {
  const { id, name, dialect, scope, source, event, matcher, handler } = hook;
  const example = anyExample(hook, project);
  const request = example === null ? null : hooks.requestOf(id, example);
  return {
    id,
    name,
    dialect,
    scope,
    source,
    event,
    matcher,
    handler,
    program: request === null ? null : programOf(request),
    ...judge({ hook, ...found, strict }),
    trials: found.runs,
    stress: found.stress,
  };
}

function problemsOf(
  { canaries, only, hooks: { env } }: ProveOptions,
  listed: readonly ListedHook[],
  hooks: Hooks,
): readonly string[] {
  const off = ['', '0', 'false'].includes(env['HOOKLINE_DISABLE'] ?? '')
    ? []
    : ['HOOKLINE_DISABLE is set: "hookline fire" runs no hook at all; unset it'];
  const lost = canaries.filter((canary) => canary.hook !== null && !listed.some((each) => isFor(canary, each)));
  const loose = canaries.filter((canary) => canary.must === 'block' && canary.hook === null && only.length === 0);
  return [
    ...off,
    ...lost.map((canary) => `${placeOf(canary)} is for ${lostName(canary)}; see hookline list`),
    ...unreached(
      loose.filter((canary) => idsReached(canary, hooks).size === 0),
      hooks,
    ),
  ];
}

/** One line for all where the project is not trusted, since there is one remedy. */
function unreached(canaries: readonly Canary[], { project }: Hooks): readonly string[] {
  if (project?.trusted !== false || canaries.length === 0)
    return canaries.map((canary) => `${placeOf(canary)} must be blocked, and reaches no hook that is armed`);
  const count =
    canaries.length === 1
      ? '1 canary that must be blocked was'
      : `${canaries.length} canaries that must be blocked were`;
  return [`${count} not tried: the project is not trusted, or has changed since: run "hookline trust"`];
}

const lostName = ({ hook, dialects }: Canary): string =>
  `the hook "${hook ?? ''}"${dialects === null ? '' : ` of ${dialects.join(' or ')}`}, which is not here`;

const placeOf = ({ file, line, title }: Canary): string => `${file}:${line} "${title}"`;
