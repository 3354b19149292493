import type { Diagnostic, Hook, Report, Verdict, VerdictMessage } from '../model/index.ts';
import type { Admission, Withheld } from './admit.ts';
import { isRefusal } from './answers/refusal.ts';
import { decode } from './decode.ts';
import type { Frame, Reading } from './frame.ts';
import type { Plan, Step } from './plan.ts';

/**
 * What a hook that must not run would have guarded stays closed: a tool call becomes a question, or a refusal where no
 * person can answer.
 */
export function withheldVerdict({ hook, frame, background }: Reading, why: string): Verdict {
  const guards = GUARDED.has(frame.event.hook_event_name) && canRefuse(frame) && !background;
  return guards ? askOrDeny(frame, why) : { messages: [warning(hook, why)] };
}

const GUARDED: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

/** Whether a hook of the dialect can refuse this event: as a block, or as the answer to a request for permission. */
const canRefuse = ({ dialect, native, row }: Frame): boolean =>
  row.block !== null ||
  dialect.answer.fields.some(({ gives, on }) => gives === 'permission' && (on?.includes(native) ?? true));

const warning = ({ id }: Hook, text: string): VerdictMessage => ({ level: 'warning', text, hook: id });

/**
 * The decoded verdict, if the content that the hook was started from is still trusted; else only its refusal counts.
 */
export function confirm(reading: Reading, report: Report, verdict: Verdict, { changed }: Admission): Verdict {
  const why = report.ending.how === 'not-started' ? null : changed();
  if (why === null) return verdict;
  const told = `while it ran, ${why}`;
  if (isRefusal(verdict)) return { ...verdict, notes: [...(verdict.notes ?? []), told] };
  const doubted = decode(reading, { ...report, ending: { how: 'unavailable', why: told } });
  return doubted.decision === 'block' ? doubted : { ...doubted, ...withheldVerdict(reading, told) };
}

interface WithheldStep {
  readonly step: Step;
  readonly withheld: Withheld | null;
}

/** The messages about a hook that was withheld, beside the effect on the event. */
export const withheldDiagnostic = ({ step, withheld }: WithheldStep): Diagnostic => ({
  severity: 'error',
  file: step.hook.source,
  line: null,
  column: null,
  message: withheld?.why ?? '',
  hint: withheld?.hint ?? null,
});

/** A tool call that must not pass unchecked: a question for a person, or a refusal where no person can answer. */
function askOrDeny({ event, place }: Pick<Frame, 'event' | 'place'>, reason: string): Verdict {
  const isAlone = event['non_interactive'] === true || place.nonInteractive;
  return isAlone ? { decision: 'block', effect: 'deny_tool', reason } : { decision: 'ask', reason };
}

/** One warning about all hooks that run only because their matchers could not decide; given once per kind of event. */
export function undecidedNotices(plans: readonly Plan[], isFirst: (key: string) => boolean): readonly VerdictMessage[] {
  if (!plans.some(({ steps }) => steps.some(({ isUndecided }) => isUndecided === true))) return NONE;
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
 * The verdict of a hook whose matcher could not decide: perhaps it should not have run at all, so it refuses nothing
 * by itself. Its refusal of a tool call becomes a question, or a refusal where no person can answer; any other refusal
 * becomes a warning.
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
