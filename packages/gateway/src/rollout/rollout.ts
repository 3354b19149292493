import type { RolloutGates, RolloutStage } from '@hookline/core/internal';

/** What machines have told about a hook since a stage began. */
export interface StageCounts {
  readonly decisions: number;
  readonly blocks: number;
  readonly faults: number;
  readonly p95Ms: number;
}

/** Apart for machines on which the hook decides and for those in shadow: a few of the first must not go under in the many. */
export interface HookFigures {
  readonly hook: string;
  readonly enforced: StageCounts;
  readonly shadow: StageCounts;
}

/** Each hook by itself: a bad one must not go under in good ones. */
export interface StageFigures {
  readonly hooks: readonly HookFigures[];
  readonly exceptions: number;
  /** Machines that are in the share of the stage; a small share of few machines may be none. */
  readonly machines: number;
}

/** A roll-out as it is stored: one row, looked at once a minute. */
export interface RolloutRow {
  readonly stage: number;
  readonly sinceMs: number;
  readonly state: 'running' | 'halted' | 'done';
  /** Why it was halted; null while it was not. */
  readonly why: string | null;
}

/** What a roll-out goes by: the stages that were signed, and what each must show. */
export interface RolloutRules {
  readonly stages: readonly RolloutStage[];
  readonly gates: RolloutGates;
}

/** Too few decisions say nothing: a first fault would halt everything. */
const LEAST_TO_JUDGE = 20;

/** What a look comes to: the row as it is, in the next stage, or halted. Halting needs no time, advancing does. */
export function look<Row extends RolloutRow>(
  row: Row,
  { stages, gates }: RolloutRules,
  figures: StageFigures,
  nowMs: number,
): Row {
  if (row.state !== 'running') return row;
  const stage = stages[row.stage];
  const why = problemOf(figures, gates);
  if (why !== null) return { ...row, state: 'halted', why: `stage ${row.stage + 1} (${stageWords(stage)}): ${why}` };
  const hasShown = figures.machines === 0 || leastOf(figures, stage) >= gates.minDecisions;
  if (!hasShown || nowMs - row.sinceMs < gates.minMinutes * 60_000) return row;
  const isLast = row.stage >= stages.length - 1;
  return isLast ? { ...row, state: 'done' } : { ...row, stage: row.stage + 1, sinceMs: nowMs };
}

/** The decisions of the hook that has the fewest: none goes on without having shown what it does. */
const leastOf = ({ hooks }: StageFigures, stage: RolloutStage | undefined): number =>
  Math.min(...hooks.map((each) => (isEnforced(stage) ? each.enforced : each.shadow).decisions));

const isEnforced = (stage: RolloutStage | undefined): boolean => stage !== undefined && 'enforce' in stage;

/** Why a stage must not go on; null: it may. */
function problemOf({ hooks, exceptions }: StageFigures, gates: RolloutGates): string | null {
  if (exceptions > gates.mostExceptions) return `${exceptions} break-glass exceptions > ${gates.mostExceptions}`;
  const problems = hooks.map(({ hook, enforced, shadow }) => {
    const problem = worstOf('', enforced, gates) ?? worstOf('in shadow, ', shadow, gates);
    return problem === null ? null : `${hook}: ${problem}`;
  });
  return problems.find((problem) => problem !== null) ?? null;
}

function worstOf(where: string, { decisions, blocks, faults, p95Ms }: StageCounts, gates: RolloutGates): string | null {
  if (decisions < LEAST_TO_JUDGE) return null;
  const over = (what: string, count: number, most: number): string | null =>
    count / decisions > most
      ? `${where}${what} ${percent(count / decisions)} > ${percent(most)} of ${decisions} decisions`
      : null;
  const slow = p95Ms > gates.mostP95Ms ? `${where}p95 ${Math.round(p95Ms)} ms > ${gates.mostP95Ms} ms` : null;
  return over('faults', faults, gates.mostFaults) ?? over('blocks', blocks, gates.mostBlocks) ?? slow;
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A stage for people. */
export const stageWords = (stage: RolloutStage | undefined): string =>
  stage === undefined ? 'none' : 'enforce' in stage ? `enforce ${stage.enforce} %` : `shadow ${stage.shadow} %`;

/** The hooks that a row keeps in shadow, whatever its stage: all of a roll-out that was halted. */
export const shadowOf = ({ state }: RolloutRow, hooks: readonly string[]): readonly string[] =>
  state === 'halted' ? hooks : [];
