import type { Fault, FaultCode, Hook, Report } from '../model/index.ts';
import type { Reading } from './frame.ts';

const EXCERPT = 2000;

/** The fault in how a handler ended; null when its answer is to be read (exit codes are judged by the dialect). */
export function faultOf(hook: Pick<Hook, 'name'>, report: Report): Fault | null {
  const { ending } = report;
  switch (ending.how) {
    case 'exited':
    case 'answered':
    case 'ended-unseen':
      return null;
    case 'killed':
      return fault('killed', hook, `was killed by ${ending.signal}`, report.stderr);
    case 'timed-out':
      return fault('timeout', hook, `did not finish within ${ending.afterMs} ms and was stopped`);
    case 'cancelled':
      return fault('killed', hook, 'was cancelled by the host');
    case 'not-started':
      return fault('not_started', hook, `could not be started: ${ending.why}`);
    case 'failed-inside':
      return fault('not_started', hook, `could not be run, because hookline failed: ${ending.why}`);
    case 'raised':
      return fault('exit', hook, `raised an error: ${ending.why}`);
    case 'unavailable':
      return fault('unavailable', hook, `got no answer: ${ending.why}`);
    case 'garbled':
      return fault('bad_output', hook, `gave no answer that can be read: ${ending.why}`);
  }
}

/** The message of a fault: which hook, what it did, and its own output about it. */
export function fault(code: FaultCode, hook: Pick<Hook, 'name'>, did: string, stderr = ''): Fault {
  const detail = excerpt(stderr);
  return { code, message: `hook "${hook.name}" ${did}${detail === '' ? '' : `: ${detail}`}` };
}

/** The trimmed beginning of a text, for messages. */
export const excerpt = (text: string, length = EXCERPT): string => {
  const trimmed = text.trim();
  return trimmed.length > length ? `${trimmed.slice(0, length)} …` : trimmed;
};

/** The fault of a hook whose answer breaks the rules of its dialect. */
export const badOutput = (reading: Reading, why: string): Fault =>
  fault('bad_output', reading.hook, `gave no answer that can be read: ${why}`);

/** The output on these streams, trimmed, in their order; blank ones are left out. */
export const printedOn = (streams: readonly ('stdout' | 'stderr')[], report: Report): readonly string[] =>
  streams.map((stream) => report[stream].trim()).filter((text) => text !== '');
