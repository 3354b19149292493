import type { Report, RunFrame } from '../model/index.ts';
import { monotonicMs } from '../text/clock.ts';
import { describeThrown, settleWithin } from './function.ts';
import { KEPT_BYTES } from './process/output.ts';

/** What a handler extracts from a reply: the parts of a report that depend on the reply. */
export type ReplyReport = Partial<Report> & Pick<Report, 'ending'>;

/** A question to a function of the host. */
export interface HostQuestion {
  /** Absent: the host has no such function. */
  readonly ask: ((stop: AbortSignal) => Promise<unknown>) | undefined;
  readonly read: (reply: unknown) => ReplyReport;
  /** Why there is no answer when the host has no such function. */
  readonly missing: string;
  /** Who gave no answer, when the function fails. */
  readonly who: string;
}

/** Asks a function of the host, which is aborted at the timeout and not waited for after it; never throws. */
export async function askHost(frame: RunFrame, question: HostQuestion, signal?: AbortSignal): Promise<Report> {
  const startedAt = monotonicMs();
  const reply = await replyOf(frame, question, signal);
  return { stdout: '', stderr: '', truncated: [], ...reply, durationMs: monotonicMs() - startedAt };
}

async function replyOf(frame: RunFrame, question: HostQuestion, signal?: AbortSignal): Promise<ReplyReport> {
  const { ask, read, missing, who } = question;
  if (ask === undefined) return { ending: { how: 'unavailable', why: missing } };
  if (signal?.aborted === true) return { ending: { how: 'cancelled' } };
  const stop = new AbortController();
  const settled = await settleWithin(startAsking(ask, stop.signal), frame.timeoutMs, signal);
  switch (settled.how) {
    case 'fulfilled':
      return read(settled.value);
    case 'rejected':
      return { ending: { how: 'unavailable', why: `${who} gave no answer: ${describeThrown(settled.error)}` } };
    case 'timed-out':
    case 'cancelled':
      stop.abort();
      return { ending: settled };
  }
}

/** Asynchronous, so that a function that throws synchronously is handled like one that rejects. */
const startAsking = async (ask: (stop: AbortSignal) => Promise<unknown>, stop: AbortSignal): Promise<unknown> =>
  ask(stop);

/** A reply as text, cut at the same length as the output of any hook. */
export function textReply(reply: string): ReplyReport {
  const bytes = Buffer.from(reply);
  if (bytes.length <= KEPT_BYTES) return { ending: { how: 'answered' }, stdout: reply };
  const stdout = bytes.subarray(0, KEPT_BYTES).toString();
  return { ending: { how: 'answered' }, stdout, truncated: ['stdout'] };
}

/** The kind of an unexpected value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
