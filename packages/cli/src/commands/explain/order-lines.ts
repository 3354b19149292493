import type { Conflict, DecisionReport, OrderCheck, TakenRule } from '@hookline/toolbox';
import type { Paint } from '../../print/paint.ts';
import { oneLine } from '../../print/text.ts';

/** Whether the order of finishing matters, and which hooks get into each other's way; nothing where orders were not checked. */
export function orderLines(
  order: OrderCheck | null,
  conflicts: readonly Conflict[] | null,
  paint: Paint,
): readonly string[] {
  if (order === null || conflicts === null) return [];
  return ['', ...checkLines(order, paint), '', ...conflictLines(conflicts, paint)];
}

function checkLines({ hooks, tried, possible, other }: OrderCheck, paint: Paint): readonly string[] {
  if (hooks.length < 2) return ['Order: fewer than two hooks have something to say, so no order can matter.'];
  const count =
    String(tried) === possible ? `all ${grouped(possible)}` : `${grouped(String(tried))} of ${grouped(possible)}`;
  if (other === null)
    return [paint('green', `Order: ${count} orders in which ${hooks.length} hooks can end give the same outcome.`)];
  return [
    paint(
      'red',
      `Order: the outcome depends on which hook ends first: ${other.differs.join(', ')} differ (${count} orders tried).`,
    ),
    `  in the order ${other.order.map(oneLine).join(', ')}`,
  ];
}

const conflictLines = (conflicts: readonly Conflict[], paint: Paint): readonly string[] =>
  conflicts.length === 0
    ? ['Conflicts: none.']
    : ['Conflicts:', ...conflicts.map(({ kind, message }) => `  ${paint('yellow', kind)}: ${oneLine(message)}`)];

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The rule that decided, then the others that took part, then how the dialects let their hooks follow each other. */
export function ruleLines(rules: readonly TakenRule[], schedules: DecisionReport['schedules']): readonly string[] {
  const [first, ...others] = rules;
  if (first === undefined) return [];
  return [
    '',
    `Rule: ${first.words} (${first.rule})`,
    ...others.map(({ rule, words }) => `      ${words} (${rule})`),
    ...schedules.map(({ dialect, words }) => `      hooks of ${dialect} run ${words}`),
  ];
}
