import type { Ending, FaultCode, HandlerKind, Report } from '../model/index.ts';
import { isCut } from './cut.ts';
import type { RecordedRun } from './entry.ts';

/**
 * The report behind a recorded run, as far as the record has it; null when it does not: not run, cut, or an answer
 * that is not text.
 */
export function reportOfRun(run: RecordedRun): Report | null {
  const { stdout, stderr, truncated, durationMs, status } = run;
  if (status === 'skipped' || isCut(stdout) || isCut(stderr)) return null;
  const ending = endingOf(run);
  return ending === null ? null : { ending, stdout, stderr, truncated, durationMs };
}

function endingOf({ ending, exitCode, signal, fault, handler }: RecordedRun): Ending | null {
  if (ending !== undefined) return ending;
  if (exitCode !== null) return { how: 'exited', code: exitCode };
  if (signal !== null) return { how: 'killed', signal };
  // Before endings were recorded, a hook without an answer left only a sentence about it.
  if (fault !== null && !ANSWERED_FAULTS.has(fault.code)) return null;
  return TEXT_ANSWERS.has(handler) ? { how: 'answered' } : null;
}

/** Faults of a hook that did answer. */
const ANSWERED_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>(['bad_output', 'no_power', 'reported']);

/** Handlers whose answers are texts, which the record keeps. */
const TEXT_ANSWERS: ReadonlySet<HandlerKind> = new Set<HandlerKind>(['http', 'prompt', 'mcp_tool']);
