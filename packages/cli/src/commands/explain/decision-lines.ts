import type { Verdict } from '@hookline/core/internal';
import type { DecisionReport, RecordedHook } from '@hookline/toolbox';
import { brief } from '../../print/brief.ts';
import { decisionLines } from '../../print/decision.ts';
import { oneLine } from '../../print/one-line.ts';
import type { Paint } from '../../print/paint.ts';
import { ruleLines } from './rule-lines.ts';
import { runLines } from '../../print/runs.ts';

/** Why an event was decided as it was: what the record says, what each hook said, the rule, and why others took no part. */
export function decisionReportLines(report: DecisionReport, paint: Paint): readonly string[] {
  const { decision, matched, others, rules, schedules, notes } = report;
  const [head = ''] = decisionLines({ ...decision, hooks: [], background: [], notes: [] }, paint);
  return [
    head,
    ...contentOf(report),
    ...ruleLines(rules, schedules),
    '',
    matched.length === 0
      ? 'Selected then: no hook (from the record).'
      : 'Selected then, in this order (from the record):',
    ...matched.flatMap((hook) => matchedLines(hook, paint)),
    ...otherLines(others, paint),
    ...[...decision.notes, ...notes].flatMap((note, index) => [...(index === 0 ? [''] : []), `Note: ${oneLine(note)}`]),
  ];
}

function contentOf({ decision: { payload, project } }: DecisionReport): readonly string[] {
  const input = payload?.['tool_input'] ?? payload?.['prompt'];
  return [
    ...(input === undefined ? [] : [`  about    ${brief(typeof input === 'string' ? input : JSON.stringify(input))}`]),
    ...(project === null ? [] : [`  project  ${oneLine(project)}`]),
  ];
}

const matchedLines = ({ run, verdict }: RecordedHook, paint: Paint): readonly string[] => [
  ...runLines([run], paint),
  paint('dim', `      ${oneLine(run.id)}`),
  ...(verdict === null ? [] : [`      said: ${saidWords(verdict)}`]),
];

/** What a hook said, in one line. */
function saidWords({ decision, effect, reason, ...verdict }: Verdict): string {
  const words = [
    ...(decision === undefined
      ? []
      : [`${decision}${effect === undefined ? '' : ` (${effect})`}${reasonWords(reason)}`]),
    ...(['updatedInput', 'updatedToolOutput', 'updatedPrompt'] as const).flatMap((key) =>
      verdict[key] === undefined ? [] : [`${key} ${brief(JSON.stringify(verdict[key]))}`],
    ),
    ...(verdict.context ?? []).map((text) => `context ${brief(JSON.stringify(text))}`),
    ...(verdict.fault === undefined ? [] : [`fault ${verdict.fault.code}`]),
  ];
  return words.length === 0 ? 'nothing' : words.join('; ');
}

const reasonWords = (reason: string | null | undefined): string =>
  reason === null || reason === undefined || reason === '' ? '' : `: ${brief(reason)}`;

function otherLines(others: DecisionReport['others'], paint: Paint): readonly string[] {
  const newly = others.filter(({ runs }) => runs);
  const resting = others.filter(({ runs }) => !runs);
  const lines = (hooks: DecisionReport['others']): readonly string[] =>
    hooks.flatMap(({ id, why }) => [`  ${oneLine(id)}`, paint('dim', `      ${oneLine(why)}`)]);
  return [
    ...(newly.length === 0 ? [] : ['', 'Not among them, but selected by the hooks as they are now:', ...lines(newly)]),
    ...(resting.length === 0
      ? []
      : ['', 'Not selected by the hooks as they are now (the record does not say):', ...lines(resting)]),
  ];
}
