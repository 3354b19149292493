import type { Decision, Effect, FaultCode, RunStatus } from '../../packages/core/src/model/index.ts';
import type { FaultDialect, HookScope, Stage } from './dialect.ts';
import type { Spot } from './row.ts';

/** What must come of a row, in the words of faults.md; the dialect and the event say what that means. */
export type Expected =
  /** Nothing to say. */
  | { readonly is: 'silence' }
  /** STD: the dialect's rule for a hook that failed. */
  | { readonly is: 'fault'; readonly code: FaultCode; readonly says: RegExp; readonly notes?: RegExp }
  /** Blocks in every dialect, where the event can be stopped at all. */
  | { readonly is: 'refusal'; readonly reason: Reason }
  /** Output that is not a JSON object. */
  | {
      readonly is: 'text';
      /** It begins as JSON does. */
      readonly isLikeJson?: true;
    }
  /** JSON that cannot be believed. */
  | { readonly is: 'bad_output'; readonly says: RegExp }
  /** An object without a word of the dialect. */
  | { readonly is: 'empty object' }
  /** A refusal in an answer that cannot be read as a whole: it counts beside the fault, except in dialects that ignore such an answer. */
  | {
      readonly is: 'refusal in a broken answer';
      readonly reason: Reason;
      readonly says: RegExp;
      /** It is no JSON at all, rather than JSON that is too long or too deep. */
      readonly notJson?: true;
    }
  /** A refusal in a reply of a model that cannot be read as a whole: it counts beside the fault everywhere. */
  | { readonly is: 'refusal in a broken reply'; readonly reason: Reason; readonly says: RegExp }
  /** The answer of a hook that then failed by its exit or died. */
  | { readonly is: 'refusal before a failure'; readonly reason: Reason; readonly failure: Expected }
  /** What comes of a prompt handler, whose refusal may do something else than that of a program. */
  | { readonly is: 'by prompt'; readonly of: Expected }
  /** A refusal beside a field that the dialect does not know. */
  | { readonly is: 'refusal beside a strange field'; readonly reason: Reason }
  /** No hook is there at all: what a file that could not be read, or a load that was rejected, comes to. */
  | { readonly is: 'no hook' }
  /** The hook is there and does not run. */
  | { readonly is: 'skipped' }
  /** The hook is not what was trusted: it does not run, and a tool call that it guards is asked about, or refused where no one can answer. */
  | { readonly is: 'withheld'; readonly says: RegExp; readonly canAsk: boolean }
  | { readonly is: 'by dialect'; readonly of: (dialect: FaultDialect) => Expected }
  | { readonly is: 'by scope'; readonly of: Readonly<Record<HookScope, Expected>> };

/** `default`: the reason that the dialect gives when the hook gives none. */
type Reason = 'default' | RegExp;

/** The outcome of one cell. */
export interface Facts {
  /** How many hooks the outcome tells of: the one that ran, one that was skipped, or none. */
  readonly hooks: 'one' | 'skipped' | 'none';
  readonly decision: Decision;
  readonly effect: Effect | null;
  readonly status: RunStatus;
  readonly fault: FaultCode | null;
  readonly faultSays: RegExp | null;
  /** What the block's reason is; `fault`: the fault's message. */
  readonly reason: Reason | 'fault' | null;
  /** The reason of a refusal that can stop nothing, as its fault tells it. */
  readonly powerless: RegExp | null;
  readonly notes: RegExp | null;
  /** Why the hook was not let run, as it is told. */
  readonly withheld: RegExp | null;
}

/** What the specification asks of one cell: a row of a dialect on one of its events. */
export function factsOf(expected: Expected, spot: Spot): Facts {
  const { stage } = spot;
  switch (expected.is) {
    case 'by dialect':
      return factsOf(expected.of(spot.dialect), spot);
    case 'by scope':
      return factsOf(expected.of[spot.scope], spot);
    case 'no hook':
      return { ...NOTHING, hooks: 'none', decision: 'none', status: 'skipped', fault: null };
    case 'skipped':
      return { ...NOTHING, hooks: 'skipped', decision: 'none', status: 'skipped', fault: null };
    case 'withheld':
      return withheld(stage, expected.says, expected.canAsk);
    case 'silence':
      return stage.silence === 'nothing' ? passed(stage) : unreadable(stage, /gave no absolute path/);
    case 'text':
      if (expected.isLikeJson === true && spot.dialect.likeJson === 'bad_output')
        return unreadable(stage, /gave no answer that can be read/);
      return stage.text === 'nothing' ? passed(stage) : unreadable(stage, /gave no answer that can be read/);
    case 'empty object':
      return stage.emptyObject === 'nothing' ? passed(stage) : unreadable(stage, /gave no answer that can be read/);
    case 'bad_output':
      // What a hook returns that is not waited for is discarded.
      return stage.waits ? unreadable(stage, expected.says) : passed(stage);
    case 'refusal beside a strange field':
      if (stage.strangeField === 'void') return unreadable(stage, /does not know the key/);
      return stage.strangeField === 'ignored'
        ? refused(stage, expected.reason)
        : refusedBeside(stage, expected.reason, /does not take the field/);
    case 'refusal in a broken answer':
      if (
        spot.dialect.brokenRefusal === 'counts' ||
        (spot.dialect.beyondOurLimits === 'counts' && expected.notJson !== true)
      )
        return refusedBeside(stage, expected.reason, expected.says);
      return spot.dialect.brokenRefusal === 'text' && expected.notJson === true
        ? factsOf({ is: 'text' }, spot)
        : unreadable(stage, expected.says);
    case 'refusal in a broken reply':
      return refusedBeside(stage, expected.reason, expected.says);
    case 'refusal before a failure':
      return spot.dialect.failedAnswer === 'counts' ? refused(stage, expected.reason) : factsOf(expected.failure, spot);
    case 'by prompt':
      return factsOf(expected.of, { ...spot, stage: { ...stage, effect: stage.promptEffect ?? stage.effect } });
    case 'refusal':
      return expected.reason === 'default' && spot.dialect.silentRefusal === 'a failure'
        ? failed(stage, 'exit', { says: /exited with 2/, notes: null })
        : refused(stage, expected.reason);
    case 'fault':
      return failed(stage, expected.code, { says: saidBy(expected, spot.dialect), notes: expected.notes ?? null });
  }
}

