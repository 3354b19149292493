import type { Hook, Report, Request, Verdict } from '../model/index.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import type { Frame } from './frame.ts';
import type { Watch } from './ports.ts';
import type { Reading } from './reading.ts';
import type { Firing } from './run-step.ts';

/** A request that is looked after, from the last moment before its start. */
export interface Watched {
  readonly request: Request;
  readonly watch: Watch | null;
}

/** The request of a hook; whoever carries it out asks once more before anything is started. */
export function encodeUndoubted(
  hook: Hook,
  frame: Frame,
  { ports, nextRunId }: Firing,
  isBackground: boolean,
): Watched {
  const watch = ports.watch?.(hook, frame) ?? null;
  const request = encode(hook, frame, nextRunId(), isBackground);
  return { request: watch === null ? request : { ...request, mayStart: watch.before }, watch };
}

/** A request for somebody else, who cannot ask: what is to be said against it is said now. */
export function askedNow({ request, watch }: Watched): Request {
  const why = watch?.before() ?? null;
  const { mayStart: _asked, ...rest } = request;
  return why === null ? rest : { kind: 'impossible', runId: request.runId, timeoutMs: request.timeoutMs, why };
}

/**
 * What a hook said. If what it was started from has changed since it was looked at, nobody knows who said that: a refusal is
 * kept, anything else is a fault.
 */
export function decodeUndoubted(reading: Reading, report: Report, watch: Watch | null): Verdict {
  const verdict = decode(reading, report);
  const why = report.ending.how === 'not-started' ? null : (watch?.after() ?? null);
  if (why === null) return verdict;
  const told = `while it ran, ${why}`;
  if (verdict.decision === 'block') return { ...verdict, notes: [...(verdict.notes ?? []), told] };
  return decode(reading, { ...report, ending: { how: 'unavailable', why: told } });
}
