import type { Effect, Fault, HandlerKind, Level, Report, Verdict, VerdictMessage } from '../model/index.ts';
import { readHostAnswer } from './answers/host-answer.ts';
import { readOkReply } from './answers/ok-reply.ts';
import { readOutcomeFields } from './answers/outcome-fields.ts';
import { declaredBackground } from './answers/declared-background.ts';
import { endOf, isRefusedByExit, readsAfterSignal } from './answers/process-answer.ts';
import { defaultReason } from './answers/refusal.ts';
import { readAnswer } from './answers/text-answer.ts';
import { failureReason, faultReason, usualOnFault } from './failure-reason.ts';
import { badOutput, excerpt, fault, faultOf } from './fault.ts';
import type { Reading } from './frame.ts';
import { isTaken } from './natives.ts';
import { proceedsOnError } from './outcome.ts';

/** The meaning of a report under the dialect's rules; pure, and never throws, whatever the hook returned. */
export function decode(reading: Reading, report: Report): Verdict {
  if (reading.frame.row.answers === 'ignored') return {};
  if (reading.frame.row.answers === 'unread') return unread(reading, report);
  const declared = declaredBackground(reading, report);
  if (declared === null) return judged(reading, report);
  const late = { ...reading, background: true };
  const { messages = [] } = judged(late, declared.line);
  return messages.reduce(withMessage, judged(late, declared.rest));
}

/** Only how the handler ended; an exit that refuses has no power here. */
function unread(reading: Reading, report: Report): Verdict {
  if (isRefusedByExit(reading, report)) return withoutPower(reading, {}, report.stderr.trim());
  const isFailed = report.ending.how === 'exited' && report.ending.code !== 0;
  const found = isFailed ? endOf(reading, report) : faultOf(reading.hook, report);
  return found === null ? {} : settleFault(reading, { fault: found }, { found, report });
}

function judged(reading: Reading, report: Report): Verdict {
  const ended = readsAfterSignal(reading, report) ? null : faultOf(reading.hook, report);
  const verdict = ended === null ? said(reading, report) : { fault: ended };
  if (isAnswerWithoutPower(reading, report, verdict)) return onlyByExit(reading, verdict);
  const failed = ended !== null || verdict.fault?.code === 'exit';
  return settle(reading, failed ? { ...verdict, ...ignoredRefusal(reading, report) } : verdict, report);
}

/** Whether a process refused in its answer where only its exit code can. */
const isAnswerWithoutPower = (reading: Reading, report: Report, { decision, effect }: Verdict): boolean =>
  reading.frame.row.refusedBy === 'exit' &&
  decision === 'block' &&
  effect === undefined &&
  PROCESSES.has(reading.hook.handler.kind) &&
  !isRefusedByExit(reading, report);

const PROCESSES: ReadonlySet<HandlerKind> = new Set<HandlerKind>(['command', 'http', 'mcp_tool']);

function said(reading: Reading, report: Report): Verdict {
  switch (reading.hook.handler.kind) {
    case 'command':
    case 'http':
    case 'mcp_tool':
      return readAnswer(reading, report);
    case 'python':
    case 'module':
      return readOutcomeFields(reading, report);
    case 'prompt':
    case 'agent':
      return readOkReply(reading, report);
    case 'text':
    case 'function':
      return readHostAnswer(reading, report.value);
  }
}

/** A refusal printed by a hook that then failed is not obeyed, but it is reported. */
function ignoredRefusal(reading: Reading, report: Report): Verdict {
  if (report.stdout.trim() === '' || reading.hook.handler.kind !== 'command') return {};
  const answer = readAnswer(reading, { ...report, ending: { how: 'exited', code: 0 } });
  return answer.decision === 'block' ? { notes: ['a refusal on stdout was not obeyed, because the hook failed'] } : {};
}

/**
 * Applies the dialect's rules for this event to an answer: power, failure policy, required answers. A failure of
 * hookline itself is not subject to the dialect's policy.
 */
function settle(reading: Reading, said: Verdict, report: Report): Verdict {
  const complete = withRequired(reading, withTakenContext(reading, said));
  if (complete.decision === 'block') return settleRefusal(reading, complete);
  if (complete.fault !== undefined) return settleFault(reading, complete, { found: complete.fault, report });
  return keptWorking(reading, complete) ?? withoutPowerless(reading, complete);
}

