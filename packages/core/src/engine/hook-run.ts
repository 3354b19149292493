import type { Fault, Hook, HookRun, Report, RunStatus, Verdict } from '../model/index.ts';

/** The run of a hook as the outcome and the record show it. */
export function hookRun(hook: Hook, report: Report, verdict: Verdict, background: boolean): HookRun {
  const { ending } = report;
  return runOf(hook, {
    status: background ? 'background' : statusOf(verdict),
    exitCode: ending.how === 'exited' ? ending.code : null,
    signal: ending.how === 'killed' ? ending.signal : null,
    durationMs: Math.round(report.durationMs * 100) / 100,
    stdout: report.stdout,
    stderr: report.stderr,
    truncated: report.truncated,
    fault: verdict.fault ?? null,
    quiet: verdict.quiet ?? false,
    why: null,
    notes: verdict.notes ?? [],
  });
}

/** The run of a function that was called and said nothing: written out, since nothing about it needs to be worked out. */
export const answered = ({ id, name, dialect, scope, source, handler }: Hook, durationMs: number): HookRun => ({
  id,
  name,
  dialect,
  scope,
  source,
  handler: handler.kind,
  status: 'passed',
  exitCode: null,
  signal: null,
  durationMs: Math.round(durationMs * 100) / 100,
  stdout: '',
  stderr: '',
  truncated: NOTHING,
  fault: null,
  quiet: false,
  why: null,
  notes: NOTHING,
});

const NOTHING: readonly never[] = Object.freeze([]);

/** A matched hook that did not run (`why` says so), or one that still runs in the background. */
export function unrun(hook: Hook, status: 'skipped' | 'background', why: string | null): HookRun {
  return runOf(hook, {
    status,
    exitCode: null,
    signal: null,
    durationMs: 0,
    stdout: '',
    stderr: '',
    truncated: [],
    fault: null,
    quiet: false,
    why,
    notes: [],
  });
}

type Facts = Omit<HookRun, 'id' | 'name' | 'dialect' | 'scope' | 'source' | 'handler'>;

// What is spread comes last: new keys behind it would cost a microsecond each.
const runOf = ({ id, name, dialect, scope, source, handler }: Hook, facts: Facts): HookRun => ({
  id,
  name,
  dialect,
  scope,
  source,
  handler: handler.kind,
  ...facts,
});

function statusOf(verdict: Verdict): RunStatus {
  if (verdict.decision === 'block') return 'blocked';
  return verdict.fault === undefined ? 'passed' : failedStatus(verdict.fault);
}

const failedStatus = (fault: Fault): RunStatus => (fault.code === 'timeout' ? 'timed_out' : 'failed');
