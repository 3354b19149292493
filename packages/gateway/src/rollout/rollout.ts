import type { RolloutStage } from '@hookline/core/internal';

/** What a stage must show before the next one begins. Rates are shares of the decisions, from 0 to 1. */
export interface RolloutGates {
  readonly minMinutes: number;
  readonly minDecisions: number;
  /** Refusals, also those that only would have been. */
  readonly mostBlocks: number;
  readonly mostFaults: number;
  readonly mostP95Ms: number;
  readonly mostExceptions: number;
}

/** What machines have told since a stage began. */
export interface StageCounts {
  readonly decisions: number;
  readonly blocks: number;
  readonly faults: number;
  readonly p95Ms: number;
}

/** Apart for machines on which the hooks decide and for those in shadow: a few of the first must not go under in the many. */
export interface StageFigures {
  readonly enforced: StageCounts;
  readonly shadow: StageCounts;
  readonly exceptions: number;
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
export function look(
  row: RolloutRow,
  { stages, gates }: RolloutRules,
  figures: StageFigures,
  nowMs: number,
): RolloutRow {
  if (row.state !== 'running') return row;
  const stage = stages[row.stage];
  const why = problemOf(figures, gates);
  if (why !== null) return { ...row, state: 'halted', why: `stage ${row.stage + 1} (${stageWords(stage)}): ${why}` };
  const { decisions } = stage !== undefined && 'enforce' in stage ? figures.enforced : figures.shadow;
  const isRipe = nowMs - row.sinceMs >= gates.minMinutes * 60_000 && decisions >= gates.minDecisions;
  if (!isRipe) return row;
  const isLast = row.stage >= stages.length - 1;
  return isLast ? { ...row, state: 'done' } : { ...row, stage: row.stage + 1, sinceMs: nowMs };
}

/** Why a stage must not go on; null: it may. */
function problemOf({ enforced, shadow, exceptions }: StageFigures, gates: RolloutGates): string | null {
  if (exceptions > gates.mostExceptions) return `${exceptions} break-glass exceptions > ${gates.mostExceptions}`;
  return worstOf('', enforced, gates) ?? worstOf('in shadow, ', shadow, gates);
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

const stageWords = (stage: RolloutStage | undefined): string =>
  stage === undefined ? 'none' : 'enforce' in stage ? `enforce ${stage.enforce} %` : `shadow ${stage.shadow} %`;

/** The hooks that a row keeps in shadow, whatever its stage: all of a roll-out that was halted. */
export const shadowOf = ({ state }: RolloutRow, hooks: readonly string[]): readonly string[] =>
  state === 'halted' ? hooks : [];
