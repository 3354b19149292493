import {
  type AnyEvent,
  DIALECTS,
  type Dialect,
  type HookRun,
  type Hooks,
  type HookSaid,
  type Json,
  type RecordedDecision,
  type Rewrite,
} from '@hookline/core/internal';
import { checkOrders, type DecisionReport, explainDecision, findConflicts, schedulesOf } from '@hookline/toolbox';
import type {
  DecisionDetail,
  DecisionExplained,
  FoldBranch,
  FoldLeaf,
  OrdersChecked,
  RewriteView,
} from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import type { FoundDecision } from '../source/decision-source.ts';
import { latestRuns } from '../source/row.ts';
import { projectLeft, type StudioPlace, withHooks } from './project-hooks.ts';
import { faultWords, saidWords } from './words.ts';

/** All of one decision: its fold as it was recorded, read by the rules of now. */
export const detailOf = (found: FoundDecision, place: StudioPlace): Promise<DecisionDetail> =>
  reported(found.decision, place, (report) => ({
    decision: found.decision,
    row: found.row,
    rules: report.rules,
    branches: branchesOf(report),
    raw: found.raw,
  }));

/** Why hooks took no part, and which are in each other's way; runs nothing. */
export const explainedOf = (found: FoundDecision, place: StudioPlace): Promise<DecisionExplained> =>
  reported(found.decision, place, (report, hooks) => ({
    others: report.others.map((other) => ({ ...other, name: nameIn(hooks, other.id) })),
    conflicts: findConflicts(report.said).map(({ message }) => message),
    notes: [...found.decision.notes, ...report.notes],
  }));

/** Whether another order of finishing would have decided otherwise; runs nothing. */
export function ordersOf({ decision }: FoundDecision, place: StudioPlace): Promise<OrdersChecked> {
  const event = decision.payload as AnyEvent | null;
  if (event === null) throw new HttpProblem(409, 'the record does not hold the event any more, only its end');
  return withHooks(place, projectLeft(decision.project, place), async (hooks) => {
    const { reports } = await explainDecision(decision, hooks);
    return checkOrders(hooks, event, reports);
  });
}

const reported = <Result>(
  decision: RecordedDecision,
  place: StudioPlace,
  make: (report: DecisionReport, hooks: Hooks) => Result,
): Promise<Result> =>
  withHooks(place, projectLeft(decision.project, place), async (hooks) =>
    make(await explainDecision(decision, hooks), hooks),
  );

function nameIn(hooks: Hooks, id: string): string {
  const found = hooks.list().find((hook) => hook.id === id);
  return found?.label ?? found?.name ?? id;
}

/** The hooks by dialect, in the order of the engine, each with its place on the time axis of the decision. */
function branchesOf({ decision, matched, said }: DecisionReport): readonly FoldBranch[] {
  const words = new Map(schedulesOf(latestRuns(decision)).map((each) => [each.dialect, each.words]));
  const ids = [...new Set(['host', ...DIALECTS.map(({ id }) => id), ...matched.map(({ run }) => run.dialect)])];
  let from = 0;
  return ids.flatMap((id) => {
    const here = matched.filter(({ run }) => run.dialect === id);
    if (here.length === 0) return [];
    const starts = startsOf(
      here.map(({ run }) => run),
      DIALECTS.find((dialect) => dialect.id === id),
      from,
    );
    from = starts.end;
    const leaves = here.map(({ run, verdict }, at): FoldLeaf => ({
      run,
      startMs: starts.of[at] ?? null,
      said: saidWords(run, verdict),
      faultMeans: faultWords(run, decision.outcome),
      decision: verdict?.decision ?? (run.status === 'blocked' ? 'block' : null),
      rewrites: rewritesOf(said.find(({ id: each }) => each === run.id)),
    }));
    return [{ dialect: id, schedule: words.get(id) ?? 'in the order in which the host added them', leaves }];
  });
}

/** The fields of an event that a hook may replace. */
const REPLACED: Readonly<Record<Rewrite, string>> = {
  updatedInput: 'tool_input',
  updatedToolOutput: 'tool_response',
  updatedPrompt: 'prompt',
};

const rewritesOf = (said: HookSaid | undefined): readonly RewriteView[] =>
  (Object.keys(REPLACED) as Rewrite[]).flatMap((what) => {
    const after = said?.verdict[what];
    if (said === undefined || after === undefined) return [];
    return [{ what, before: shownValue(said.saw[REPLACED[what]]), after: shownValue(after) }];
  });

const shownValue = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);

/**
 * When each run began, as far as its duration and the pace of its dialect show it: dialects follow each other; within
 * one, hooks run one after another or at once.
 */
function startsOf(
  runs: readonly HookRun[],
  dialect: Dialect | undefined,
  from: number,
): { readonly of: readonly (number | null)[]; readonly end: number } {
  const isInTurn = dialect?.schedule.pace !== 'parallel-unless-sequential';
  let end = from;
  const of = runs.map((run) => {
    if (run.status === 'skipped' || run.status === 'background') return null;
    const start = isInTurn ? end : from;
    end = Math.max(end, start + run.durationMs);
    return start;
  });
  return { of, end };
}
