import type { Decision, Effect, FaultCode, RunStatus } from '../../packages/core/src/model/index.ts';
import type { DialectId, FaultDialect, Stage } from './dialects.ts';

/** What must come of a row, in the words of faults.md; the dialect and the event say what that means. */
export type Expected =
  /** Nothing to say. */
  | { readonly is: 'silence' }
  /** STD: the dialect's rule for a hook that failed. */
  | { readonly is: 'fault'; readonly code: FaultCode; readonly says: RegExp; readonly notes?: RegExp }
  /** Blocks in every dialect, where the event can be stopped at all. */
  | { readonly is: 'refusal'; readonly reason: Reason }
  /** Output that is no JSON object. */
  | { readonly is: 'text' }
  /** JSON that cannot be believed. */
  | { readonly is: 'bad_output'; readonly says: RegExp }
  /** An object without a word of the dialect. */
  | { readonly is: 'empty object' }
  /** A refusal beside a field that the dialect does not know. */
  | { readonly is: 'refusal beside a strange field'; readonly reason: Reason }
  | { readonly is: 'by dialect'; readonly of: Readonly<Record<DialectId, Expected>> };

/** `default`: the reason that the dialect gives when the hook gives none. */
type Reason = 'default' | RegExp;

/** The outcome of one cell. */
export interface Facts {
  readonly decision: Decision;
  readonly effect: Effect | null;
  readonly status: RunStatus;
  readonly fault: FaultCode | null;
  readonly faultSays: RegExp | null;
  /** What the block's reason is; `fault`: the fault's message. */
  readonly reason: Reason | 'fault' | null;
  readonly notes: RegExp | null;
}

/** What the specification asks of one cell: a row of a dialect on one of its events. */
export function factsOf(expected: Expected, dialect: FaultDialect, stage: Stage): Facts {
  switch (expected.is) {
    case 'by dialect':
      return factsOf(expected.of[dialect.id], dialect, stage);
    case 'silence':
      return stage.silence === 'nothing' ? passed(stage) : unreadable(stage, /gave no absolute path/);
    case 'text':
      return stage.text === 'nothing' ? passed(stage) : unreadable(stage, /gave no answer that can be read/);
    case 'empty object':
      return stage.emptyObject === 'nothing' ? passed(stage) : unreadable(stage, /gave no answer that can be read/);
    case 'bad_output':
      // What a hook returns that nobody waits for is discarded.
      return stage.waits ? unreadable(stage, expected.says) : passed(stage);
    case 'refusal beside a strange field':
      return stage.strangeField === 'ignored'
        ? refused(stage, expected.reason)
        : unreadable(stage, /does not take the field/);
    case 'refusal':
      return refused(stage, expected.reason);
    case 'fault':
      return failed(stage, expected.code, { says: expected.says, notes: expected.notes ?? null });
  }
}

/** The cell in words, as a title. */
export function sentenceOf({ decision, effect, fault, status }: Facts): string {
  const because = fault === null ? '' : `, fault ${fault}`;
  return decision === 'block' ? `blocks (${effect})${because}` : `proceeds, ${status}${because}`;
}

const NOTHING = { effect: null, faultSays: null, reason: null, notes: null } as const;

const passed = (stage: Stage): Facts => ({
  ...NOTHING,
  decision: 'none',
  status: stage.waits ? 'passed' : 'background',
  fault: null,
});

function refused(stage: Stage, reason: Reason): Facts {
  if (stage.effect === null) return failed(stage, 'no_power', { says: /refused, but .* cannot/, notes: null });
  return { ...NOTHING, decision: 'block', effect: stage.effect, status: 'blocked', fault: null, reason };
}

const unreadable = (stage: Stage, says: RegExp): Facts => failed(stage, 'bad_output', { says, notes: null });

function failed(
  stage: Stage,
  fault: FaultCode,
  { says, notes }: { readonly says: RegExp; readonly notes: RegExp | null },
): Facts {
  const rule = fault === 'bad_output' ? stage.onBadOutput : stage.onFault;
  const facts = { ...NOTHING, fault, faultSays: says, notes };
  if (rule === 'block' && stage.effect !== null) {
    return { ...facts, decision: 'block', effect: stage.effect, status: 'blocked', reason: 'fault' };
  }
  return { ...facts, decision: 'none', status: statusOf(stage, fault) };
}

function statusOf(stage: Stage, fault: FaultCode): RunStatus {
  if (!stage.waits) return 'background';
  return fault === 'timeout' ? 'timed_out' : 'failed';
}
