import type { ExplainedHook, Explanation } from '@hookline/core/internal';
import type { Shown } from '../../print/paint.ts';
import { type TableColumn, tableLines } from '../../print/table.ts';
import { oneLine, wrapped } from '../../print/text.ts';

const INDENT = '  ';
const REASON = '       ';

/** The hooks that would run, numbered in their order, then the others; below each the reason. */
export function explanationLines(explanation: Explanation, shown: Shown): readonly string[] {
  const running = explanation.hooks.filter(({ runs }) => runs).toSorted(byOrder);
  const resting = explanation.hooks.filter(({ runs }) => !runs);
  return [
    `${shown.paint('bold', explanation.event)}: ${running.length} of ${explanation.hooks.length} hooks would run`,
    ...section('Would run, in this order:', running, shown),
    ...section('Would not run:', resting, shown),
  ];
}

const byOrder = (left: ExplainedHook, right: ExplainedHook): number => (left.order ?? 0) - (right.order ?? 0);

function section(title: string, hooks: readonly ExplainedHook[], { paint, width }: Shown): readonly string[] {
  if (hooks.length === 0) return [];
  const within = (indent: string): number | null => (width === null ? null : width - indent.length);
  const { head, rows } = tableLines(COLUMNS, hooks.map(cellsOf), within(INDENT));
  return [
    '',
    title,
    ...head.map((line) => paint('dim', `${INDENT}${line}`)),
    ...hooks.flatMap((hook, index) => [
      ...(rows[index] ?? []).map((line) => `${INDENT}${line}`),
      ...wrapped(oneLine(hook.why), within(REASON)).map((line) => paint('dim', `${REASON}${line}`)),
    ]),
  ];
}

const COLUMNS: readonly TableColumn[] = [
  { title: '#' },
  { title: 'SYSTEM' },
  { title: 'EVENT', goes: 4 },
  { title: 'MATCHER', shrinks: { at: 2, least: 12 } },
  { title: 'HANDLER', goes: 1 },
  { title: 'FILE', goes: 3 },
  { title: 'NAME' },
];

const cellsOf = (hook: ExplainedHook): readonly string[] => [
  hook.order === null ? '-' : `${hook.order}.`,
  hook.dialect,
  hook.event,
  oneLine(hook.matcher ?? '*'),
  hook.handler,
  oneLine(hook.source),
  oneLine(hook.label ?? hook.name),
];
