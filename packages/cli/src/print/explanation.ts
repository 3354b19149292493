import type { ExplainedHook, Explanation } from '@hookline/core/internal';
import { oneLine } from './one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

/** The hooks that would run, numbered in their order, then the others; below each the reason. */
export function explanationLines(explanation: Explanation, paint: Paint): readonly string[] {
  const running = explanation.hooks.filter(({ runs }) => runs).toSorted(byOrder);
  const resting = explanation.hooks.filter(({ runs }) => !runs);
  return [
    `${paint('bold', explanation.event)}: ${running.length} of ${explanation.hooks.length} hooks would run`,
    ...section('Would run, in this order:', running, paint),
    ...section('Would not run:', resting, paint),
  ];
}

const byOrder = (left: ExplainedHook, right: ExplainedHook): number => (left.order ?? 0) - (right.order ?? 0);

function section(title: string, hooks: readonly ExplainedHook[], paint: Paint): readonly string[] {
  if (hooks.length === 0) return [];
  const rows = columns(hooks.map(cellsOf));
  return [
    '',
    title,
    ...hooks.flatMap((hook, index) => [`  ${rows[index] ?? ''}`, paint('dim', `       ${oneLine(hook.why)}`)]),
  ];
}

const cellsOf = (hook: ExplainedHook): readonly string[] => [
  hook.order === null ? '-' : `${hook.order}.`.padStart(3),
  hook.dialect,
  hook.event,
  oneLine(hook.matcher ?? '*'),
  hook.handler,
  oneLine(hook.source),
  oneLine(hook.name),
];
