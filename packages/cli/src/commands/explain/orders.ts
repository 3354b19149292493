import { type AnyEvent, createHooks, forTerminal, type HookSaid } from '@hookline/core/internal';
import { checkOrders, findConflicts, inOrder, schedulesOf, takenRules } from '@hookline/toolbox';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { refuseInsideHook } from '../../call/person-only.ts';
import { modelOf, placeOf } from '../../call/place.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { outcomeLines, printedLines } from '../../print/outcome.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { shownOn } from '../../print/paint.ts';
import { endRunsOnSignal } from '../../process/signals.ts';
import { orderLines, ruleLines } from './order-lines.ts';
import { explanationLines } from './plan-lines.ts';

const NOTICE =
  'hookline: the hooks of this event run for real, once, with all their side effects; nothing is recorded\n';

/** Runs the hooks of an event once, and folds what they said in every order in which they could have ended. */
export async function explainOrders(event: AnyEvent, given: Arguments): Promise<number> {
  const place = placeOf(given, event);
  refuseInsideHook(place.env, 'explain --order');
  const heard: HookSaid[] = [];
  const hooks = await createHooks({
    ...place,
    ...modelOf(place.env),
    record: false,
    onSaid: (each) => heard.push(each),
    ...(isGiven(given, 'debug') ? { onDebug: (line) => void writeErr(`${forTerminal(line)}\n`) } : {}),
  });
  const restoreSignals = endRunsOnSignal();
  try {
    writeErr(NOTICE);
    const explanation = hooks.explain(event);
    const outcome = await hooks.fire(event, { wait: true });
    if (isGiven(given, 'debug')) for (const line of printedLines(outcome.hooks)) writeErr(`${line}\n`);
    const said = inOrder(heard, outcome.hooks);
    const order = await checkOrders(hooks, event, new Map(said.map(({ id, report }) => [id, report])));
    const conflicts = findConflicts(said);
    const [rules, schedules] = [takenRules(outcome, said), schedulesOf(outcome.hooks)];
    if (isGiven(given, 'json')) writeJson({ ...explanation, outcome, rules, schedules, order, conflicts });
    else {
      showDiagnostics(explanation.diagnostics);
      const shown = shownOn(process.env);
      const lines = [
        ...explanationLines(explanation, shown),
        '',
        ...outcomeLines(outcome, shown.paint),
        ...ruleLines(rules, schedules),
        ...orderLines(order, conflicts, shown.paint),
      ];
      writeOut(`${lines.join('\n')}\n`);
    }
    return order.other === null ? 0 : 1;
  } finally {
    restoreSignals();
    await hooks.close();
  }
}
