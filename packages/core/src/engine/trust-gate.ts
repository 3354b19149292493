import type { Diagnostic, Hook, Report, Verdict, VerdictMessage } from '../model/index.ts';
import { askOrDeny } from './ask-or-deny.ts';
import { decode } from './decode.ts';
import type { Frame } from './frame.ts';
import type { Reading } from './reading.ts';

/** Whether a hook may be started, found out right before its start. */
export interface Admission {
  /** Why it must not run; null when it may. */
  readonly withheld: string | null;
  /** The same question once more, for whoever had to wait before it could start. */
  readonly again: () => string | null;
  /** Asked when it has ended: what happened meanwhile to what it was started from; null when nothing did. */
  readonly changed: () => string | null;
}

/** Lets the hooks of a project run while they are what was trusted. */
export interface TrustGate {
  readonly admit: (hook: Hook, frame: Frame) => Admission;
}

/** A hook that needs no trust: of the user, or of the host. */
export const ADMITTED: Admission = { withheld: null, again: () => null, changed: () => null };

/** What a hook that must not run would have guarded stays closed: a tool call is asked about, or refused where nobody can answer. */
export function withheldVerdict({ hook, frame, background }: Reading, why: string): Verdict {
  const guards = GUARDED.has(frame.event.hook_event_name) && frame.row.block !== null && !background;
  return guards ? askOrDeny(frame, why) : { messages: [warning(hook, why)] };
}

const GUARDED: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

const warning = ({ id }: Hook, text: string): VerdictMessage => ({ level: 'warning', text, hook: id });

/** What a hook said, if what it was started from is still what was trusted; else only a refusal counts. */
export function confirm(reading: Reading, report: Report, { changed }: Admission): Verdict {
  const verdict = decode(reading, report);
  const why = report.ending.how === 'not-started' ? null : changed();
  if (why === null) return verdict;
  const told = `while it ran, ${why}`;
  if (verdict.decision === 'block') return { ...verdict, notes: [...(verdict.notes ?? []), told] };
  const doubted = decode(reading, { ...report, ending: { how: 'unavailable', why: told } });
  return doubted.decision === 'block' ? doubted : { ...doubted, ...withheldVerdict(reading, told) };
}

/** How a reason ends where trust helps: it is the advice for people and tells that they can be shown what differs. */
export const TRUST_AGAIN = 'run hookline trust';

/** What is to be said about a hook that was withheld, beside what becomes of the event. */
export const withheldDiagnostic = ({ source }: Hook, message: string): Diagnostic => ({
  severity: 'error',
  file: source,
  line: null,
  column: null,
  message,
  hint: message.endsWith(TRUST_AGAIN)
    ? 'see what differs with "hookline trust --show", then trust it with "hookline trust"'
    : null,
});
