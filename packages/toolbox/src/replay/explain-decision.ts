import {
  type Decided,
  DIALECTS,
  type ExplainedHook,
  FOLD_RULES,
  type FoldRule,
  type HookRun,
  type Hooks,
  type HookSaid,
  isCut,
  type AnyEvent,
  type RecordedDecision,
  type Report,
  reportOfRun,
  rulesOf,
  scheduleWords,
  type Verdict,
} from '@hookline/core/internal';

/** A rule that took part in a decision, as text. */
export interface TakenRule {
  readonly rule: FoldRule;
  readonly words: string;
}

/** A hook that the event had selected: its run is in the record; its answer is read from there by the current rules. */
export interface RecordedHook {
  readonly run: HookRun;
  /** Null where the record does not have its answer, or the hook does not exist any more. */
  readonly verdict: Verdict | null;
}

/** Why an event was decided as it was. */
export interface DecisionReport {
  readonly decision: RecordedDecision;
  /** From the record, in the order of the plan. */
  readonly matched: readonly RecordedHook[];
  /** From the current hooks: those that the event does not select, and those that it would select today. */
  readonly others: readonly ExplainedHook[];
  readonly rules: readonly TakenRule[];
  readonly schedules: readonly { readonly dialect: string; readonly words: string }[];
  /** Notes needed to interpret this correctly. */
  readonly notes: readonly string[];
  readonly said: readonly HookSaid[];
  readonly reports: ReadonlyMap<string, Report>;
}

/** Explains a recorded decision with the current hooks; runs nothing. */
export async function explainDecision(decision: RecordedDecision, hooks: Hooks): Promise<DecisionReport> {
  const runs = decision.hooks.map((run) => decision.background.find(({ id }) => id === run.id) ?? run);
  const known = new Set(hooks.list().map(({ id }) => id));
  const reports = reportsOf(runs, known);
  const event = decision.payload as AnyEvent | null;
  const said = event === null ? [] : asRecorded((await hooks.refold(event, { reports, ended: [] })).said, runs);
  const ids = new Set(runs.map(({ id }) => id));
  return {
    decision,
    matched: runs.map((run) => ({ run, verdict: said.find(({ id }) => id === run.id)?.verdict ?? null })),
    others: event === null ? [] : hooks.explain(event).hooks.filter(({ id }) => !ids.has(id)),
    rules: takenRules(decidedIn(decision, runs), withUnread(said, runs, decision)),
    schedules: schedulesOf(runs),
    notes: notesOn(decision, runs, { known, reports }),
    said,
    reports,
  };
}

/** The rules that led to an outcome, as text. */
export const takenRules = (outcome: Decided, said: readonly HookSaid[]): readonly TakenRule[] =>
  rulesOf(outcome, said).map((rule) => ({ rule, words: FOLD_RULES[rule] }));

/** The order in which the dialects of some runs run their hooks. */
export const schedulesOf = (runs: readonly HookRun[]): DecisionReport['schedules'] =>
  DIALECTS.filter(({ id }) => runs.some(({ dialect }) => dialect === id)).map((dialect) => ({
    dialect: dialect.id,
    words: scheduleWords(dialect),
  }));

/** The answers, in the order of a list of runs. */
export const inOrder = (said: readonly HookSaid[], runs: readonly HookRun[]): readonly HookSaid[] =>
  runs.flatMap((run) => said.find(({ id }) => id === run.id) ?? []);

/** In the order of the record, and in shadow if they were so then. */
const asRecorded = (said: readonly HookSaid[], runs: readonly HookRun[]): readonly HookSaid[] =>
  inOrder(said, runs).map((each) => ({
    ...each,
    shadow: runs.some(({ id, shadow }) => id === each.id && shadow !== undefined),
  }));

function reportsOf(runs: readonly HookRun[], known: ReadonlySet<string>): ReadonlyMap<string, Report> {
  return new Map(
    runs.flatMap((run) => {
      const report = known.has(run.id) ? reportOfRun(run) : null;
      return report === null ? [] : [[run.id, report] as const];
    }),
  );
}

const decidedIn = ({ outcome }: RecordedDecision, runs: readonly HookRun[]): Decided => ({
  decision: outcome?.decision ?? 'none',
  block: outcome?.block ?? null,
  hooks: runs,
  additionalContext: outcome?.contexts.texts ?? [],
});

/** For hooks whose answers cannot be read any more, what their status shows. */
const withUnread = (
  said: readonly HookSaid[],
  runs: readonly HookRun[],
  { payload, outcome }: RecordedDecision,
): readonly HookSaid[] =>
  runs
    .filter(({ status }) => status !== 'skipped')
    .map((run) => said.find(({ id }) => id === run.id) ?? unreadSaid(run, payload as AnyEvent, outcome));

function unreadSaid(run: HookRun, saw: AnyEvent, outcome: RecordedDecision['outcome']): HookSaid {
  const effect = outcome?.block?.effect;
  const blocked =
    run.status === 'blocked' ? { decision: 'block' as const, ...(effect === undefined ? {} : { effect }) } : {};
  return {
    id: run.id,
    dialect: run.dialect,
    background: run.status === 'background',
    shadow: run.shadow !== undefined,
    saw,
    verdict: { ...blocked, ...(run.fault === null ? {} : { fault: run.fault }) },
    report: { ending: { how: 'answered' }, stdout: '', stderr: '', truncated: [], durationMs: run.durationMs },
  };
}

interface Known {
  readonly known: ReadonlySet<string>;
  readonly reports: ReadonlyMap<string, Report>;
}

function notesOn(
  { payload, status }: RecordedDecision,
  runs: readonly HookRun[],
  { known, reports }: Known,
): readonly string[] {
  const gone = runs.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const unread = runs.filter(({ id, status: how }) => how !== 'skipped' && known.has(id) && !reports.has(id));
  return [
    ...(status === 'done' ? [] : [`there is no answer in the record: the event was ${status}`]),
    ...(payload !== null && isCut(payload)
      ? ['long texts of the event are cut in the record, so that the matchers of today may see it differently']
      : []),
    ...(gone.length === 0 ? [] : [`not here any more: ${gone.join(', ')}`]),
    ...(unread.length === 0
      ? []
      : [`the record does not hold the answers of: ${unread.map(({ id }) => id).join(', ')}`]),
  ];
}