/** Where context keeps the agent from stopping, it is also what the agent works on; null where it does not. */
function keptWorking(reading: Reading, said: Verdict): Verdict | null {
  const { context = [] } = said;
  if (reading.frame.row.context !== 'keeps-working' || context.length === 0 || reading.background) return null;
  return settleRefusal(reading, { ...said, decision: 'block', reason: context.join('\n') });
}

/** An event that needs an answer fails without it. */
function withRequired(reading: Reading, said: Verdict): Verdict {
  const { requires } = reading.frame.row;
  if (
    requires === undefined ||
    said.decision === 'block' ||
    said.fault !== undefined ||
    said.extra?.[requires] !== undefined
  )
    return said;
  return { ...said, fault: badOutput(reading, `it gave no absolute path (${requires})`) };
}

function settleRefusal(reading: Reading, said: Verdict): Verdict {
  const effect = said.effect ?? power(reading);
  const reason = said.reason === undefined ? (defaultReason(reading, 'answer') ?? null) : said.reason;
  if (effect === null && reading.frame.row.refusal === 'feedback' && !reading.background)
    return asFeedback(reading, said, reason);
  if (effect === null && reading.frame.row.refusal === 'denied-permission' && !reading.background)
    return deniedPermission(reading, said, reason);
  if (effect === null || reading.background) return withoutPower(reading, said, reason);
  const most = effect === 'keep_working' ? reachedLimit(reading) : null;
  if (most !== null) return withoutPower(reading, said, reason, `it has kept the agent working ${most} times in a row`);
  const { row, dialect } = reading.frame;
  const toldAs = dialect.answer.blockToldAs;
  const told =
    toldAs === null
      ? []
      : [
          message(reading, 'error', {
            code: toldAs,
            message: `hook "${reading.hook.name}" refused the action${said.reason ? `: ${excerpt(said.reason)}` : ''}`,
          }),
        ];
  const beside = said.fault === undefined ? [] : [message(reading, 'warning', said.fault)];
  return {
    ...said,
    effect,
    reason,
    ...(row.blockExtra === undefined ? {} : { extra: { ...said.extra, ...row.blockExtra } }),
    messages: [...(said.messages ?? []), ...told, ...beside],
  };
}

/** How often the hook may keep the agent working, where the event counts as many already; null where it may again. */
function reachedLimit({ frame: { row, event }, hook: { mostInARow: most } }: Reading): number | null {
  const count = row.counts === undefined ? undefined : event[row.counts];
  return typeof count === 'number' && typeof most === 'number' && count >= most ? most : null;
}

/** What a refusal of this event does; null where it can do nothing. */
function power(reading: Reading): Effect | null {
  const { row, event } = reading.frame;
  if (isTaken(row, event)) return null;
  return row.block;
}

/** The reason of a refusal that stops nothing, as context for the model: one text with the context beside it. */
function asFeedback(reading: Reading, said: Verdict, reason: string | null): Verdict {
  const { decision: _decision, effect: _effect, reason: _reason, ...rest } = said;
  const texts = [...(reason === null ? [] : [reason]), ...(said.context ?? [])];
  const told = { ...rest, ...(texts.length === 0 ? {} : { context: [texts.join('\n')] }) };
  return said.fault === undefined ? told : withMessage(told, message(reading, 'warning', said.fault));
}

/** The reason of a refusal as the message by which a requested permission is denied. */
function deniedPermission(reading: Reading, said: Verdict, reason: string | null): Verdict {
  const { decision: _decision, effect: _effect, reason: _reason, ...rest } = said;
  const permission = { behavior: 'deny', ...(reason === null ? {} : { message: reason }) };
  const denied = { ...rest, extra: { ...rest.extra, permission } };
  return said.fault === undefined ? denied : withMessage(denied, message(reading, 'warning', said.fault));
}

/** A refusal in an answer where only an exit code refuses. */
const onlyByExit = (reading: Reading, said: Verdict): Verdict =>
  withoutPower(
    reading,
    withTakenContext(reading, said),
    said.reason ?? null,
    `on ${reading.frame.native} only exit code 2 refuses`,
  );

