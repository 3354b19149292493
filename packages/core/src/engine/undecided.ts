import type { Verdict, VerdictMessage } from '../model/index.ts';
import { askOrDeny } from './ask-or-deny.ts';
import type { Frame } from './frame.ts';
import type { Plan, Step } from './plan.ts';
import type { Ports } from './ports.ts';

/** One warning about all hooks that run only because their matchers could not decide; given once for each kind of event. */
export function undecidedNotices(
  plans: readonly Plan[],
  { isFirst }: Pick<Ports, 'isFirst'>,
): readonly VerdictMessage[] {
  const hooks = plans.flatMap(({ steps }) => steps.filter(({ isUndecided }) => isUndecided === true));
  const [first] = hooks;
  if (first === undefined || !isFirst(`undecided matchers on ${first.hook.event}`)) return NONE;
  const subject =
    hooks.length === 1
      ? `the matcher of ${first.hook.id} could not be decided within its budget: the hook runs`
      : `${hooks.length} matchers could not be decided within their budgets, that of ${first.hook.id} first: their hooks run`;
  const text = `${subject}, since a slow pattern must not silence a guard; write simpler patterns`;
  return [{ level: 'warning', text, hook: first.hook.id }];
}

const NONE: readonly VerdictMessage[] = [];

/**
 * What a hook said whose matcher could not decide: perhaps it should not have been asked at all, so it refuses nothing by itself. Its
 * refusal of a tool call is a question, or a refusal where no one can answer; any other is a warning.
 */
export function withoutOwnRefusal(verdict: Verdict, { isUndecided, hook }: Step, frame: Frame): Verdict {
  if (isUndecided !== true) return verdict;
  const told = { ...verdict, notes: [...(verdict.notes ?? []), UNDECIDED] };
  if (verdict.decision !== 'block') return told;
  const { decision: _decision, effect: _effect, ...rest } = told;
  const reason = `${verdict.reason ?? `hook "${hook.name}" refused`} (${UNDECIDED})`;
  if (frame.row.block !== 'deny_tool') {
    const { reason: _reason, ...said } = rest;
    const text = `the refusal of ${hook.id} does not count: ${UNDECIDED}; it said: ${verdict.reason ?? ''}`;
    return { ...said, messages: [...(said.messages ?? []), { level: 'warning', text, hook: hook.id }] };
  }
  return { ...rest, ...askOrDeny(frame, reason) };
}

const UNDECIDED = 'its matcher could not be decided within its budget, so it is not sure that it is about this event';
