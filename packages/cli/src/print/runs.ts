import type { HookRun } from '@hookline/core';
import { oneLine } from './one-line.ts';
import { columns } from './columns.ts';
import { excerpt } from './excerpt.ts';
import type { Paint, Style } from './paint.ts';
import { wouldReason, wouldWords } from './shadow.ts';

const STYLES: Readonly<Record<HookRun['status'], Style>> = {
  passed: 'green',
  blocked: 'red',
  failed: 'yellow',
  timed_out: 'yellow',
  skipped: 'dim',
  background: 'dim',
};

/** One line for each hook that matched, and below it what went wrong or why it was not run; what `told` says already is left out. */
export function runLines(runs: readonly HookRun[], paint: Paint, told: readonly string[] = []): readonly string[] {
  const rows = columns(runs.map(cellsOf));
  return runs.flatMap((run, index) => [
    `  ${paint(STYLES[run.status], rows[index] ?? '')}`,
    ...remarksOn(run, told).map((remark) => `      ${excerpt(remark, '      ')}`),
  ]);
}

/** What the hooks printed, for `--debug`. */
export function printedLines(runs: readonly HookRun[]): readonly string[] {
  return runs.flatMap((run) =>
    (['stdout', 'stderr'] as const)
      .filter((stream) => run[stream] !== '')
      .map((stream) => `${oneLine(run.id)} ${stream}: ${excerpt(run[stream], '    ')}`),
  );
}

const cellsOf = (run: HookRun): readonly string[] => [
  run.shadow === undefined || run.status === 'skipped' ? run.status : wouldWords(run.shadow),
  run.status === 'skipped' ? '-' : `${run.durationMs.toFixed(run.durationMs < 10 ? 1 : 0)} ms`,
  oneLine(run.dialect),
  oneLine(run.handler),
  oneLine(run.source),
  oneLine(run.name),
];

const faultText = ({ code, message }: NonNullable<HookRun['fault']>, told: readonly string[]): string =>
  told.some((text) => text.includes(message)) ? code : `${code}: ${message}`;

const remarksOn = (run: HookRun, told: readonly string[]): readonly string[] => [
  ...[wouldReason(run)].filter((said) => said !== null),
  ...(run.fault === null ? [] : [faultText(run.fault, told)]),
  ...(run.why === null ? [] : [run.why]),
  ...(run.truncated.length === 0 ? [] : [`${run.truncated.join(' and ')} cut off`]),
];
