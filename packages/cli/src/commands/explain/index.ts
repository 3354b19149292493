import { type AnyEvent, createHooks } from '@hookline/core/internal';
import { type Arguments, type Command, isGiven } from '../../call/arguments.ts';
import { readEvent } from '../../call/event-input.ts';
import { EVENT, EVENT_PLACE, LAST, type OptionRow, OPTIONS } from '../../call/options.ts';
import { placeOf } from '../../call/place.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { shownOn } from '../../print/paint.ts';
import { explainOrders } from './orders.ts';
import { explanationLines } from './plan-lines.ts';
import { explainRecorded, isAboutRecord } from './recorded.ts';

const ORDER = {
  name: 'order',
  about:
    'Check that the outcome does not depend on which hook ends first, and look for conflicts; an event that is not from the record runs its hooks.',
} satisfies OptionRow;
const DEBUG = { ...OPTIONS.debug, about: 'With --order: show debug lines, and what hooks printed, on stderr.' };

export const EXPLAIN: Command = {
  name: 'explain',
  about: 'Say which hooks an event would run, in which order, and why; or why a recorded event was decided as it was.',
  words: { usage: '[last|DECISION-ID|FILE|-]', min: 0, max: 1, completes: 'files' },
  options: [ORDER, ...EVENT, ...EVENT_PLACE, DEBUG, ...LAST],
  examples: [
    {
      does: 'see why a hook does not run',
      line: `hookline explain --event PreToolUse --tool Write --input '{"file_path":"a.md"}'`,
    },
    { does: 'why the last event was decided as it was', line: 'hookline explain last' },
    { does: 'one from the log', line: 'hookline explain 01m7fyfvyxea7narj8gqyfp4xq' },
    {
      does: 'would the outcome be another if the hooks ended in another order?',
      line: 'hookline explain last --order',
    },
  ],
  exits: {
    0: 'explained',
    1: 'no such decision, or a bad event; with --order: the outcome depends on which hook ends first',
  },
  run: explain,
};

/** Says which hooks an event would run, and why; or why a recorded one was decided as it was. Records nothing. */
async function explain(given: Arguments): Promise<number> {
  if (isAboutRecord(given)) return explainRecorded(given, isGiven(given, ORDER));
  const event = await readEvent(given);
  return isGiven(given, ORDER) ? explainOrders(event, given) : explainPlan(event, given);
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
