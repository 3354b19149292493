import { createHooks } from '@hookline/core';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { readEvent } from '../call/event-input.ts';
import { placeOf } from '../call/hooks-options.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { explanationLines } from '../print/explanation.ts';
import { paintFor } from '../print/paint.ts';
import { showDiagnostics } from '../print/show-diagnostics.ts';

/** Says which hooks an event would run, and why; runs nothing and records nothing. */
export async function explain(given: Arguments): Promise<number> {
  const event = await readEvent(given);
  const hooks = await createHooks({ ...placeOf(given, event), record: false });
  const explanation = hooks.explain(event);
  await hooks.close();
  if (isGiven(given, 'json')) {
    writeJson(explanation);
    return 0;
  }
  showDiagnostics(explanation.diagnostics);
  writeOut(`${explanationLines(explanation, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}
