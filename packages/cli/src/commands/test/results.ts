import type { Outcome } from '@hookline/core';
import { type CaseResult, type Mismatch, lineDifference } from '@hookline/toolbox';
import { diagnosticLines } from '../../print/diagnostics.ts';
import { printedLines, runLines } from '../../print/outcome.ts';
import type { Paint, Style } from '../../print/paint.ts';
import { excerpt, oneLine } from '../../print/text.ts';

const STYLES: Readonly<Record<CaseResult['status'], Style>> = {
  passed: 'green',
  failed: 'red',
  skipped: 'dim',
  updated: 'yellow',
};

/** One case: its status and name, and for one that failed what was expected, what came, and what each hook said. */
export function caseLines(result: CaseResult, paint: Paint): readonly string[] {
  const { status, case: each, durationMs } = result;
  const time = status === 'skipped' ? '' : paint('dim', `  ${durationText(durationMs)}`);
  const head = `  ${paint(STYLES[status], status.padEnd(WIDTH))}  ${oneLine(each.title)}${time}`;
  if (result.status !== 'failed') return [head];
  return [
    head,
    ...result.mismatches.flatMap((mismatch) => mismatchLines(mismatch, paint)).map(indent),
    ...(result.outcome === null ? [] : whyLines(result.outcome, paint)).map(indent),
    '',
  ];
}

/** One line for each project whose cases did not run because it is not trusted, with what to do. */
export function untrustedLines(results: readonly CaseResult[]): readonly string[] {
  const untrusted = results.filter(isUntrusted);
  const projects = [...new Set(untrusted.map(({ case: { project } }) => project))];
  return projects.map((project) => {
    const count = untrusted.filter((result) => result.case.project === project).length;
    const cases = count === 1 ? '1 case was not run' : `${count} cases were not run`;
    return `${cases}: ${oneLine(project)} is not trusted, or has changed since: run "hookline trust", or test with --trust-hooks`;
  });
}

/** Whether a case failed only because its project is not trusted. */
export const isUntrusted = (result: CaseResult): boolean => result.status === 'failed' && result.isUntrusted === true;

const WIDTH = 'skipped'.length;
const indent = (line: string): string => `    ${line}`;

/** How many passed, failed, were skipped or updated, and how long it took. */
export function summaryLine(results: readonly CaseResult[], paint: Paint): string {
  const counts = (Object.keys(STYLES) as CaseResult['status'][]).flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [paint(STYLES[status], `${count} ${status}`)];
  });
  const files = new Set(results.map(({ case: { file } }) => file)).size;
  return `${counts.join(', ') || 'no case ran'} in ${files === 1 ? '1 file' : `${files} files`}`;
}

/** A duration for people. */
const durationText = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

function mismatchLines({ what, expected, actual }: Mismatch, paint: Paint): readonly string[] {
  if (![expected, actual].some((text) => text.includes('\n')))
    return [
      `${what}: expected ${paint('green', excerpt(expected, '  '))}`,
      `${' '.repeat(what.length)}  but got  ${paint('red', excerpt(actual, '  '))}`,
    ];
  const lines = lineDifference(expected, actual).map(({ sign, text }) => {
    const line = `  ${sign} ${oneLine(text)}`;
    return sign === ' ' ? line : paint(sign === '-' ? 'green' : 'red', line);
  });
  return [`${what}: - expected, + got`, ...lines];
}

/** Which hook did what, and what it printed. */
function whyLines(outcome: Outcome, paint: Paint): readonly string[] {
  const problems = outcome.diagnostics.filter(({ severity }) => severity === 'error');
  return [
    ...runLines(outcome.hooks, paint).map((line) => line.slice(2)),
    ...printedLines(outcome.hooks),
    ...problems.flatMap((diagnostic) => diagnosticLines(diagnostic, paint)),
  ];
}
