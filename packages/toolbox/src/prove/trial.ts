import type { Hooks, AnyEvent, Outcome } from '@hookline/core/internal';
import type { TrialOutcome, Trial, TrialRun } from './proof.ts';

/** Runs one hook, and no other, on the event of a trial; `change` adapts the event to a stress. */
export async function runTrial(
  hooks: Hooks,
  id: string,
  trial: Trial,
  how: { readonly change?: (event: AnyEvent) => AnyEvent; readonly signal?: AbortSignal | undefined } = {},
): Promise<TrialRun> {
  const { event, must, title, file, line } = trial;
  const outcome = await hooks.fire(how.change?.(event) ?? event, {
    only: [id],
    wait: true,
    ...(how.signal === undefined ? {} : { signal: how.signal }),
  });
  const observed = trialOutcomeOf(outcome, id);
  return { title, must, file, line, ...observed, ok: isAsItMust(must, observed) };
}

function trialOutcomeOf(outcome: Outcome, id: string): TrialOutcome {
  const run = outcome.hooks.find((each) => each.id === id);
  return {
    decision: outcome.decision,
    refused: isRefusal(outcome),
    status: run?.status ?? null,
    fault: run?.fault?.code ?? null,
    message: run === undefined ? 'the event does not reach it' : (run.fault?.message ?? run.why),
    durationMs: Math.round((run?.durationMs ?? 0) * 10) / 10,
  };
}

/** A permission is refused by its own answer, not by a block. */
const isRefusal = ({ decision, extra }: Outcome): boolean =>
  decision === 'block' || extra.permission?.['behavior'] === 'deny';

function isAsItMust(must: Trial['must'], { refused }: TrialOutcome): boolean {
  switch (must) {
    case 'block':
      return refused;
    case 'pass':
      return !refused;
    case 'nothing':
      return true;
  }
}
