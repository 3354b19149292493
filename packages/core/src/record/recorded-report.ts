import type { Ending, Fault, HandlerKind, HookRun, Report } from '../model/index.ts';
import { isCut } from './cut.ts';

/** The report behind a recorded run, as far as the record holds it; null when it does not: not run, cut, or an answer that is no text. */
export function reportOfRun(run: HookRun): Report | null {
  const { stdout, stderr, truncated, durationMs, status } = run;
  if (status === 'skipped' || isCut(stdout) || isCut(stderr)) return null;
  const ending = endingOf(run);
  return ending === null ? null : { ending, stdout, stderr, truncated, durationMs };
}

function endingOf({ exitCode, signal, fault, durationMs, handler, stdout }: HookRun): Ending | null {
  if (exitCode !== null) return { how: 'exited', code: exitCode };
  if (signal !== null) return { how: 'killed', signal };
  const failed = fault === null ? null : failedEnding(fault, durationMs);
  if (failed !== null) return failed;
  if (!TEXT_ANSWERS.has(handler)) return null;
  return stdout === '' && fault?.code === 'bad_output' ? { how: 'garbled', why: fault.message } : { how: 'answered' };
}

/** Handlers whose answers are texts, which the record keeps. */
const TEXT_ANSWERS: ReadonlySet<HandlerKind> = new Set<HandlerKind>(['http', 'prompt']);

function failedEnding({ code, message }: Fault, durationMs: number): Ending | null {
  switch (code) {
    case 'timeout':
      return { how: 'timed-out', afterMs: Math.round(durationMs) };
    case 'killed':
      return { how: 'cancelled' };
    case 'not_started':
      return { how: 'not-started', why: whyIn(message) };
    case 'unavailable':
      return { how: 'unavailable', why: whyIn(message) };
    case 'exit':
      return { how: 'raised', why: whyIn(message) };
    case 'bad_output':
    case 'no_power':
    case 'reported':
      return null;
  }
}

/** A fault is told as `hook "name" did something: why`. */
const whyIn = (message: string): string => message.replace(/^hook ".*?" [a-z ]+: /s, '');
