import { createHooks, type Hooks, type HooksOptions, type Outcome } from '@hookline/core/internal';
import { performance } from 'node:perf_hooks';
import type { CaseResult, HookCase } from './hook-case.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { isInside } from './read-case-file.ts';
import { selectHooks } from './select-hooks.ts';

export interface RunOptions {
  /** The options of `createHooks`, without those that the cases set themselves. */
  readonly hooks: Omit<HooksOptions, 'project'>;
  /** Projects whose case files may run hooks by the user's consent, also where a project has nothing to trust. */
  readonly trustsCases?: boolean;
  /** How many cases run at once. */
  readonly concurrency: number;
  /** Called for every case in the order of the list, as soon as it and all before it have ended. */
  readonly onResult?: (result: CaseResult) => void;
}

/**
 * Runs cases with real hooks, some at once; the results have the order of the cases. One with a time limit runs alone.
 */
export async function runCases(
  cases: readonly HookCase[],
  options: RunOptions,
  signal?: AbortSignal,
): Promise<readonly CaseResult[]> {
  const results = new Map<HookCase, CaseResult>();
  let told = 0;
  const tell = (result: CaseResult): void => {
    results.set(result.case, result);
    for (let next = cases[told]; next !== undefined; next = cases[told]) {
      const known = results.get(next);
      if (known === undefined) return;
      options.onResult?.(known);
      told += 1;
    }
  };
  const isTimed = (each: HookCase): boolean => each.expect?.withinMs !== undefined;
  const run = async (each: HookCase): Promise<void> => tell(await runCase(each, options, signal));
  await inTurns(
    cases.filter((each) => !isTimed(each)),
    options.concurrency,
    run,
    signal,
  );
  await inTurns(cases.filter(isTimed), 1, run, signal);
  return cases.flatMap((each) => results.get(each) ?? []);
}

async function inTurns(
  cases: readonly HookCase[],
  workers: number,
  run: (each: HookCase) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const rest = [...cases];
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined && signal?.aborted !== true; next = rest.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
}

/** Each case has its own set of hooks, so that state of one does not affect another. */
async function runCase(
  each: HookCase,
  { hooks: options, trustsCases }: RunOptions,
  signal?: AbortSignal,
): Promise<CaseResult> {
  if (each.skip) return { case: each, status: 'skipped', durationMs: 0 };
  const hooks = await createHooks({
    ...options,
    project: each.project,
    warm: false,
    ...(each.dialects === null ? {} : { dialects: each.dialects }),
  });
  try {
    const isTrusted = hooks.project?.trusted ?? (trustsCases === true || options.trust === 'all');
    if (!isTrusted && isInside(each.file, each.project)) return notTrusted(each);
    const only = each.hooks === null ? null : selectHooks(hooks, each.hooks, each.event);
    if (only?.length === 0) return noSuchHook(each, hooks);
    const started = performance.now();
    const outcome = await hooks.fire(each.event, {
      wait: true,
      ...(signal === undefined ? {} : { signal }),
      ...(only === null ? {} : { only }),
    });
    if (isWithheld(outcome, hooks)) return notTrusted(each);
    return await resultOf(each, outcome, performance.now() - started, signal);
  } finally {
    await hooks.close();
  }
}

/** Whether a hook that the case is about did not run because its files changed since they were trusted. */
function isWithheld(outcome: Outcome, hooks: Hooks): boolean {
  const withheld = new Set(hooks.list().flatMap((hook) => (hook.withheld === true ? [hook.id] : [])));
  return outcome.hooks.some(({ id, status }) => status === 'skipped' && withheld.has(id));
}

/** Cases of an untrusted project are not even run on the user's own hooks. */
const notTrusted = (each: HookCase): CaseResult => ({
  case: each,
  status: 'failed',
  outcome: null,
  durationMs: 0,
  isUntrusted: true,
  mismatches: [
    {
      what: 'trust',
      expected: 'a project whose hooks are trusted',
      actual:
        'one that is not, has changed since, or has no hooks of its own: run "hookline trust", or test with --trust-hooks',
    },
  ],
});

function noSuchHook(each: HookCase, hooks: Hooks): CaseResult {
  const there = hooks.list().map(({ name }) => name);
  const actual = `no such hook; there ${there.length === 0 ? 'is none' : `are: ${there.join(', ')}`}`;
  const mismatches = [{ what: 'hooks', expected: (each.hooks ?? []).join(', '), actual }];
  return { case: each, status: 'failed', outcome: null, durationMs: 0, mismatches };
}

async function resultOf(
  each: HookCase,
  outcome: Outcome,
  durationMs: number,
  signal?: AbortSignal,
): Promise<CaseResult> {
  const mismatches =
    each.expect === null
      ? [{ what: 'snapshot', expected: 'a snapshot', actual: 'none was taken yet: run hookline test --update' }]
      : await judgeOutcome(outcome, each.expect, durationMs, signal);
  if (mismatches.length === 0) return { case: each, status: 'passed', outcome, durationMs };
  return { case: each, status: 'failed', outcome, durationMs, mismatches };
}
