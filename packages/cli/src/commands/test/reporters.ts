import type { Diagnostic } from '@hookline/core';
import type { CaseResult } from '@hookline/toolbox';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import type { OptionRow } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { githubReport, prettyReport, sourceReader } from '../../print/reporters.ts';
import { oneLine } from '../../print/text.ts';
import { junitReport } from './junit.ts';
import { caseLines, isUntrusted, summaryLine, untrustedLines } from './results.ts';

/** Prints results: each as it comes, and all of them at the end. */
export interface CaseReporter {
  readonly begin: (diagnostics: readonly Diagnostic[]) => void;
  readonly result: (result: CaseResult) => void;
  readonly end: (results: readonly CaseResult[], diagnostics: readonly Diagnostic[]) => void;
}

const NAMES = ['pretty', 'json', 'junit', 'github'] as const;

type ReporterName = (typeof NAMES)[number];

/** The option that names a reporter. */
export const REPORTER = {
  name: 'reporter',
  value: 'NAME',
  completes: NAMES,
  about: 'How results are printed: pretty, json, junit or github.',
} satisfies OptionRow;

/** The reporter that a call asks for; throws a wrong call. */
export function caseReporterOf(given: Arguments, project: string): CaseReporter {
  const asked = valueOf(given, REPORTER) ?? (isGiven(given, 'json') ? 'json' : 'pretty');
  const known = NAMES.find((name) => name === asked);
  if (known === undefined) throw wrongCall(`unknown reporter "${asked}"`, { word: asked, known: NAMES });
  return REPORTERS[known](project);
}

const REPORTERS: Readonly<Record<ReporterName, (project: string) => CaseReporter>> = {
  pretty: (project) => pretty(project),
  json: () => ({ ...QUIET, end: (results, diagnostics) => writeJson(jsonOf(results, diagnostics)) }),
  junit: (project) => ({
    ...QUIET,
    begin: (diagnostics) => tellProblems(diagnostics, project),
    end: (results) => writeOut(junitReport(results)),
  }),
  github: () => ({
    ...QUIET,
    end: (results, diagnostics) => {
      writeOut(githubReport([...diagnostics, ...untrustedProblems(results), ...results.flatMap(failureOf)]));
      writeErr(`${summaryLine(results, paintFor(2, process.env))}\n`);
    },
  }),
};

const QUIET = { begin: () => {}, result: () => {} } as const;

function pretty(project: string): CaseReporter {
  const paint = paintFor(1, process.env);
  let file: string | null = null;
  return {
    begin: (diagnostics) => tellProblems(diagnostics, project),
    result: (result) => {
      if (isUntrusted(result)) return;
      if (result.case.display !== file) writeOut(`${paint('bold', oneLine(result.case.display))}\n`);
      file = result.case.display;
      writeOut(`${caseLines(result, paint).join('\n')}\n`);
    },
    end: (results) => {
      const untrusted = untrustedLines(results);
      const shown = results.filter((result) => !isUntrusted(result));
      // What failed ends in a blank line of its own.
      const gap = shown.length === 0 || shown.at(-1)?.status === 'failed' ? '' : '\n';
      const lines = [...untrusted.map((line) => paint('red', line)), summaryLine(results, paint)];
      if (results.length > 0) writeOut(`${gap}${lines.join('\n')}\n`);
    },
  };
}

function tellProblems(diagnostics: readonly Diagnostic[], project: string): void {
  if (diagnostics.length > 0) writeErr(prettyReport(diagnostics, sourceReader(project), paintFor(2, process.env)));
}

/** One problem for each project, at its first case. */
function untrustedProblems(results: readonly CaseResult[]): readonly Diagnostic[] {
  const lines = untrustedLines(results);
  const [first] = results.filter(isUntrusted);
  if (first === undefined) return [];
  const { display: file, line } = first.case;
  return lines.map((message) => ({ severity: 'error', file, line, column: null, message, hint: null }));
}

function failureOf(result: CaseResult): readonly Diagnostic[] {
  if (result.status !== 'failed' || isUntrusted(result)) return [];
  const { display: file, line, title } = result.case;
  const what = result.mismatches.map((each) => `${each.what}: expected ${each.expected}, but got ${each.actual}`);
  return [{ severity: 'error', file, line, column: null, message: [title, ...what].join('\n'), hint: null }];
}

const count = (results: readonly CaseResult[], status: CaseResult['status']): number =>
  results.filter((result) => result.status === status).length;

const jsonOf = (results: readonly CaseResult[], diagnostics: readonly Diagnostic[]): unknown => ({
  passed: count(results, 'passed'),
  failed: count(results, 'failed'),
  skipped: count(results, 'skipped'),
  updated: count(results, 'updated'),
  cases: results.map((result) => ({
    title: result.case.title,
    file: result.case.display,
    line: result.case.line,
    event: result.case.event.hook_event_name,
    status: result.status,
    durationMs: result.durationMs,
    mismatches: result.status === 'failed' ? result.mismatches : [],
    outcome: result.status === 'skipped' ? null : result.outcome,
  })),
  diagnostics,
});
