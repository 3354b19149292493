import { existsSync } from 'node:fs';
import { createHooks, findDecision, type AnyEvent, type RecordedDecision, recordFolder } from '@hookline/core/internal';
import { checkOrders, explainDecision, findConflicts } from '@hookline/toolbox';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { homeOf, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { decisionReportLines } from './decision-lines.ts';
import { orderLines } from './order-lines.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { showDiagnostics } from '../../print/show-diagnostics.ts';

/** Whether a call names a recorded decision: `last`, or what looks like an id and is no file. */
export function isAboutRecord({ words: [word] }: Arguments): boolean {
  return word === 'last' || (word !== undefined && LIKE_ID.test(word) && !existsSync(word));
}

const LIKE_ID = /^[0-9a-z]{16,32}$/i;

/** Says why a recorded event was decided as it was, with the record and the hooks of now; runs nothing. */
export async function explainRecorded(given: Arguments): Promise<number> {
  const decision = decisionOf(given);
  const project = isGiven(given, 'project') ? {} : { project: decision.project ?? process.cwd() };
  const hooks = await createHooks({ ...placeOf(given), ...project, record: false });
  try {
    const report = await explainDecision(decision, hooks);
    const { said, reports, ...told } = report;
    const event = decision.payload as AnyEvent | null;
    const isOrdered = isGiven(given, 'order') && event !== null;
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
