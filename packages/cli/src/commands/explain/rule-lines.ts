import type { DecisionReport, TakenRule } from '@hookline/toolbox';

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