function withoutPower(reading: Reading, said: Verdict, reason: string | null, because?: string): Verdict {
  const { decision: _decision, effect: _effect, reason: _reason, ...rest } = said;
  const where = reading.background
    ? 'a background hook cannot stop anything'
    : (because ?? `${reading.frame.native} cannot be stopped`);
  const noPower = fault('no_power', reading.hook, `refused, but ${where}`, reason ?? '');
  const { annotation } = reading.frame.row;
  const annotated =
    annotation === undefined
      ? {}
      : { extra: { ...rest.extra, appendToOutput: annotation.replaceAll('{reason}', () => reason ?? '') } };
  return withMessage(
    { ...withoutPowerless(reading, rest), ...annotated, fault: rest.fault ?? noPower },
    message(reading, 'warning', rest.fault ?? noPower),
  );
}

interface FoundFault {
  readonly found: Fault;
  readonly report: Report;
}

function settleFault(reading: Reading, said: Verdict, { found, report }: FoundFault): Verdict {
  const { row, place } = reading.frame;
  const isOurFailure = report.ending.how === 'failed-inside';
  const usual = usualOnFault(reading, found);
  const isClosed = reading.hook.policy?.central?.onUnreachable === 'block';
  const own = isClosed ? 'block' : row.ignoresOnFailure === true ? undefined : reading.hook.onFault;
  const proceeds = isOurFailure ? proceedsOnError(place.env) : (own ?? usual) === 'proceed';
  const effect = proceeds || reading.background ? null : power(reading);
  const isAsked = own === 'block' && !isOurFailure && !reading.background;
  const told = isAsked ? { ...found, message: failureReason(reading, found, report) } : found;
  const reason = isAsked || isOurFailure ? told.message : faultReason(reading, told);
  if (isAsked && effect === null && row.refusal === 'feedback')
    return asFeedback(reading, { ...said, fault: told }, told.message);
  if (!proceeds && effect === null && row.refusal === 'denied-permission' && !reading.background)
    return deniedPermission(reading, { ...said, fault: told }, reason);
  if (effect === null) return withMessage(withoutPowerless(reading, said), failureMessage(reading, found));
  return withMessage({ ...said, decision: 'block', effect, reason, fault: told }, message(reading, 'error', told));
}

function failureMessage(reading: Reading, found: Fault): VerdictMessage {
  const { frame, hook, background } = reading;
  const isLogged = frame.dialect.answer.failureGoesTo === 'log' && frame.row.showsFailure !== true && !background;
  if (found.code !== 'exit' || !isLogged) return message(reading, 'warning', found);
  return { level: 'info', text: `hook "${hook.name}" failed; what it printed is in the record`, hook: hook.id };
}

/** Removes context for the model where the event accepts none, also beside a refusal. */
function withTakenContext(reading: Reading, said: Verdict): Verdict {
  const { context, ...rest } = said;
  if (context === undefined || reading.frame.row.context !== 'dropped') return said;
  const note = `context for the model is not taken on ${reading.frame.native}`;
  return { ...rest, notes: [...(rest.notes ?? []), note] };
}

/** Removes a permission where nothing could be refused. */
function withoutPowerless(reading: Reading, said: Verdict): Verdict {
  const { decision, reason, ...rest } = said;
  const decides = decision !== undefined && reading.frame.row.block !== null && !reading.background;
  return decides ? { ...rest, decision, ...(reason === undefined ? {} : { reason }) } : rest;
}

/** The fault as users of the system know it: with its id and advice, where the system has such ids. */
function message(reading: Reading, level: Level, found: Pick<Fault, 'code' | 'message'>): VerdictMessage {
  const known = reading.frame.dialect.faultIds[found.code];
  if (known === undefined) return { level, text: found.message, hook: reading.hook.id };
  return { level, text: `${known.id}: ${found.message}. ${known.advice}`, code: known.id, hook: reading.hook.id };
}

const withMessage = (verdict: Verdict, added: VerdictMessage): Verdict => ({
  ...verdict,
  messages: [...(verdict.messages ?? []), added],
});