/** Where timeouts are whole seconds, the shortest is one. */
const saidBy = ({ code, says }: Extract<Expected, { is: 'fault' }>, { wholeSeconds }: FaultDialect): RegExp =>
  code === 'timeout' && wholeSeconds === true ? new RegExp(says.source.replace('700 ms', '1000 ms')) : says;

/** The cell in words, as a title. */
export function sentenceOf({ hooks, decision, effect, fault, status }: Facts): string {
  if (hooks === 'none') return 'proceeds, no hook is loaded';
  if (hooks === 'skipped') return `${decided(decision, effect)}, the hook does not run`;
  const because = fault === null ? '' : `, fault ${fault}`;
  return decision === 'block' ? `blocks (${effect})${because}` : `proceeds, ${status}${because}`;
}

function decided(decision: Decision, effect: Effect | null): string {
  if (decision === 'block') return `blocks (${effect})`;
  return decision === 'ask' ? 'asks' : 'proceeds';
}

const NOTHING = {
  hooks: 'one',
  effect: null,
  faultSays: null,
  reason: null,
  powerless: null,
  notes: null,
  withheld: null,
} as const;

const passed = (stage: Stage): Facts => ({
  ...NOTHING,
  decision: 'none',
  status: stage.waits ? 'passed' : 'background',
  fault: null,
});

function withheld(stage: Stage, says: RegExp, canAsk: boolean): Facts {
  const facts = { ...NOTHING, hooks: 'skipped', status: 'skipped', fault: null, withheld: says } as const;
  if (stage.event !== 'PreToolUse') return { ...facts, decision: 'none' };
  return canAsk ? { ...facts, decision: 'ask' } : { ...facts, decision: 'block', effect: 'deny_tool' };
}

function refused(stage: Stage, reason: Reason): Facts {
  if (stage.effect === null && stage.exitTwo === 'a failure')
    return failed(stage, 'exit', { says: /exited with 2/, notes: null });
  if (stage.effect === null && stage.exitTwo === 'nothing') return passed(stage);
  if (stage.effect === null) {
    const facts = failed(stage, 'no_power', { says: /refused, but .* cannot/, notes: null });
    return reason === 'default' ? facts : { ...facts, powerless: reason };
  }
  return { ...NOTHING, decision: 'block', effect: stage.effect, status: 'blocked', fault: null, reason };
}

function refusedBeside(stage: Stage, reason: Reason, faultSays: RegExp): Facts {
  const facts = { ...NOTHING, fault: 'bad_output', faultSays } as const;
  if (stage.effect === null) return { ...facts, decision: 'none', status: statusOf(stage, 'bad_output') };
  return { ...facts, decision: 'block', effect: stage.effect, status: 'blocked', reason };
}

const unreadable = (stage: Stage, says: RegExp): Facts => failed(stage, 'bad_output', { says, notes: null });

function failed(
  stage: Stage,
  fault: FaultCode,
  { says, notes }: { readonly says: RegExp; readonly notes: RegExp | null },
): Facts {
  const usual = (fault === 'timeout' ? stage.onTimeout : undefined) ?? stage.onFault;
  const rule = fault === 'bad_output' ? stage.onBadOutput : usual;
  const facts = { ...NOTHING, fault, faultSays: says, notes };
  if (rule === 'block' && stage.effect !== null) {
    return {
      ...facts,
      decision: 'block',
      effect: stage.effect,
      status: 'blocked',
      reason: stage.faultReason ?? 'fault',
    };
  }
  return { ...facts, decision: 'none', status: statusOf(stage, fault) };
}

function statusOf(stage: Stage, fault: FaultCode): RunStatus {
  if (!stage.waits) return 'background';
  return fault === 'timeout' ? 'timed_out' : 'failed';
}
