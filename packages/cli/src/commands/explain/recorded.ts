import {
  type AnyEvent,
  createHooks,
  findDecision,
  type RecordedDecision,
  recordFolder,
  type Verdict,
} from '@hookline/core/internal';
import { checkOrders, type DecisionReport, explainDecision, findConflicts, type RecordedHook } from '@hookline/toolbox';
import { existsSync } from 'node:fs';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { homeOf, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { decisionLines } from '../../print/decision.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { runLines } from '../../print/outcome.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { type Paint, paintFor } from '../../print/paint.ts';
import { brief, oneLine } from '../../print/text.ts';
import { orderLines, ruleLines } from './order-lines.ts';

/** Whether a call names a recorded decision: `last`, or what looks like an id and is not a file. */
export function isAboutRecord({ words: [word] }: Arguments): boolean {
  return word === 'last' || (word !== undefined && LIKE_ID.test(word) && !existsSync(word));
}

const LIKE_ID = /^[0-9a-z]{16,32}$/i;

/** Says why a recorded event was decided as it was, with the record and the hooks of now; runs nothing. */
export async function explainRecorded(given: Arguments, withOrders: boolean): Promise<number> {
  const decision = decisionOf(given);
  const project = isGiven(given, 'project') ? {} : { project: decision.project ?? process.cwd() };
  const hooks = await createHooks({ ...placeOf(given), ...project, record: false });
  try {
    const report = await explainDecision(decision, hooks);
    const { said, reports, ...told } = report;
    const event = decision.payload as AnyEvent | null;
    const isOrdered = withOrders && event !== null;
    const order = isOrdered ? await checkOrders(hooks, event, reports) : null;
    const conflicts = isOrdered ? findConflicts(said) : null;
    if (isGiven(given, 'json'))
      writeJson({ ...told, ...(order === null ? {} : { order, conflicts }), diagnostics: hooks.diagnostics });
    else {
      showDiagnostics(hooks.diagnostics);
      const paint = paintFor(1, process.env);
      const lines = [...decisionReportLines(report, paint), ...orderLines(order, conflicts, paint)];
      writeOut(`${lines.join('\n')}\n`);
    }
    return order?.other === undefined || order.other === null ? 0 : 1;
  } finally {
    await hooks.close();
  }
}

function decisionOf(given: Arguments): RecordedDecision {
  const { env, home } = homeOf(given);
  const id = given.words[0] ?? 'last';
  const found = findDecision(recordFolder(env, home), id.toLowerCase());
  if (!('newest' in found)) return found;
  const { newest, near } = found;
  if (newest.length === 0) throw wrongCall('nothing is recorded yet');
  const known = near === null ? `the newest are ${newest.join(', ')}` : `did you mean ${near}?`;
  throw wrongCall(`there is no decision "${id}" in the record; ${known}`);
}

/** Why an event was decided as it was: what the record says, what each hook said, the rule, and why others took no part. */
function decisionReportLines(report: DecisionReport, paint: Paint): readonly string[] {
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

function contentOf({ decision: { payload, project, agent } }: DecisionReport): readonly string[] {
  const input = payload?.['tool_input'] ?? payload?.['prompt'];
  return [
    ...(input === undefined ? [] : [`  about    ${brief(typeof input === 'string' ? input : JSON.stringify(input))}`]),
    ...(project === null ? [] : [`  project  ${oneLine(project)}`]),
    ...(agent === null ? [] : [`  agent    ${oneLine(agent)}`]),
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
