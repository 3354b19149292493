export type { Comparison, Flip } from './compare.ts';
export { fromLines } from './from-lines.ts';
export { fromRecord, replayItem } from './from-record.ts';
export type { FiringHooks } from './hook-sets.ts';
export { replay, type Progress, type ReplayOptions, type ReplaySummary } from './replay.ts';
export type { ReplayItem, ReplaySource, Recorded, UnreadableLine } from './replay-item.ts';
export { select, type Selection, type Wanted } from './select.ts';
export type { FlipGroup, HookCount } from './tally.ts';
export { checkOrders, type OrderCheck } from './check-orders.ts';
export {
  type DecisionReport,
  explainDecision,
  inOrder,
  type RecordedHook,
  schedulesOf,
  takenRules,
  type TakenRule,
} from './explain-decision.ts';
export { type Conflict, findConflicts } from './find-conflicts.ts';
