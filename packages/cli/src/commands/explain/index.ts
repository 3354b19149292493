import { createHooks, type AnyEvent } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { readEvent } from '../../call/event-input.ts';
import { placeOf } from '../../call/place.ts';
import { explanationLines } from './plan-lines.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { showDiagnostics } from '../../print/show-diagnostics.ts';
import { shownOn } from '../../print/terminal-width.ts';
import { explainRecorded, isAboutRecord } from './recorded.ts';
import { explainOrders } from './orders.ts';

/** Says which hooks an event would run, and why; or why a recorded one was decided as it was. Records nothing. */
export async function explain(given: Arguments): Promise<number> {
  if (isAboutRecord(given)) return explainRecorded(given);
  const event = await readEvent(given);
  return isGiven(given, 'order') ? explainOrders(event, given) : explainPlan(event, given);
}

async function explainPlan(event: AnyEvent, given: Arguments): Promise<number> {
  const hooks = await createHooks({ ...placeOf(given, event), record: false });
  const explanation = hooks.explain(event);
  await hooks.close();
  if (isGiven(given, 'json')) {
    writeJson(explanation);
    return 0;
  }
  showDiagnostics(explanation.diagnostics);
  writeOut(`${explanationLines(explanation, shownOn(process.env)).join('\n')}\n`);
  return 0;
}
